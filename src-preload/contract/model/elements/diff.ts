import { quoted } from '../../foreign-text.ts';
import type { TreeChange, TreeRow } from '../runs/trace.ts';
import { describeElement } from './element.ts';

/** A live list at one moment. `sequence` grows by one per diff; on a gap, fetch the snapshot again. */
export interface Snapshot<T> {
  readonly sequence: number;
  readonly items: readonly T[];
}

/** Changes between `sequence - 1` and `sequence`. `order` lists all ids if the order changed. */
export interface Diff<T> {
  readonly sequence: number;
  readonly added: readonly T[];
  readonly updated: readonly T[];
  readonly removed: readonly string[];
  readonly order?: readonly string[];
}

interface Keyed {
  readonly id: string;
}

/** The diff from `before` to `after`, or null without changes. `sequence` is that of the new state. */
export function diffLists<T extends Keyed>(
  before: readonly T[],
  after: readonly T[],
  sequence: number,
  same: (a: T, b: T) => boolean,
): Diff<T> | null {
  const old = new Map(before.map((item) => [item.id, item]));
  const fresh = new Set(after.map((item) => item.id));
  const added = after.filter((item) => !old.has(item.id));
  const updated = after.filter((item) => {
    const previous = old.get(item.id);
    return previous !== undefined && !same(previous, item);
  });
  const removed = before.filter((item) => !fresh.has(item.id)).map((item) => item.id);
  const order = after.map((item) => item.id);
  const reordered = before.length !== after.length || before.some((item, i) => item.id !== order[i]);
  if (!added.length && !updated.length && !removed.length && !reordered) return null;
  return { sequence, added, updated, removed, ...(reordered && { order }) };
}

/** The next snapshot, or null if the diff does not follow it (then fetch again). */
export function applyDiff<T extends Keyed>(snapshot: Snapshot<T>, diff: Diff<T>): Snapshot<T> | null {
  if (diff.sequence !== snapshot.sequence + 1) return null;
  const items = new Map(snapshot.items.map((item) => [item.id, item]));
  for (const id of diff.removed) items.delete(id);
  for (const item of [...diff.added, ...diff.updated]) items.set(item.id, item);
  const order = diff.order ?? snapshot.items.map((item) => item.id);
  return { sequence: diff.sequence, items: order.flatMap((id) => items.get(id) ?? []) };
}

interface ChangeLine {
  readonly sign: '+' | '−' | '~';
  readonly text: string;
}

/** The difference in words, changed items first. */
export function changeLines({ added, removed, changed }: TreeChange): readonly ChangeLine[] {
  return [
    ...changed.map((one) => ({ sign: '~' as const, text: `${describeElement(one.after)}: ${differences(one)}` })),
    ...added.map((row) => ({ sign: '+' as const, text: describeElement(row) })),
    ...removed.map((row) => ({ sign: '−' as const, text: describeElement(row) })),
  ];
}

function differences({ before, after }: { readonly before: TreeRow; readonly after: TreeRow }): string {
  const parts: string[] = [];
  if (before.name !== after.name) parts.push(`name ${quoted(before.name)} → ${quoted(after.name)}`);
  if (before.value !== after.value) parts.push(`value ${quoted(before.value ?? '')} → ${quoted(after.value ?? '')}`);
  const gained = after.states.filter((state) => !before.states.includes(state)).map((state) => `now ${state}`);
  const lost = before.states.filter((state) => !after.states.includes(state)).map((state) => `no longer ${state}`);
  parts.push(...gained, ...lost);
  return parts.join(', ') || 'moved';
}
