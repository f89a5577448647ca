import { expect, it } from 'vitest';
import type { ElementId, TreeNode } from '#contract/model/elements/element';
import { counterpart } from './counterpart.ts';

let count = 0;
function node(role: string, name = '', children: readonly TreeNode[] = [], automationId = ''): TreeNode {
  return {
    id: `0x1|${++count}` as ElementId,
    controlType: 'Button',
    role,
    name,
    automationId,
    description: '',
    value: null,
    states: [],
    bounds: null,
    childCount: children.length,
    children,
  };
}

it('follows order where names changed, and names or ids where the order did', () => {
  const save = node('button', 'Save');
  const before = node('frame', 'App', [node('bar', '', [node('button', 'Open'), save]), node('text')]);
  const sichern = node('button', 'Speichern');
  const german = node('frame', 'App', [node('bar', '', [node('button', 'Öffnen'), sichern]), node('text')]);
  expect(counterpart(before, save.id, german)).toBe(sichern);
  const moved = node('button', 'Save');
  const more = node('frame', 'App', [
    node('text'),
    node('bar', '', [moved, node('button', 'New'), node('button', 'Open')]),
  ]);
  expect(counterpart(before, save.id, more)).toBe(moved);
  const byId = node('button', 'Save', [], 'save');
  const withIds = node('frame', 'App', [byId, node('button', 'Save')]);
  const kept = node('button', 'Speichern', [], 'save');
  expect(counterpart(withIds, byId.id, node('frame', '', [node('button'), kept, node('button')]))).toBe(kept);
});

it('is null where it would have to guess', () => {
  const save = node('button', 'Save');
  const before = node('frame', 'App', [node('button', 'Open'), save]);
  const fewer = node('frame', 'App', [node('button', 'Öffnen')]);
  expect(counterpart(before, save.id, fewer)).toBeNull();
  expect(
    counterpart(before, save.id, node('dialog', 'App', [node('button', 'Open'), node('button', 'Save')])),
  ).toBeNull();
  expect(counterpart(before, '0x1|none' as ElementId, before)).toBeNull();
});
