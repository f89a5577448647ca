import { expect, it } from 'vitest';
import type { TreeRow } from '#contract/model/trace';
import type { SelectorSurvival, SurvivalQuery } from '#contract/model/survival';
import { treeOfRows, type KeptStep } from './kept-trees.ts';
import { survivalIn, type Kept } from './survival.ts';

const query: SurvivalQuery = {
  window: { app: 'notes' },
  controlType: 'Button',
  name: 'Save',
  selectors: ['role=Button name="Save"', 'role=Button description="Keep it"', 'path=0'],
  tried: [],
};
const replayed: KeptStep = { selector: 'role=Button name="Save"', bounds: null };

function row(id: string, depth: number, more: Partial<TreeRow> = {}): TreeRow {
  const plain = { role: '', name: '', automationId: '', description: '', value: null, bounds: null } as const;
  return { id, parent: null, depth, controlType: 'Button', states: ['visible'], ...plain, ...more };
}

const window = row('w', 0, { controlType: 'Window' });
const save = row('s', 1, { name: 'Save', description: 'Keep it' });

async function tried(rows: readonly TreeRow[], more: Partial<Kept> = {}) {
  const from = { run: 'r', title: 'R', call: 1, at: '2026-01-01T00:00:00.000Z', window: 'Notes' };
  async function* trees() {
    yield await Promise.resolve({ from, root: treeOfRows(rows)!, cut: false, described: true, step: null, ...more });
  }
  return survivalIn(trees(), query);
}

const score = ({ selectors }: { readonly selectors: readonly SelectorSurvival[] }) =>
  selectors.map(({ held, of }) => `${held}/${of}`).join(' ');

it('a tree in which no selector finds the element counts against them where it was its own step', async () => {
  const other = [window, row('o', 1, { name: 'Open' })];
  expect(await tried(other)).toMatchObject({ unseen: 1 });
  expect(score(await tried(other))).toBe('0/0 0/0 0/0');
  expect(await tried(other, { step: replayed })).toMatchObject({ unseen: 0 });
  // The path finds something, and no one knows whether that is it.
  expect(score(await tried(other, { step: replayed }))).toBe('0/1 0/1 0/0');
});

it('what may lie in the part of a tree that was not kept is not lost', async () => {
  const cut = await tried([window, row('o', 1, { name: 'Open' })], { step: replayed, cut: true });
  expect(score(cut)).toBe('0/0 0/0 0/0');
});

it('a tree of an older trace cannot tell about descriptions', async () => {
  const { description: _, ...old } = save;
  expect(score(await tried([window, save]))).toBe('1/1 1/1 1/1');
  expect(score(await tried([window, old], { described: false }))).toBe('1/1 0/0 1/1');
});

it('what the replayed step acted on is the element, whatever most selectors say', async () => {
  const bounds = { x: 1, y: 2, width: 30, height: 10 };
  const acted = row('a', 1, { name: 'Save all', bounds });
  const survival = await tried([window, acted, save], { step: { ...replayed, bounds } });
  expect(survival.selectors.map(({ losses }) => losses.map(({ kind }) => kind).join())).toEqual([
    'another',
    'another',
    '',
  ]);
});

it('rows that are no tree are none, and end', () => {
  expect(treeOfRows([])).toBeNull();
  expect(treeOfRows([row('a', 1)])).toBeNull();
  expect(treeOfRows([window, row('w', 0)])).toBeNull();
  expect(treeOfRows([window, row('a', 3)])).toBeNull();
  expect(treeOfRows([window, row('w', 1), row('w', 2)])).toMatchObject({ children: [{ children: [{}] }] });
});
