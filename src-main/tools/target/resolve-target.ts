import { sleep } from '../../base/async/deadline.ts';
import { wordIn } from '../../permissions/patterns.ts';
import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import { describeElement, hasState, type ElementNode } from '#contract/model/elements/element';
import type { ElementQuery } from '#contract/model/elements/element-query';
import { center, contains, intersect, sameRect, type Point, type Rect } from '#contract/model/geometry';
import { shortSelector } from '#contract/model/elements/selector';
import { isUnplaced, type WindowInfo } from '#contract/model/windows/window';
import { blocker, type Blocker } from './actionable.ts';
import { alike, type Vote } from './candidates/alike.ts';
import { elect, isConfirmed, unconfirmed, votesOf, type Recorded } from './candidates/alternatives.ts';
import type { LookContext, ToolContext } from '../define-tool.ts';
import { scrollIntoView } from './into-view.ts';
import { seenElement } from './known-element.ts';
import { withNearMisses } from './candidates/near-misses.ts';
import { isSeen } from './in-picture/seen-controls.ts';
import { selectorTimeoutMs, type TargetInput } from './target-input.ts';
import { ofThatName, queryOfTarget } from './target-query.ts';
import { activate, lookEveryMs, undelivered, waitForWindow } from './windows/target-window.ts';
import { insideWindow, whichElement, type FoundElement } from './which-element.ts';

export interface Target extends FoundElement {
  /**
   * Where to press it, in physical screen pixels: its centre, or the given point. Null without a position: found for reading, or
   * in a window of unknown position.
   */
  readonly at: Point | null;
}

type Looking = LookContext & Pick<ToolContext, 'resolved'> & Partial<Pick<ToolContext, 'admit' | 'settings'>>;

export type AimedTarget = Target & { readonly at: Point };

/** A usable element: not hidden, in front, at rest, and enabled. */
export interface Usable {
  /** It may be disabled. */
  readonly disabled?: boolean;
}

/** Minimum time for a found element to become ready and rest, in milliseconds. */
const restGraceMs = 500;
/** Pause between two looks that must agree, in milliseconds: longer than one frame of an animation. */
const restLookMs = 40;

/**
 * Finds the call's element and waits until it is usable: its window exists, exactly one element matches, and it is enabled,
 * visible and at rest (the same bounds twice in a row). Brings its window to the front. If the selector matches nothing until
 * the end, a trustworthy alternative is used instead and reported.
 * @param found the result of a look just now, which counts as the first
 * @param how.disabled a disabled element will do, e.g. for a resting pointer
 * @throws AppError with delivery `not_delivered`: `window_not_found`, `element_not_found`, `multiple_matches` with `candidates`,
 * `element_stale`, `invalid_parameter` for a wrong name, `timeout` if it never became ready
 */
export async function resolveTarget(
  context: ToolContext,
  input: TargetInput,
  found?: FoundElement,
  how?: Usable,
): Promise<AimedTarget> {
  return aimed(await resolveUsable(context, input, found, how));
}

/**
 * See {@link resolveTarget}, for actions that work without the mouse: in a window of unknown position the element has no point,
 * and the window is not activated.
 */
export function resolveUsable(
  context: ToolContext,
  input: TargetInput,
  found?: FoundElement,
  how: Usable = {},
): Promise<Target> {
  return resolve(context, input, how, found);
}

/** @throws AppError `unsupported_platform` if the target has no position */
export function aimed(target: Target): AimedTarget {
  const { at, element, window } = target;
  if (at) return { ...target, at };
  throw new AppError(
    'unsupported_platform',
    `Cannot use the mouse on ${describeElement(element)} of ${quoted(window.title)}: its position is unknown.`,
    { hint: 'Use the element’s patterns (invoke, set a value, select), or keys.', delivery: 'not_delivered' },
  );
}

/** See {@link resolveTarget}, for reading: it must exist, and nothing is activated. */
export async function resolveForReading(context: Looking, input: TargetInput): Promise<Target> {
  return resolve(context, input, null);
}

async function resolve(
  context: Looking,
  input: TargetInput,
  ready: Usable | null,
  found?: FoundElement,
): Promise<Target> {
  try {
    const started = Date.now();
    const search = new Search(context, input, ready, found);
    const target = await search.run(started + (input.timeout_ms ?? (input.selector ? selectorTimeoutMs : 0)));
    context.resolved({
      selector: input.selector ?? `id=${input.id ?? ''}`,
      matchCount: 1,
      attempts: search.attempts,
      elapsedMs: Date.now() - started,
      bounds: target.element.bounds,
      element: describeElement(target.element),
      ...(search.healedFrom && { healedFrom: search.healedFrom }),
    });
    return target;
  } catch (error) {
    throw undelivered(error);
  }
}

/** The state of one search. */
class Search {
  attempts = 0;
  healedFrom = '';
  readonly #context: Looking;
  readonly #input: TargetInput;
  /** Null for reading. */
  readonly #ready: Usable | null;
  #found: FoundElement | undefined;
  #point: Point | undefined;
  /** When the first look was taken, if before this search. */
  #seenAt: number | undefined;
  #isScrolled = false;
  #confirmed: ElementNode | null = null;
  #unconfirmed: Vote | null = null;

  constructor(context: Looking, input: TargetInput, ready: Usable | null, found?: FoundElement) {
    this.#context = context;
    this.#input = input;
    this.#ready = ready;
    this.#found = found;
  }

  async run(until: number): Promise<Target> {
    const query = queryOfTarget(this.#context.session, this.#input);
    return query.called === undefined ? this.#runBySelector(query, until) : this.#runByName(query.called, until);
  }

  /** A listed control belongs to its listed window, whichever is selected by now. */
  async #runByName(called: string, until: number): Promise<Target> {
    const found = this.#found ?? (await seenElement(this.#context, called));
    this.#seenAt = 'at' in found ? found.at : undefined;
    this.#named(found.element);
    const { name } = found.element;
    this.#point = found.point;
    const window = await this.#inFront(found.window);
    let first: ElementNode | null = found.element;
    return this.#settle(window, until, async (ready) => {
      const element = first ?? (ready ? await this.#glance(ready) : await this.#lookAgain(found.element));
      first = null;
      // The engine refuses to act on it under another name, such as that of a row that scrolling put into its place.
      return this.#named(this.#found?.byWords ? { ...element, name } : element);
    });
  }

  /** The current state and position of an element that was usable a moment ago. */
  async #glance(element: ElementNode): Promise<ElementNode> {
    if (isSeen(element)) return element;
    const { engine, signal } = this.#context;
    const { bounds, states } = await engine.glance({ element: element.id }, { signal });
    const isEnabled = !hasState(element, 'enabled') || states.includes('enabled');
    return { ...element, bounds, states: isEnabled ? element.states : states };
  }

  async #lookAgain(element: ElementNode): Promise<ElementNode> {
    const { engine, signal } = this.#context;
    return isSeen(element) ? element : engine.details({ element: element.id }, { signal });
  }

  async #runBySelector(query: ElementQuery, until: number): Promise<Target> {
    const { alternatives, window: named } = this.#input;
    const window = await this.#inFront(await waitForWindow(this.#context, named, until));
    try {
      return await this.#settle(window, until, () => this.#look(window, query));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'element_not_found') throw error;
      const { selector = '' } = query;
      const recorded = { selector, alternatives: alternatives ?? [] };
      if (this.#unconfirmed) throw await unconfirmed(this.#context, window, { recorded, vote: this.#unconfirmed });
      return this.#heal(window, recorded, error);
    }
  }

  async #inFront(window: WindowInfo): Promise<WindowInfo> {
    return this.#ready && !isUnplaced(window) ? activate(this.#context, window) : window;
  }

  async #look(window: WindowInfo, query: ElementQuery): Promise<ElementNode | null> {
    this.#unconfirmed = null;
    const { element, byPlace } = await whichElement(this.#context, query, insideWindow(window));
    if (element && byPlace && !(await this.#isConfirmed(window, query, element))) return null;
    return element && this.#named(element);
  }

  /** Repeated until the search ends: alternatives may agree only once the window is complete. */
  async #isConfirmed(window: WindowInfo, { selector = '' }: ElementQuery, element: ElementNode): Promise<boolean> {
    if (this.#confirmed && alike(this.#confirmed, element)) return true;
    const recorded = { selector, alternatives: this.#input.alternatives ?? [] };
    const vote = { selector, element, byPlace: true };
    const isSure = await isConfirmed(this.#context, window, { recorded, vote });
    this.#confirmed = isSure ? element : null;
    this.#unconfirmed = isSure ? null : vote;
    return isSure;
  }

  /** An element may be as large as its window, with its centre away from the intended point. */
  #placeOn({ controlType }: ElementNode, bounds: Rect, window: WindowInfo): Point {
    if (this.#point && contains(bounds, this.#point)) return this.#point;
    const middle = center(controlType === 'Spinner' ? textOfSpinner(bounds) : bounds);
    // The centre of a long page is below the window, or off-screen.
    const shown = contains(window.bounds, middle) ? null : intersect(bounds, window.bounds);
    return shown ? center(shown) : middle;
  }

  #named(element: ElementNode): ElementNode {
    return ofThatName(this.#context.session, this.#input, element);
  }

  /** Looks until the element is there and ready. @param look gets the earlier element if it was usable */
  async #settle(
    window: WindowInfo,
    until: number,
    look: (ready: ElementNode | null) => Promise<ElementNode | null>,
  ): Promise<Target> {
    let previous: ElementNode | null = null;
    let ready: ElementNode | null = null;
    let end = until;
    for (;;) {
      this.attempts++;
      const element = await look(ready);
      const byWords = this.#input.selector !== undefined || this.#found?.byWords === true;
      if (element && !this.#ready) return { window, element, byWords, at: element.bounds && center(element.bounds) };
      if (element && isSeen(element)) ensureInside(window, element);
      const problem = element && blocker(element, window, this.#ready?.disabled);
      if (element && problem?.isOutOfSight && (await this.#intoView(element))) continue;
      if (element && !problem && atRest(previous, element)) {
        return { window, element, byWords, at: element.bounds && this.#placeOn(element, element.bounds, window) };
      }
      if (element && !previous) end = Math.max(end, Date.now() + restGraceMs);
      if (Date.now() >= end) throw this.#failure(element, problem);
      previous = element;
      ready = problem ? null : element;
      await sleep(problem || !element ? lookEveryMs : this.#restMs(), this.#context.signal);
    }
  }

  /** How long until the next look, which must agree with the one before. */
  #restMs(): number {
    const passed = this.attempts === 1 && this.#seenAt !== undefined ? Date.now() - this.#seenAt : 0;
    return Math.max(0, restLookMs - passed);
  }

  /**
   * Scrolls once: repeating would only scroll back and forth.
   * @returns whether to look again, since lists may recreate their rows while scrolling
   */
  async #intoView(element: ElementNode): Promise<boolean> {
    if (this.#isScrolled || isSeen(element)) return false;
    this.#isScrolled = true;
    try {
      return (await scrollIntoView(this.#context, element.id)) !== null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'element_stale') return true;
      throw error;
    }
  }

  async #heal(window: WindowInfo, recorded: Recorded, cause: AppError): Promise<Target> {
    const { selector, alternatives } = recorded;
    const healed = await elect(this.#context, window, recorded, this.#input.name);
    const danger = healed && this.#danger(healed.element);
    if (!healed || danger !== null) {
      const votes = await votesOf(this.#context, window, alternatives);
      const why = healed && danger !== null ? notOnAGuess(cause, healed, danger) : cause;
      throw await withNearMisses(this.#context, why, { window, selector, votes });
    }
    this.healedFrom = healed.selector;
    this.#confirmed = healed.element;
    return this.#settle(window, Date.now(), () => this.#look(window, { selector: healed.selector }));
  }

  /** The word for an irreversible action, if the element has one. */
  #danger({ name }: ElementNode): string | null {
    const words = this.#context.settings?.destructiveWords;
    if (!this.#ready || !words) return null;
    return wordIn(words, name) ?? wordIn(words, this.#input.name ?? '');
  }

  #failure(element: ElementNode | null, problem: Blocker | null): AppError {
    const { selector, id = '' } = this.#input;
    const what = selector === undefined ? `id ${word(id)}` : quoted(shortSelector(selector));
    if (!element) return new AppError('element_not_found', `No element matches ${what}.`);
    const why = problem?.why ?? 'does not stop moving';
    return new AppError('timeout', `${describeElement(element)} was found, but it ${why}.`, {
      hint: problem?.hint ?? 'Wait until it rests, or increase the timeout.',
      data: { element: element.id, states: element.states },
    });
  }
}

/** In GTK, the buttons of a spinner may reach to its middle from the right: a click there would change the value. */
function textOfSpinner(bounds: Rect): Rect {
  return bounds.width > bounds.height ? { ...bounds, width: Math.min(bounds.width / 2, 2 * bounds.height) } : bounds;
}

/** Irreversible acts need the exact element. */
function notOnAGuess(cause: AppError, { element, selector }: Vote, danger: string): AppError {
  return new AppError(
    'element_not_found',
    `${cause.message} ${describeElement(element)} was found by ${quoted(shortSelector(selector))} instead, but an action named ${quoted(danger)} is not done on a guess.`,
    { hint: 'If it is the right one, use that selector.', delivery: 'not_delivered', cause },
  );
}

function atRest(previous: ElementNode | null, element: ElementNode): boolean {
  if (!previous) return false;
  const isStill =
    previous.bounds && element.bounds ? sameRect(previous.bounds, element.bounds) : previous.bounds === element.bounds;
  return isStill && alike(previous, element);
}

/** @throws AppError `element_stale` if its window moved away from a place in a picture */
function ensureInside(window: WindowInfo, { bounds, name }: ElementNode): void {
  if (bounds && contains(window.bounds, center(bounds))) return;
  throw new AppError(
    'element_stale',
    `${quoted(name)} was seen at a place that is outside ${quoted(window.title)} now.`,
    {
      hint: 'Take a new picture and add its controls again.',
    },
  );
}
