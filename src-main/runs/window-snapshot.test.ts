import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { TreeRow } from '#contract/model/runs/trace';
import { compareSnapshots, readSnapshot, type WindowSnapshot } from './window-snapshot.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));

function row(id: string, parent: string | null, more: Partial<TreeRow> = {}): TreeRow {
  const words = { controlType: 'Button', role: 'button', name: id, automationId: '', value: null } as const;
  return { id, parent, depth: parent === null ? 0 : 1, ...words, states: ['enabled'], bounds: null, ...more };
}
function snapshot(takenAt: number, ...rows: TreeRow[]): WindowSnapshot {
  const window = { title: 'Letter', app: 'editor', className: 'Editor' };
  return { format: 'deskscope-snapshot', version: 1, takenAt, window, rows };
}
const root = row('w', null, { controlType: 'Window', name: 'Letter' });
const changesBetween = (before: WindowSnapshot, after: WindowSnapshot) => {
  const { added, removed, changed } = compareSnapshots(before, after).change;
  const names = (rows: readonly TreeRow[]) => rows.map(({ name }) => name);
  return {
    added: names(added),
    removed: names(removed),
    changed: changed.map((one) => [one.before.name, one.after.name]),
  };
};

it('reports what was added, removed and changed, the earlier snapshot first whichever is given first', () => {
  const before = snapshot(1, root, row('a', 'w'), row('b', 'w'));
  const after = snapshot(2, root, row('a', 'w', { name: 'A' }), row('c', 'w', { controlType: 'Edit' }));
  const expected = { added: ['c'], removed: ['b'], changed: [['a', 'A']] };
  expect(changesBetween(before, after)).toEqual(expected);
  expect(changesBetween(after, before)).toEqual(expected);
});

it('finds the same elements in another run of the app, where all ids are others, one of them by chance', () => {
  const before = snapshot(1, root, row('a', 'w', { name: 'OK' }), row('b', 'w', { name: 'Help' }));
  const moved = { ...root, id: 'x' };
  const after = snapshot(
    2,
    moved,
    row('b', 'x', { name: 'OK' }),
    row('n', 'x', { name: 'New' }),
    row('m', 'x', { name: 'Help' }),
  );
  const { added, removed } = changesBetween(before, after);
  expect({ added: added.length, removed }).toEqual({ added: 1, removed: [] });
  expect(
    changesBetween(before, snapshot(2, moved, row('y', 'x', { name: 'OK' }), row('z', 'x', { name: 'Help' }))),
  ).toEqual({
    added: [],
    removed: [],
    changed: [],
  });
});

it('reads back what was written, and names what is wrong with another file', async () => {
  const file = path.join(folder, 'letter.json');
  const kept = snapshot(1, root);
  writeFileSync(file, JSON.stringify(kept));
  expect(await readSnapshot(file)).toEqual(kept);
  for (const [text, message] of [
    ['no json', 'is no snapshot'],
    [JSON.stringify({ ...kept, version: 2 }), 'version'],
    [JSON.stringify({ ...kept, rows: [{ id: 1 }] }), 'rows.0'],
  ] as const) {
    writeFileSync(file, text);
    await expect(readSnapshot(file)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(message) as string,
    });
  }
  await expect(readSnapshot(path.join(folder, 'none.json'))).rejects.toMatchObject({ code: 'file_error' });
});
