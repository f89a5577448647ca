import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { treeRow, type TreeRow } from '#contract/model/runs/trace';
import type { SnapshotComparison, SnapshotOf } from '#contract/model/windows/window-snapshot';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../engine/engine.ts';
import { changeBetween, toRows } from './trace/tree-rows.ts';

/** Larger trees are cut. */
const mostRows = 50_000;
/** No snapshot is larger, in bytes. */
const mostBytes = 100_000_000;

const format = 'deskscope-snapshot';
const windowSnapshot = z.object({
  format: z.literal(format),
  version: z.literal(1),
  takenAt: z.number().int().nonnegative(),
  window: z.object({ title: z.string(), app: z.string(), className: z.string() }),
  rows: z.array(treeRow).min(1),
});

/** The elements of a window at one moment, as a file keeps them. */
export type WindowSnapshot = Readonly<z.output<typeof windowSnapshot>>;

/** Reads the window now. Values of password fields never leave the engine. @throws AppError as `engine.tree` */
export async function takeSnapshot(
  engine: Pick<Engine, 'tree'>,
  { id, title, app, className }: WindowInfo,
  signal?: AbortSignal,
): Promise<WindowSnapshot> {
  const { root } = await engine.tree({ window: id, maxNodes: mostRows }, signal && { signal });
  const rows = toRows(root, mostRows, () => false);
  return { format, version: 1, takenAt: Date.now(), window: { title, app, className }, rows };
}

/** @throws AppError `file_error` for a file that cannot be read, `invalid_parameter` for one that is no snapshot */
export async function readSnapshot(file: string): Promise<WindowSnapshot> {
  let text: string;
  try {
    if ((await stat(file)).size > mostBytes) throw new Error('it is too large for a snapshot');
    text = await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('file_error', `${file} could not be read: ${why}.`, { cause: error });
  }
  const read = windowSnapshot.safeParse(parsed(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
  throw new AppError('invalid_parameter', `${file} is no snapshot of a window${where}.`, {
    hint: 'Save one with “Save snapshot of window…”, or `deskscope snapshot WINDOW -o FILE.json`.',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function compareSnapshots(before: WindowSnapshot, after: WindowSnapshot): SnapshotComparison {
  const [first, second] = before.takenAt <= after.takenAt ? [before, after] : [after, before];
  return {
    before: describedWindow(first),
    after: describedWindow(second),
    change: changeBetween(paired(first.rows, second.rows), second.rows),
  };
}

function describedWindow({ window: { title, app }, takenAt, rows }: WindowSnapshot): SnapshotOf {
  return { title, app, takenAt, elements: rows.length };
}

/**
 * The rows of `before` with the ids that their elements have in `after`: in another run of the app all ids are others. Of the
 * children of the same element those of one id are the same, then those of one type, automation id and name, then those of
 * one type in their order.
 */
function paired(before: readonly TreeRow[], after: readonly TreeRow[]): readonly TreeRow[] {
  const [old, fresh] = [childrenOf(before), childrenOf(after)];
  const ids = new Map<string, string>();
  const pair = (olds: readonly TreeRow[], news: readonly TreeRow[]) => {
    let [left, free] = [olds, news];
    for (const key of [idOf, fullKey, ({ controlType }: TreeRow) => controlType]) {
      const waiting = new Map<string, TreeRow[]>();
      for (const row of free) waiting.set(key(row), [...(waiting.get(key(row)) ?? []), row]);
      const met = left.flatMap((row) => {
        const match = waiting.get(key(row))?.shift();
        return match ? [[row, match] as const] : [];
      });
      const taken = new Set(met.flat());
      [left, free] = [left.filter((row) => !taken.has(row)), free.filter((row) => !taken.has(row))];
      for (const [row, match] of met) {
        ids.set(row.id, match.id);
        pair(old.get(row.id) ?? [], fresh.get(match.id) ?? []);
      }
    }
  };
  pair(old.get(null) ?? [], fresh.get(null) ?? []);
  const freshIds = new Set(after.map(idOf));
  // One that is gone must not be taken for another that has its id by chance.
  const idNow = (id: string) => ids.get(id) ?? (freshIds.has(id) ? `gone:${id}` : id);
  return before.map((row) => ({ ...row, id: idNow(row.id), parent: row.parent === null ? null : idNow(row.parent) }));
}

const idOf = ({ id }: TreeRow): string => id;
const fullKey = ({ controlType, automationId, name }: TreeRow): string =>
  JSON.stringify([controlType, automationId, name]);

function childrenOf(rows: readonly TreeRow[]): ReadonlyMap<string | null, readonly TreeRow[]> {
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  return children;
}
