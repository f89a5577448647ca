import { AppError } from '#contract/errors';
import type { TreeView } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import type { ChildRange, RawNode, ViewRange, ExactWords } from '../../../backend.ts';
import { rowCharacters } from '../../row-text.ts';
import { method } from '../com/method.ts';
import { scoped, type Owner } from '../com/memory.ts';
import type { ElementStrategy } from '../elements/strategy.ts';
import { parseWindowId, getDesktopWindow } from '../native/window.ts';
import { resultCode } from '../native/errors.ts';
import { treeScope } from '../com/generated/enums.ts';
import { propertyIds } from '../com/generated/ids.ts';
import { orNull, type UiaClient, type UiaElement, given, searchMs, type UiaCondition } from './client.ts';
import { readDetails } from './details/details.ts';
import { patternOf } from './details/facts.ts';
import { ask, askChildCount, askPage, askSize, identity, countOf, elementsOf } from './elements.ts';
import { readAround } from './reading/around.ts';
import { readPath, deepest } from './reading/hits.ts';
import { KnownWindows } from './known-elements.ts';
import { Others } from './reading/others.ts';
import { runPattern } from './patterns/run.ts';
import { askRoot, reach, type UiaScope } from './reach.ts';
import { rowOf, runtimeIdOf } from './reading/row.ts';
import { CachedProperties, rowProperties, handleOf } from './reading/row-properties.ts';
import { idByPlace } from './runtime-id.ts';
import { readTree } from './reading/walk.ts';

const setFocus = method('IUIAutomationElement', 'SetFocus');
const getItem = method('IUIAutomationGridPattern', 'GetItem');

/** Time budget for searching a window's elements one by one, at once and in total. */
const searching = { mostMs: 250, share: 0.1 } as const;

/** Elements through UI Automation. Runtime ids are its own: `u:42.65612.4.7`. */
export function createUiaStrategy(client: UiaClient): ElementStrategy {
  const windows = new KnownWindows();
  const searches = new Allowance(searching);
  const others = new Others();
  const placeOf = (window: WindowInfo): UiaScope => {
    const handle = parseWindowId(window.id);
    return { client, known: windows.of(handle), window: handle };
  };

  return {
    name: 'uia',
    walk: (window, from, budget) => readTree(placeOf(window), windows, from, budget),

    countInOneAnswer(window) {
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
        if (!grid) throw new AppError('pattern_not_supported', 'The element is not a grid.');
        // A grid's error for a position that does not exist.
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

/** For an unread element, an app would have to search all elements. @throws AppError `element_stale` */
function met(place: UiaScope, runtimeId: string): UiaScope {
  if (place.known.find(runtimeId)) return place;
  throw new AppError('element_stale', 'The window has no such element.');
}

function readChildren(place: UiaScope, runtimeId: string, range: ChildRange): readonly RawNode[] {
  const parent = reach(place, runtimeId);
  return scoped((scope) =>
    askPage(place.client, scope, parent, rowProperties, range).map((element, index) => {
      const own = runtimeIdOf(new CachedProperties(element));
      return readRow(place, element, own ?? idByPlace(runtimeId, range.offset + index));
    }),
  );
}

/** Null without an id of its own: its index in the view differs from the one that identifies it. */
function readChildrenIn(place: UiaScope, runtimeId: string, range: ViewRange): readonly RawNode[] | null {
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

function readRow({ client, known }: UiaScope, element: UiaElement, runtimeId: string, view?: TreeView): RawNode {
  known.keep(runtimeId, element);
  return { ...rowOf(new CachedProperties(element), runtimeId), childCount: askChildCount(client, element, view) };
}

const getParent = method('IUIAutomationTreeWalker', 'GetParentElementBuildCache');

/** From the window's root down to the parent; for a pop-up, which is outside the window, from its own root. */
function readAncestors(place: UiaScope, runtimeId: string): readonly RawNode[] {
  const { client, window } = place;
  const above: RawNode[] = [];
  const request = client.request(rowProperties, 'Element');
  return scoped((scope) => {
    let current = ask(client, scope, reach(place, runtimeId), rowProperties);
    while (above.length < deepest && handleOf(new CachedProperties(current)) !== window) {
      const parent = getParent(scope, client.walker, current, request);
      if (parent === null || handleOf(new CachedProperties(parent)) === getDesktopWindow()) break;
      const node = readAncestor(place, parent);
      if (node) above.unshift(node);
      current = parent;
    }
    return above;
  });
}

function readAncestor({ client, known }: UiaScope, element: UiaElement): RawNode | null {
  const cached = new CachedProperties(element);
  const runtimeId = runtimeIdOf(cached);
  if (runtimeId === null) return null;
  known.keep(runtimeId, element);
  return { ...rowOf(cached, runtimeId), childCount: askChildCount(client, element) };
}

interface AllowanceLimits {
  /** Maximum time spent at once, in milliseconds. */
  readonly mostMs: number;
  /** … and the long-term share of time. */
  readonly share: number;
  /** In milliseconds, from any origin. */
  readonly now?: () => number;
}

/** A time budget for optional work. */
export class Allowance {
  readonly #limits: Required<AllowanceLimits>;
  #leftMs: number;
  #since: number;

  constructor({ mostMs, share, now = monotonicMs }: AllowanceLimits) {
    this.#limits = { mostMs, share, now };
    this.#leftMs = mostMs;
    this.#since = now();
  }

  /**
   * Null, without running, while the budget is used up.
   * @param work checks `isSpent` to end early; its duration is charged
   */
  spend<T>(work: (isSpent: () => boolean) => T): T | null {
    const { mostMs, share, now } = this.#limits;
    const begun = now();
    this.#leftMs = Math.min(mostMs, this.#leftMs + (begun - this.#since) * share);
    this.#since = begun;
    if (this.#leftMs <= 0) return null;
    try {
      return work(() => now() - begun >= this.#leftMs);
    } finally {
      this.#since = now();
      this.#leftMs -= this.#since - begun;
    }
  }
}

const getPrevious = method('IUIAutomationTreeWalker', 'GetPreviousSiblingElementBuildCache');

/** Limit on counted siblings, one query each. */
const mostCounted = 300;

/** Child indexes from the window's child down to the element; null if too many siblings would have to be counted. */
function readIndices(place: UiaScope, runtimeId: string): readonly number[] | null {
  const { client, window } = place;
  const request = client.request(rowProperties, 'Element');
  return scoped((scope) => {
    const indices: number[] = [];
    let left = mostCounted;
    let current: UiaElement | null = ask(client, scope, reach(place, runtimeId), rowProperties);
    for (let depth = 0; current !== null && depth < deepest; depth++) {
      if (handleOf(new CachedProperties(current)) === window) return indices;
      const before = countBefore(place, scope, current, left);
      if (before === null) return null;
      left -= before;
      indices.unshift(before);
      current = getParent(scope, client.walker, current, request);
    }
    return null;
  });
}

function countBefore({ client }: UiaScope, owner: Owner, element: UiaElement, most: number): number | null {
  const request = client.request(identity, 'Element');
  let count = 0;
  for (let current: UiaElement | null = element; ; count++) {
    current = getPrevious(owner, client.walker, current, request);
    if (current === null) return count;
    if (count === most) return null;
  }
}

const findAll = method('IUIAutomationElement', 'FindAllBuildCache');

const createAnd = method('IUIAutomation', 'CreateAndCondition');

/** More matches than this are found faster in the whole tree: the children of each are counted with a separate query. */
const few = 20;

/**
 * The elements of the window, or below one, with exactly those words: the app searches, and only matches are transferred.
 * Virtualised items of long lists, which have no providers, are searched in their lists. Null if the tree has to be read: there
 * are many or no matches, they have no ids of their own, or parts of the window do not support searches.
 */
function findMatching(place: UiaScope, from: string | null, words: ExactWords): readonly RawNode[] | null {
  const { client, known } = place;
  if ((words.name?.length ?? 0) >= rowCharacters || known.hasHidden) return null;
  return scoped((scope) => {
    const start = from === null ? askRoot(place, scope, 'Element') : reach(place, from);
    const where = from === null ? treeScope.Subtree : treeScope.Descendants;
    const request = client.request(rowProperties, 'Element');
    const found = client.withTimeout(
      () => findAll(scope, start, where, conditionFor(place, scope, words), request),
      searchMs,
    );
    if (countOf(found) > few) return null;
    const rows = rowsOf(place, elementsOf(scope, found));
    if (rows?.length !== 0) return rows;
    const virtual = rowsOf(place, findVirtual(place, scope, { start, where, words }));
    return virtual?.length === 0 ? null : virtual;
  });
}

function conditionFor({ client }: UiaScope, owner: Owner, { name, automationId }: ExactWords): UiaCondition {
  const named = name === undefined ? null : client.condition(owner, propertyIds.Name, name);
  const withId = automationId === undefined ? null : client.condition(owner, propertyIds.AutomationId, automationId);
  if (named === null || withId === null) return named ?? withId ?? client.everything;
  return given(createAnd(owner, client.automation, named, withId), 'CreateAndCondition');
}

function rowsOf({ client, known }: UiaScope, elements: readonly UiaElement[]): readonly RawNode[] | null {
  const rows = new Map<string, RawNode>();
  for (const element of elements) {
    const properties = new CachedProperties(element);
    const runtimeId = runtimeIdOf(properties);
    if (runtimeId === null || rows.has(runtimeId)) return null;
    known.keep(runtimeId, element);
    rows.set(runtimeId, { ...rowOf(properties, runtimeId), childCount: askChildCount(client, element) });
  }
  return [...rows.values()];
}

const findItem = method('IUIAutomationItemContainerPattern', 'FindItemByProperty');

const realize = method('IUIAutomationVirtualizedItemPattern', 'Realize');

/** Limit on searched lists of a window. */
const mostContainers = 8;

interface Search {
  readonly start: UiaElement;
  readonly where: number;
  readonly words: ExactWords;
}

/**
 * Matching virtualised items, which have no provider while they are scrolled away. They are realised, for which some apps
 * scroll to them: https://learn.microsoft.com/windows/win32/winauto/uiauto-workingwithvirtualizeditems
 */
function findVirtual(place: UiaScope, owner: Owner, { start, where, words }: Search): UiaElement[] {
  const { client } = place;
  const isContainer = client.condition(owner, propertyIds.IsItemContainerPatternAvailable, true);
  const request = client.request(identity, 'Element');
  const containers = client.withTimeout(() => findAll(owner, start, where, isContainer, request), searchMs);
  return elementsOf(owner, containers, 0, mostContainers).flatMap((container) => {
    const item = orNull(() => itemIn(owner, container, words));
    const row = item && orNull(() => rowOfItem(place, owner, item));
    return row && matches(new CachedProperties(row), words) ? [row] : [];
  });
}

function itemIn(owner: Owner, container: UiaElement, { name, automationId }: ExactWords): UiaElement | null {
  const pattern = patternOf(owner, container, 'ItemContainer', 'IUIAutomationItemContainerPattern');
  if (!pattern) return null;
  return automationId === undefined
    ? findItem(owner, pattern, null, propertyIds.Name, name ?? '')
    : findItem(owner, pattern, null, propertyIds.AutomationId, automationId);
}

function rowOfItem({ client }: UiaScope, owner: Owner, item: UiaElement): UiaElement {
  const asked = () => ask(client, owner, item, rowProperties);
  const known = orNull(asked);
  if (known) return known;
  const pattern = patternOf(owner, item, 'VirtualizedItem', 'IUIAutomationVirtualizedItemPattern');
  if (pattern) realize(pattern);
  return asked();
}

function matches(properties: CachedProperties, { name, automationId }: ExactWords): boolean {
  return (
    properties.text('Name') === (name ?? properties.text('Name')) &&
    properties.text('AutomationId') === (automationId ?? properties.text('AutomationId'))
  );
}
