import type { RawNode } from '../engine/backend.ts';
import type { Rect } from '#contract/model/geometry';
import type { TraceEvent, TraceEventOf, TracedTree, TreeRow } from '#contract/model/trace';

/** A tree that a run kept of a window, not read yet. */
export interface KeptTree {
  readonly call: number;
  readonly at: string;
  readonly window: NonNullable<TraceEventOf<'before'>['target']>;
  readonly tree: TracedTree;
  /** The step that was replayed then; null where somebody else acted in the window. */
  readonly step: KeptStep | null;
}

export interface KeptStep {
  readonly selector: string;
  /** What it acted on, where it came out well; else null. */
  readonly bounds: Rect | null;
}

/** The trees that were read before acts, in the order of the calls. */
export function keptTrees(events: readonly TraceEvent[]): readonly KeptTree[] {
  const starts = new Map<number, TraceEventOf<'before'>>();
  const ends = new Map<number, TraceEventOf<'after'>>();
  for (const event of events) {
    if (event.type === 'before') starts.set(event.call, event);
    if (event.type === 'after') ends.set(event.call, event);
  }
  return events.flatMap((event) => {
    if (event.type !== 'seen' || event.phase !== 'before' || !event.tree) return [];
    const start = starts.get(event.call);
    if (!start?.target) return [];
    const step = stepOf(start, ends.get(event.call));
    return [{ call: event.call, at: start.at, window: start.target, tree: event.tree, step }];
  });
}

function stepOf(start: TraceEventOf<'before'>, end: TraceEventOf<'after'> | undefined): KeptStep | null {
  const { selector } = start.parameters;
  if (start.caller.kind !== 'replay' || typeof selector !== 'string') return null;
  return { selector, bounds: end && !end.error ? (end.resolution?.bounds ?? null) : null };
}

type Growing = Omit<RawNode, 'children' | 'childCount'> & { childCount: number; readonly children: Growing[] };

/** The rows, in document order, as the tree they were; null where they are none. */
export function treeOfRows(rows: readonly TreeRow[]): RawNode | null {
  const open: Growing[] = [];
  for (const { id, parent: _, depth, description = '', ...row } of rows) {
    const node: Growing = { ...row, runtimeId: id, description, childCount: 0, children: [] };
    // The first is the root; what says to lie elsewhere than below an open one lies in no tree of ours.
    if (depth > open.length || (depth === 0) !== (open.length === 0)) return null;
    open.length = depth;
    const around = open.at(-1);
    if (around) around.childCount = around.children.push(node);
    open.push(node);
  }
  return open[0] ?? null;
}
