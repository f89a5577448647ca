import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { RawNode, RawTree } from '../../../backend.ts';
import type { ElementStrategy, WalkBudget } from '../elements/strategy.ts';
import { parseWindowId } from '../native/window.ts';
import { withReading, type Reading } from './access/reading.ts';
import { focusControl } from './acts/focus.ts';
import { parseId, partId } from './ids.ts';
import { detailsOf, childrenOf, controlElement, elementAt, pathTo, type Element, type Row } from './reading/element.ts';
import { hitAt } from './reading/hit.ts';
import type { Operations } from './kinds/kind.ts';

/** Elements through window messages: standard controls answer them on every Windows, and in Wine. */
export function createControlsStrategy(): ElementStrategy {
  return {
    name: 'messages',
    walk: (window, from, budget) =>
      inside(window, (reading) => {
        const start = from === null ? controlElement(reading.control(reading.root)) : elementAt(reading, from);
        return { ...walkFrom(start, budget), diagnosis: null };
      }),
    children: (window, runtimeId, range) =>
      inside(window, (reading) => childrenOf(elementAt(reading, runtimeId), range).map(({ row }) => row)),
    ancestors: (window, runtimeId) =>
      inside(window, (reading) =>
        pathFromRoot(reading, runtimeId)
          .slice(0, -1)
          .map(({ row }) => row),
      ),
    details: (window, runtimeId) => inside(window, (reading) => detailsOf(window, elementAt(reading, runtimeId))),
    hitTest: (window, at) => inside(window, (reading) => hitAt(reading, at)),
    focused: (window) => inside(window, focusedIn),
    focus: (window, runtimeId) => inside(window, (reading) => focusControl(elementAt(reading, runtimeId))),
    run: (window, runtimeId, call) => inside(window, (reading) => runOn(elementAt(reading, runtimeId), call)),
    cell: (window, runtimeId, row, column) =>
      inside(window, (reading) => cellOf(reading, elementAt(reading, runtimeId), row, column)),
  };
}

function inside<T>(window: WindowInfo, read: (reading: Reading) => T): T {
  return withReading(parseWindowId(window.id), window.bounds, read);
}

function pathFromRoot(reading: Reading, runtimeId: string): readonly Element[] {
  const place = parseId(runtimeId);
  const windows: Element[] = [];
  for (let { parent } = reading.control(place.window); parent; parent = parent.parent) {
    windows.unshift(controlElement(parent));
  }
  // An open menu is in none of the window's controls, but belongs to it.
  if (windows.length === 0 && place.window !== reading.root)
    windows.push(controlElement(reading.control(reading.root)));
  return [...windows, ...pathTo(reading, place)];
}

function focusedIn(reading: Reading): string | null {
  const { threadId } = reading.control(reading.root);
  const focus = reading.focusOf(threadId);
  if (focus === 0) return null;
  try {
    return partId(reading.control(focus).window, []);
  } catch (error) {
    // Another window of the same thread has it.
    if (error instanceof AppError && error.code === 'element_stale') return null;
    throw error;
  }
}

function cellOf(reading: Reading, { facets, place, row: { name } }: Element, row: number, column: number) {
  if (!facets.cell) {
    const what = name === '' ? 'The element' : quoted(name);
    throw new AppError('pattern_not_supported', `${what} has no cells.`, { delivery: 'not_delivered' });
  }
  const path = facets.cell(row, column);
  if (!path) throw new AppError('not_found', `There is no cell in row ${row}, column ${column}.`);
  return elementAt(reading, partId(place.window, [...place.path, ...path])).row;
}

/** Runs a pattern on an element. @throws AppError `pattern_not_supported` */
function runOn({ facets }: Element, call: PatternCall): void {
  const operations: Operations = facets.operations ?? {};
  const operation = operations[call.pattern] as ((call: PatternCall) => void) | undefined;
  if (!operation) {
    throw new AppError('pattern_not_supported', `The element has no ${call.pattern}.`, { delivery: 'not_delivered' });
  }
  operation(call);
}

/** Limit on parts read of one control, such as list rows: the rest is paged. */
const mostChildren = 1_000;

/** Parts read at once between two checks of the time. */
const pageSize = 100;

interface Branch {
  readonly element: Element;
  readonly node: Row & { children?: readonly RawNode[] };
  readonly depth: number;
}

/** The tree below an element, level by level, so that truncation affects deep levels first. */
function walkFrom(element: Element, budget: WalkBudget): Omit<RawTree, 'diagnosis'> {
  const root: Branch['node'] = { ...element.row };
  let [nodeCount, truncated] = [1, null as RawTree['truncated']];
  const waiting: Branch[] = [{ element, node: root, depth: 0 }];
  for (let branch = waiting.shift(); branch; branch = waiting.shift()) {
    const { childCount } = branch.node;
    if (branch.depth >= budget.depth) {
      if (childCount > 0) truncated ??= 'depth';
      continue;
    }
    if (budget.cancelled()) {
      truncated = 'time';
      if (childCount > 0) continue;
    }
    const room = Math.min(mostChildren, budget.maxNodes - nodeCount);
    const found = childCount > 0 ? readPages(branch.element, Math.min(room, childCount), budget) : [];
    const depth = branch.depth + 1;
    const added = found.map((child): Branch => ({ element: child, node: { ...child.row }, depth }));
    branch.node.children = added.map(({ node }) => node);
    nodeCount += added.length;
    if (childCount > room) truncated ??= 'nodes';
    if (budget.cancelled()) truncated = 'time';
    waiting.push(...added);
  }
  return { root, nodeCount, truncated };
}

function readPages(element: Element, count: number, { cancelled }: WalkBudget): readonly Element[] {
  const found: Element[] = [];
  for (let offset = 0; offset < count && (offset === 0 || !cancelled()); offset += pageSize) {
    found.push(...childrenOf(element, { offset, limit: Math.min(pageSize, count - offset) }));
  }
  return found;
}
