import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementNode, hasState, type ControlType } from '#contract/model/elements/element';
import { center, contains, sameRect, type Rect, intersect, isEmpty, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { sleep } from '../../../base/async/deadline.ts';
import type { ToolContext } from '../../define-tool.ts';
import { withNearMisses } from '../../target/candidates/near-misses.ts';
import { Notches } from '../../target/notches.ts';
import { resolveForReading } from '../../target/resolve-target.ts';
import { aimAt, ensureInFront, type Aimed } from '../../target/in-front.ts';

/** Interval of looks, in milliseconds: an app may glide. */
const lookMs = 60;
/** Limit as a multiple of the recorded distance, plus this many notches: there may be more items now, or less room. */
const longer = 4;
const more = 40;
/** Total timeout, in milliseconds. */
export const scrollMs = 60_000;
/** This many turns in a row without movement mean the end. */
const stuckTurns = 3;
/** Maximum notches at once. */
const mostAtOnce = 10;

export interface Wanted {
  readonly selector: string;
  readonly name?: string | undefined;
}

export interface Shown {
  readonly element: ElementNode;
  /** Number of notches turned. */
  readonly turned: number;
}

/**
 * Turns the wheel until the element is visible: towards it if its app reports its position, else in the recorded direction.
 * @param notches as recorded; positive is up
 * @throws AppError `element_not_found`, `multiple_matches` or `timeout` if it never becomes visible; as `ensureInFront`
 */
export async function scrollUntil(
  context: ToolContext,
  view: ScrolledView,
  wanted: Wanted,
  notches: number,
): Promise<Shown> {
  const search = new ScrollSearch(context, view, wanted, Math.sign(notches));
  const end = Date.now() + scrollMs;
  const most = Math.abs(notches) * longer + more;
  for (;;) {
    const shown = await search.look();
    if (shown) return { element: shown, turned: search.turned };
    if (search.isAtEnd || search.turned >= most || Date.now() > end) throw await search.failure();
    if (search.isAtRest) await search.turn();
    await sleep(lookMs, context.signal);
  }
}

class ScrollSearch {
  turned = 0;
  readonly #context: ToolContext;
  readonly #view: ScrolledView;
  readonly #wanted: Wanted;
  readonly #sign: number;
  #element: ElementNode | null = null;
  #error: AppError | null = null;
  /** True if two looks found it at the same position, or neither found it. */
  isAtRest = false;
  /** Its bounds before the last turn. */
  #last: Rect | null = null;
  readonly #notches = new Notches(mostAtOnce);

  constructor(context: ToolContext, view: ScrolledView, wanted: Wanted, sign: number) {
    this.#context = context;
    this.#view = view;
    this.#wanted = wanted;
    this.#sign = sign;
  }

  get isAtEnd(): boolean {
    return this.#notches.stuck >= stuckTurns;
  }

  /** The element, once it is visible and at rest. */
  async look(): Promise<ElementNode | null> {
    const before = this.#element?.bounds;
    this.#element = await this.#find();
    const bounds = this.#element?.bounds;
    this.isAtRest = !bounds || (!!before && sameRect(before, bounds));
    if (!this.#element || !bounds || !this.isAtRest) return null;
    if (gapTo(this.#view, this.#element) === 0) return this.#element;
    // A clipped element that comes no nearer is as visible as possible.
    const isStill = this.#last !== null && sameRect(this.#last, bounds);
    return isStill && contains(this.#view.area, center(bounds)) ? this.#element : null;
  }

  async turn(): Promise<void> {
    const { engine, signal } = this.#context;
    const notches = this.#next();
    const aim = await turningPlace(this.#context, this.#view);
    await engine.scroll({ ...aim, notches }, { signal });
    this.turned += Math.abs(notches);
  }

  async failure(): Promise<AppError> {
    const { window } = this.#view;
    const { selector } = this.#wanted;
    const delivery = this.turned === 0 ? { delivery: 'not_delivered' as const } : {};
    const hint = 'Check that the right list is scrolled and contains the element.';
    const went = `after ${this.turned} notches of the wheel`;
    if (this.#error) return this.#error;
    if (this.#element) {
      const message = `${describeElement(this.#element)} is there, but it does not come into view ${went}.`;
      return new AppError('timeout', message, { hint, ...delivery });
    }
    const error = new AppError('element_not_found', `${quoted(selector)} did not become visible ${went}.`, {
      hint,
      ...delivery,
    });
    return withNearMisses(this.#context, error, { window, selector });
  }

  #next(): number {
    const gap = this.#element && gapTo(this.#view, this.#element);
    this.#last = this.#element?.bounds ?? null;
    if (gap) return -this.#notches.next(gap);
    this.#notches.forget();
    return this.#sign;
  }

  /** An element that is missing or ambiguous may be found farther on. */
  async #find(): Promise<ElementNode | null> {
    const { window } = this.#view;
    this.#error = null;
    try {
      const target = { ...this.#wanted, window: { handle: window.id }, timeout_ms: 0 };
      return (await resolveForReading({ ...this.#context, resolved: () => undefined }, target)).element;
    } catch (error) {
      if (!(error instanceof AppError) || this.#context.signal.aborted) throw error;
      if (error.code !== 'element_not_found') this.#error = error;
      return null;
    }
  }
}

/** The scrolled element, and its visible area: screen pixels. */
export interface ScrolledView {
  readonly window: WindowInfo;
  /** Null for the window. */
  readonly element: ElementNode | null;
  /** The current position for wheel turns. */
  readonly at: Point;
  readonly area: Rect;
}

/** Its visible part: the element may be as large as its content. */
export async function viewOf(
  { engine, signal }: ToolContext,
  { window, element, at }: Omit<ScrolledView, 'area'>,
): Promise<ScrolledView> {
  const around = element ? await engine.ancestors({ element: element.id }, { signal }) : [];
  const all = [element, ...around].flatMap((one) => (one?.bounds && !isEmpty(one.bounds) ? [one.bounds] : []));
  const area = [...all, window.bounds].reduce((shown, bounds) => intersect(shown, bounds) ?? shown);
  return { window, element, at: contains(area, at) ? at : center(area), area };
}

/** Distance of an element from the visible area: pixels, positive below. Null if its app does not report its position. */
function gapTo({ area }: ScrolledView, element: ElementNode): number | null {
  const { bounds } = element;
  const isHidden = !hasState(element, 'visible');
  if (!bounds || isEmpty(bounds) || (isHidden && !hasState(element, 'offscreen'))) return null;
  if (bounds.height > area.height) {
    const middle = center(bounds);
    return contains(area, middle) ? 0 : middle.y - center(area).y;
  }
  const above = bounds.y - area.y;
  const below = bounds.y + bounds.height - (area.y + area.height);
  const gap = above < 0 ? above : Math.max(0, below);
  // An element within the visible area that is not visible is covered.
  return isHidden && gap === 0 ? null : gap;
}

/** The wheel changes their value, whatever contains them. */
const values: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'Slider', 'Spinner', 'TabItem']);

/**
 * A point where the wheel scrolls the element: not covered, and with no child that takes the turn.
 * @throws AppError `wrong_target_window`, naming the cover
 */
export async function turningPlace(context: ToolContext, { area, at, element, window }: ScrolledView): Promise<Aimed> {
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  const places = parts.flatMap((y) =>
    parts.map((x) => ({ x: Math.round(area.x + x * area.width), y: Math.round(area.y + y * area.height) })),
  );
  let covered: AppError | null = null;
  for (const place of [at, ...places]) {
    if (await wouldTakeIt(context, place, element)) continue;
    try {
      if (element) return await aimAt(context, { window, element }, place, { only: true, stays: true });
      await ensureInFront(context, window, place);
      return { at: place };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wrong_target_window') throw error;
      covered ??= error;
    }
  }
  if (covered) throw covered;
  throw new AppError('wrong_target_window', 'Scrolling there would change a value.', {
    delivery: 'not_delivered',
  });
}

async function wouldTakeIt({ engine, signal }: ToolContext, at: Point, scrolled: ElementNode | null): Promise<boolean> {
  const hit = await engine.elementAt(at, { signal });
  const inside = hit ? [hit.element, ...hit.ancestors] : [];
  const end = inside.findIndex(({ id }) => id === scrolled?.id);
  return inside.slice(0, end < 0 ? inside.length : end).some(({ controlType }) => values.has(controlType));
}
