import { expect, it } from 'vitest';
import { node } from '../../../../testing/node.ts';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { isOneOfParagraphs, nameParagraphs } from './paragraphs.ts';

const paragraph = (value: string) => ({ ...node('Edit', ''), role: 'paragraph', value });
const names = (role: string, ...texts: string[]) => {
  const root = node('Window', '', [{ ...node('Document', 'a'), role, children: texts.map(paragraph) }]);
  nameParagraphs(root);
  return root.children![0]!.children!.map(({ name }) => name);
};

it('names each paragraph of a document by its text, and no other element by its content', () => {
  expect(names('document text', 'First words', '', 'Second words')).toEqual(['First words', '', 'Second words']);
  expect(names('document text', 'The only words')).toEqual(['']);
  expect(names('panel', '12', '13')).toEqual(['', '']);
});

it('names a paragraph that is queried on its own', async () => {
  const bounds = { x: 0, y: 0, width: 9, height: 9 };
  const [role, text] = [roleNumber('paragraph'), roleNumber('document text')];
  const among = (kind: number, ...children: string[]) => {
    const { accessibles } = scriptedAccessibles(
      new Map<string, ScriptedElement>([
        ['/one', { role, bounds, children: [], parent: '/around' }],
        ['/around', { role: kind, bounds, children }],
      ]),
    );
    const { signal } = new AbortController();
    return isOneOfParagraphs(accessibles, { ref: { bus: scriptedBus, path: '/one' }, role, name: '' }, signal);
  };
  expect(await among(text, '/one', '/other')).toBe(true);
  expect(await among(text, '/one')).toBe(false);
  expect(await among(roleNumber('panel'), '/one', '/other')).toBe(false);
});
