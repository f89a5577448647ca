import { AppError } from '#contract/errors';
import type { TreeView } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ChildRange, RawNode, ViewRange } from '../../../backend.ts';
import { method } from '../com/method.ts';
import { scoped } from '../com/scope.ts';
import type { ElementStrategy } from '../elements/strategy.ts';
import { parseWindowId } from '../native/window-id.ts';
import { readAncestors } from './reading/ancestors.ts';
import { orNull, type UiaClient, type UiaElement } from './client.ts';
import { readDetails } from './details/details.ts';
import { patternOf } from './details/facts.ts';
import { ask, askChildCount, askPage, askSize } from './elements.ts';
import { Allowance } from './allowance.ts';
import { readAround } from './reading/around.ts';
import { readPath } from './reading/hits.ts';
import { readIndices } from './reading/indices.ts';
import { KnownWindows } from './known-elements.ts';
import { findMatching } from './reading/matching.ts';
import { Others } from './reading/others.ts';
import { runPattern } from './patterns/run.ts';
import { askRoot, reach, type Place } from './reach.ts';
import { rowOf, runtimeIdOf } from './reading/row.ts';
import { resultCode } from '../native/failure.ts';
import { CachedProperties, rowProperties } from './reading/row-properties.ts';
import { idByPlace } from './runtime-id.ts';
import { readTree } from './reading/walk.ts';

const setFocus = method('IUIAutomationElement', 'SetFocus');
const getItem = method('IUIAutomationGridPattern', 'GetItem');

/** To look through the elements of a window, one after the other, may take so much of an app's time at once, and of all. */
const searching = { mostMs: 250, share: 0.1 } as const;

/** Elements by UI Automation. Runtime ids are its own: `u:42.65612.4.7`. */
export function createUiaStrategy(client: UiaClient): ElementStrategy {
  const windows = new KnownWindows();
  const searches = new Allowance(searching);
  const others = new Others();
  const placeOf = (window: WindowInfo): Place => {
    const handle = parseWindowId(window.id);
    return { client, known: windows.of(handle), window: handle };
  };

  return {
    name: 'uia',
    walk: (window, from, budget) => readTree(placeOf(window), windows, from, budget),

    toldAtOnce(window) {
      const place = placeOf(window);
      return scoped((scope) => askSize(client, askRoot(place, scope, 'Element')));
    },

    matching: (window, from, words) => findMatching(placeOf(window), from, words),

    children: (window, runtimeId, range) => readChildren(placeOf(window), runtimeId, range),
    childrenIn: (window, runtimeId, range) => readChildrenIn(placeOf(window), runtimeId, range),

    ancestors: (window, runtimeId) => readAncestors(placeOf(window), runtimeId),
    details: (window, runtimeId) => readDetails(placeOf(window), runtimeId),
    parts: {
      knows: (window, runtimeId) => placeOf(window).known.find(runtimeId) !== null,
      path: (window, of) => readPath(placeOf(window), of),
      details: (window, runtimeId) => readDetails(met(placeOf(window), runtimeId), runtimeId, 'alone'),
      around: (window, at, budget) => readAround(placeOf(window), at, budget),
      isOnly: (window, from, node, words) =>
        searches.spend((isSpent) => others.isOnly(placeOf(window), { from, node, words }, isSpent)),
      indices: (window, runtimeId) => readIndices(placeOf(window), runtimeId),
    },
    hitTest: (window, at) => readPath(placeOf(window), at).at(-1)?.runtimeId ?? null,
    focused: (window) => readPath(placeOf(window), 'focus').at(-1)?.runtimeId ?? null,
    focus: (window, runtimeId) => setFocus(reach(placeOf(window), runtimeId)),

    run(window, runtimeId, call) {
      const place = placeOf(window);
      runPattern(place, reach(place, runtimeId), call);
    },

    cell(window, runtimeId, row, column) {
      const place = placeOf(window);
      return scoped((scope) => {
        const grid = patternOf(scope, reach(place, runtimeId), 'Grid', 'IUIAutomationGridPattern');
        if (!grid) throw new AppError('pattern_not_supported', 'The element is no grid.');
        // What a grid answers to a place that it has not got.
        const missing = [resultCode.invalidArgument, resultCode.outOfRange];
        const cell = orNull(() => getItem(scope, grid, row, column), ...missing);
        const found = cell && ask(client, scope, cell, rowProperties);
        const id = found && runtimeIdOf(new CachedProperties(found));
        if (!found || !id) throw new AppError('not_found', `The grid has no cell in row ${row}, column ${column}.`);
        return readRow(place, found, id);
      });
    },
  };
}

/** An app would have to look through all its elements for one that was not read. @throws AppError `element_stale` */
function met(place: Place, runtimeId: string): Place {
  if (place.known.find(runtimeId)) return place;
  throw new AppError('element_stale', 'No such element was met in the window.');
}

function readChildren(place: Place, runtimeId: string, range: ChildRange): readonly RawNode[] {
  const parent = reach(place, runtimeId);
  return scoped((scope) =>
    askPage(place.client, scope, parent, rowProperties, range).map((element, index) => {
      const own = runtimeIdOf(new CachedProperties(element));
      return readRow(place, element, own ?? idByPlace(runtimeId, range.offset + index));
    }),
  );
}

/** Null where one has no id of its own: its place in the view is not the one by which it is found. */
function readChildrenIn(place: Place, runtimeId: string, range: ViewRange): readonly RawNode[] | null {
  const parent = reach(place, runtimeId);
  return scoped((scope) => {
    const rows: RawNode[] = [];
    for (const element of askPage(place.client, scope, parent, rowProperties, range)) {
      const own = runtimeIdOf(new CachedProperties(element));
      if (own === null) return null;
      rows.push(readRow(place, element, own, range.view));
    }
    return rows;
  });
}

function readRow({ client, known }: Place, element: UiaElement, runtimeId: string, view?: TreeView): RawNode {
  known.keep(runtimeId, element);
  return { ...rowOf(new CachedProperties(element), runtimeId), childCount: askChildCount(client, element, view) };
}
