import { AppError } from '#contract/errors';
import {
  parseElementId,
  type ControlType,
  type ElementDetails,
  type ElementId,
  type ElementNode,
} from '#contract/model/elements/element';
import { isInView } from '#contract/model/elements/element-query';
import { center, contains, isEmpty, type Rect } from '#contract/model/geometry';
import { sleep } from '../../base/async/deadline.ts';
import type { LookContext } from '../define-tool.ts';
import { Notches } from './notches.ts';

/** The first step, in percent of the range. It shows how far a percent moves the element. */
const probe = 10;
/** Two steps suffice for content that moves in proportion; rows of different heights take a few more. */
const mostSteps = 6;
/** Smaller steps, in percent, have no effect. */
const leastStep = 0.2;

/** Share of the view per step, in percent: a row at an edge is seen twice rather than never. */
const stepOfView = 80;
/** Step for a view of unknown length, in percent of the range. */
const blindStep = 10;
/** A scroll pane has content, two bars and a corner, with the wrappers of its toolkit. */
const mostParts = 6;
/** Notches of the wheel per turn. */
const mostNotches = 60;
/** How long a smooth scroll takes, in milliseconds. */
const wheelSettlesMs = 250;
/** Time limit for scrolling, in milliseconds. */
const maxWaitMs = 5_000;

const axes = ['vertical', 'horizontal'] as const;
type Axis = (typeof axes)[number];

/** Scrolls back. */
type Undo = () => Promise<void>;

/**
 * Scrolls an off-screen element into view: by its own pattern, or by scrolling its containers, from the inside out. An element
 * that never comes into view is left in place.
 * @returns the current element, null if it is not in view
 * @throws AppError errors of reading it, e.g. `element_stale`
 */
export async function scrollIntoView(
  context: LookContext,
  id: ElementId,
  until = Date.now() + maxWaitMs,
): Promise<ElementDetails | null> {
  await byItself(context, id);
  const around = await scrollingAround(context, id);
  const look = async () => {
    const now = await lookAt(context, id);
    return isShown(now, around) ? now : null;
  };
  const undo: Undo[] = [];
  for (const container of around) {
    for (const axis of axes) undo.push(await scrollTowards(context, id, container, axis));
  }
  const byWheel = async () => {
    for (const bar of await barsAround(context, id)) undo.push(await turnWheel(context, id, bar, until));
    return look();
  };
  const blindly = () => scrolledThrough(context, around, look, until);
  const hasPlace = async () => (await lookAt(context, id)).bounds !== null;
  const shown = (await look()) ?? ((await hasPlace()) ? await byWheel() : await blindly());
  if (!shown) for (const each of undo.reverse()) await each();
  return shown;
}

/** A visible scroll bar, or a list that reports none, and the scrolled view. */
interface Bar {
  readonly bar: ElementNode;
  readonly view: Rect;
  readonly axis: Axis;
  readonly isList?: boolean;
}

/** The scroll bars of an element's containers, the innermost first. */
async function barsAround(context: LookContext, id: ElementId): Promise<readonly Bar[]> {
  const { engine, signal } = context;
  const [element, ancestors] = await Promise.all([lookAt(context, id), engine.ancestors({ element: id }, { signal })]);
  const bars: Bar[] = [];
  for (const container of [...ancestors].reverse()) {
    const { id: pane, bounds: view, childCount } = container;
    if (!view || childCount < 2) continue;
    // Qt Quick has the bars before or after all content.
    const rest = Math.max(0, childCount - mostParts);
    const ends = [{ limit: mostParts }, ...(rest > 0 ? [{ offset: Math.max(mostParts, rest), limit: mostParts }] : [])];
    const parts = await Promise.all(ends.map((end) => engine.children({ element: pane, ...end }, { signal })));
    const own = parts.flat().flatMap((bar): readonly Bar[] => {
      if (bar.controlType !== 'ScrollBar' || !isInView(bar) || !bar.bounds) return [];
      return [{ bar, view, axis: bar.bounds.height > bar.bounds.width ? 'vertical' : 'horizontal' }];
    });
    bars.push(...own);
    // The item views of Qt report no bars, but rows beyond their bounds.
    const isScrolled = own.length === 0 && lists.has(container.controlType);
    if (isScrolled && placeAlong('vertical', view, element)?.isInside === false)
      bars.push({ bar: container, view, axis: 'vertical', isList: true });
  }
  return bars;
}

const lists: ReadonlySet<ControlType> = new Set<ControlType>(['List', 'Tree', 'Table', 'DataGrid']);

/** For apps whose scroll bars take no value. The wheel over a scroll bar moves only the bar. */
async function turnWheel(context: LookContext, id: ElementId, given: Bar, until: number): Promise<Undo> {
  const { engine, signal } = context;
  // A list that is scrolled out of sight itself takes no wheel.
  const list = given.isList && !isInView(given.bar) ? await scrollIntoView(context, given.bar.id, until) : null;
  const over = list?.bounds ? { ...given, bar: list, view: list.bounds } : given;
  const { view, axis } = over;
  // Positive notches are up, which moves the content down.
  const turn = async (down: number) =>
    engine.scroll({ ...(await aimAtBar(context, over)), axis, notches: -down }, { signal });
  const pace = new Notches(mostNotches);
  let turned = 0;
  while (Date.now() < until) {
    const place = placeAlong(axis, view, await lookAt(context, id));
    if (!place || place.isInside) break;
    const notches = pace.next(place.offset);
    if (pace.stuck > 0) break;
    const isTurned = await turn(notches).then(() => true, unlessCovered);
    if (!isTurned) break;
    turned += notches;
    await sleep(wheelSettlesMs, signal);
  }
  return async () => {
    if (turned !== 0) await turn(-turned).catch(unlessCovered);
  };
}

function unlessCovered(error: unknown): false {
  if (error instanceof AppError && error.code === 'wrong_target_window') return false;
  throw error;
}

/**
 * Scrolls each container from its start to its end until a look finds a match; otherwise restores their positions.
 * @param until milliseconds of `Date.now()`
 */
export async function scrolledThrough<T>(
  context: LookContext,
  containers: readonly ElementDetails[],
  look: () => Promise<T | null>,
  until: number,
): Promise<T | null> {
  for (const { id, scroll, bounds } of containers) {
    const before = scroll?.vertical ?? null;
    if (before === null) continue;
    const step = await stepOf(context, { id, bounds });
    for (let goal = 0; Date.now() < until; goal = Math.min(100, goal + step)) {
      await scrollTo(context, id, 'vertical', goal);
      const found = await look();
      if (found) return found;
      if (goal >= 100) break;
    }
    await scrollTo(context, id, 'vertical', before);
  }
  return null;
}

/** Step size in percent of the range, by the share of the content that fits into view. */
async function stepOf(
  { engine, signal }: LookContext,
  { id, bounds }: Pick<ElementDetails, 'id' | 'bounds'>,
): Promise<number> {
  const rows = await engine.children({ element: id, limit: 1_000 }, { signal });
  const places = rows.flatMap((row) => (row.bounds && !isEmpty(row.bounds) ? [row.bounds] : []));
  if (!bounds || places.length === 0) return blindStep;
  const top = Math.min(...places.map(({ y }) => y));
  const bottom = Math.max(...places.map(({ y, height }) => y + height));
  const way = bottom - top - bounds.height;
  return way > 0 ? Math.min(100, Math.max(1, (bounds.height / way) * stepOfView)) : blindStep;
}

async function byItself({ engine, signal }: LookContext, id: ElementId): Promise<void> {
  try {
    await engine.runPattern({ element: id, call: { pattern: 'scrollItem' } }, { signal });
  } catch (error) {
    const known = ['pattern_not_supported', 'not_verified'];
    if (!(error instanceof AppError) || !known.includes(error.code)) throw error;
  }
}

function lookAt({ engine, signal }: LookContext, id: ElementId): Promise<ElementDetails> {
  return engine.details({ element: id }, { signal });
}

/** The scrolling containers of an element, the innermost first. */
export async function scrollingAround(context: LookContext, id: ElementId): Promise<readonly ElementDetails[]> {
  const around = await context.engine.ancestors({ element: id }, { signal: context.signal });
  const details = await detailsOf(context, around);
  return around
    .flatMap(({ id: outer }) => details.get(outer) ?? [])
    .filter(({ scroll }) => scroll)
    .reverse();
}

function isShown(element: ElementNode, around: readonly ElementNode[]): boolean {
  const { bounds } = element;
  if (!isInView(element) || !bounds) return false;
  return around.every((outer) => !outer.bounds || contains(outer.bounds, center(bounds)));
}

/** GTK 4 answers a hit on a hidden overlay bar with the pane around it; then nothing else is in the way. */
async function aimAtBar({ engine, signal }: LookContext, { bar, view, isList = false }: Bar) {
  const at = center(bar.bounds ?? view);
  try {
    return await engine.aim({ element: bar, at, only: !isList }, { signal });
  } catch (error) {
    if (!isCutOff(error)) throw error;
    return { at, over: parseElementId(bar.id).window };
  }
}

/** Whether an element could not be aimed at because it is clipped or off-screen. */
export function isCutOff(error: unknown): boolean {
  return error instanceof AppError && error.data?.['isCutOff'] === true;
}

/** Moves one bar until the middle of the element is in the view: the previous step shows how far a percent moves it. */
async function scrollTowards(
  context: LookContext,
  id: ElementId,
  { id: container, bounds: view, scroll }: ElementDetails,
  axis: Axis,
): Promise<Undo> {
  const start = scroll?.[axis] ?? null;
  if (start === null || !view) return () => Promise.resolve();
  let place = placeAlong(axis, view, await lookAt(context, id));
  let [at, perPercent] = [start, null as number | null];
  for (let step = 0; step < mostSteps && place && !place.isInside; step++) {
    const by = perPercent === null ? Math.sign(place.offset) * probe : place.offset / perPercent;
    const to = Math.min(100, Math.max(0, at + by));
    if (Math.abs(to - at) < leastStep) break;
    await scrollTo(context, container, axis, to);
    const now = placeAlong(axis, view, await lookAt(context, id));
    const moved = now ? place.offset - now.offset : 0;
    perPercent = moved / (to - at);
    [at, place] = [to, moved === 0 && !now?.isInside ? null : now];
  }
  return async () => {
    if (at !== start) await scrollTo(context, container, axis, start);
  };
}

/** Offset of an element's middle from the middle of a view; pixels. Null without bounds. */
function placeAlong(axis: Axis, view: Rect, { bounds }: ElementNode) {
  if (!bounds || isEmpty(bounds)) return null;
  const [middle, goal] = [center(bounds), center(view)];
  const [offset, size] = axis === 'vertical' ? [middle.y - goal.y, view.height] : [middle.x - goal.x, view.width];
  return { offset, isInside: Math.abs(offset) < size / 2 };
}

/** @param to percent of the range */
async function scrollTo({ engine, signal }: LookContext, container: ElementId, axis: Axis, to: number): Promise<void> {
  try {
    await engine.runPattern({ element: container, call: { pattern: 'scroll', [axis]: { to } } }, { signal });
  } catch (error) {
    // A list that learns its length while it scrolls stops elsewhere, and a bar that is no longer needed is gone. The next look
    // shows the result.
    const known = ['not_verified', 'pattern_not_supported'];
    if (!(error instanceof AppError) || !known.includes(error.code)) throw error;
  }
}

/** Number of elements to query at once. */
const atOnce = 8;

/** Details of elements, by id; elements that disappeared meanwhile are left out. */
export async function detailsOf(
  { engine, signal }: LookContext,
  elements: readonly ElementNode[],
): Promise<ReadonlyMap<string, ElementDetails>> {
  const found = new Map<string, ElementDetails>();
  const coming = [...elements];
  const look = async () => {
    for (let next = coming.shift(); next !== undefined; next = coming.shift()) {
      try {
        found.set(next.id, await engine.details({ element: next.id }, { signal }));
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'element_stale')) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, look));
  return found;
}
