import { expect, it } from 'vitest';
import { callTarget } from './call-target.ts';

const rows: readonly (readonly [string, Parameters<typeof callTarget>[0]])[] = [
  ['Button “7” in galculator', { parameters: { id: '12', name: '7' }, where: 'galculator', element: 'Button “7”' }],
  ['Button “7” in galculator', { parameters: { selector: 'role=Button name="7"' }, where: 'galculator' }],
  ['Menu “Say \\ "so"”', { parameters: { selector: String.raw`role=Menu name="Say \\ \"so\""` }, where: '' }],
  ['role=Tree > role=TreeItem in thunar', { parameters: { selector: 'role=Tree > role=TreeItem' }, where: 'thunar' }],
  ['“Save” in editor', { parameters: { id: '3', name: 'Save' }, where: 'editor' }],
  ['#ok', { parameters: { automationId: 'ok' }, where: '' }],
  ['editor', { parameters: { id: 'e3' }, where: 'editor' }],
  [
    'Button “7” in galculator',
    { parameters: { name: 'x', window: { app: 'galculator' } }, where: '', element: 'Button “7”' },
  ],
  ['Notes', { parameters: { title: 'Notes' }, where: '' }],
  ['', { parameters: { window: '0x1000004' }, where: '' }],
  ['a dry run', { parameters: { dry_run: true, name: 'Save' }, where: 'editor' }],
  ['', { parameters: {}, where: '' }],
];

it.each(rows)('%s', (label, target) => expect(callTarget(target)).toBe(label));
