import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import { describeElement, elementId, parseElementId, type ElementId, type ElementNode } from '#contract/model/element';
import { center, contains, sameRect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import { blocker } from './actionable.ts';
import type { ToolContext } from '../define-tool.ts';
import { lookByAlternatives } from './alternatives.ts';
import { listedControl, lookAtListed, lookBySelector } from './find-element.ts';
import { isSeen } from './seen-controls.ts';
import { selectorTimeoutMs, type TargetInput, type WindowArgument } from './target-input.ts';
import { activate, lookEveryMs, undelivered, waitForWindow } from './target-window.ts';

export interface Target {
  readonly window: WindowInfo;
  readonly element: ElementNode;
  /** The centre of the element in physical screen pixels; null only for `presence: 'exists'`. */
  readonly at: Point | null;
}

export type FoundTarget = Omit<Target, 'at'>;
export type AimedTarget = Target & { readonly at: Point };

/** How long an element that was found may take at least to be ready and at rest, in milliseconds. */
const restGraceMs = 500;
/** Pause between the two looks that must agree, in milliseconds: longer than one frame of an animation. */
const restLookMs = 40;

/**
 * Finds the one element a call means and waits until it can be used: its window exists, exactly one element matches, and
 * that is enabled, visible and at rest (the same bounds twice in a row). Its window is brought to the front. Where the
 * selector matches nothing until the end, an alternative that can be trusted is used instead and reported.
 * @param found where the element was looked at just now: that counts as the first look
 * @throws AppError with delivery `not_delivered`: `window_not_found`, `element_not_found`, `multiple_matches` with
 *   `candidates`, `element_stale`, `invalid_parameter` for a wrong name, `timeout` where it never became ready
 */
export async function resolveTarget(
  context: ToolContext,
  input: TargetInput,
  found?: FoundTarget,
): Promise<AimedTarget> {
  const target = await resolve(context, input, true, found);
  if (target.at === null) throw new Error('A ready element has a place.');
  return { ...target, at: target.at };
}

/** As {@link resolveTarget} for reading: it must exist, and nothing is brought to the front. */
export async function resolveForReading(context: ToolContext, input: TargetInput): Promise<Target> {
  return resolve(context, input, false);
}

async function resolve(context: ToolContext, input: TargetInput, ready: boolean, found?: FoundTarget): Promise<Target> {
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
      ...(search.healedFrom && { healedFrom: search.healedFrom }),
    });
    return target;
  } catch (error) {
    throw undelivered(error);
  }
}

/** @throws AppError `element_stale`: its window was moved away from under a place in a picture */
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

/** One search: what it has tried so far. */
class Search {
  attempts = 0;
  healedFrom = '';
  readonly #context: ToolContext;
  readonly #input: TargetInput;
  readonly #ready: boolean;
  #found: FoundTarget | undefined;

  constructor(context: ToolContext, input: TargetInput, ready: boolean, found?: FoundTarget) {
    this.#context = context;
    this.#input = input;
    this.#ready = ready;
    this.#found = found;
  }

  async run(until: number): Promise<Target> {
    const { selector } = this.#input;
    return selector === undefined ? this.#runById(until) : this.#runBySelector(selector, until);
  }

  /** The window is the one the control was listed in, whichever is selected by now. */
  async #runById(until: number): Promise<Target> {
    const { id } = this.#input;
    if (id !== undefined && elementId.safeParse(id).success) return this.#runByElement(id, until);
    const listed = listedControl(this.#context, this.#input);
    const window = await this.#window({ handle: parseElementId(listed.id).window }, until);
    return this.#settle(window, until, () => lookAtListed(this.#context, listed, this.#input));
  }

  async #runByElement(element: ElementId, until: number): Promise<Target> {
    const window = this.#found
      ? await this.#inFront(this.#found.window)
      : await this.#window({ handle: parseElementId(element).window }, until);
    return this.#settle(window, until, async () => {
      const { engine, signal } = this.#context;
      const found = this.#found?.element;
      this.#found = undefined;
      if (found) return sameName(found, this.#input);
      return sameName(await engine.details({ element }, { signal }), this.#input);
    });
  }

  async #runBySelector(selector: string, until: number): Promise<Target> {
    const { alternatives } = this.#input;
    const window = await this.#window(this.#input.window, until);
    try {
      return await this.#settle(window, until, () => this.#bySelector(window, selector));
    } catch (error) {
      const missing = error instanceof AppError && error.code === 'element_not_found';
      if (!missing || !alternatives?.length) throw error;
      return this.#heal(window, alternatives, error);
    }
  }

  async #window(query: WindowArgument | undefined, until: number): Promise<WindowInfo> {
    return this.#inFront(await waitForWindow(this.#context, query, until));
  }

  async #inFront(window: WindowInfo): Promise<WindowInfo> {
    return this.#ready ? activate(this.#context, window) : window;
  }

  /** Looks until the element is there and ready. */
  async #settle(window: WindowInfo, until: number, look: () => Promise<ElementNode | null>): Promise<Target> {
    let previous: ElementNode | null = null;
    let end = until;
    for (;;) {
      this.attempts++;
      const element = await look();
      if (element && !this.#ready) return { window, element, at: element.bounds && center(element.bounds) };
      if (element && isSeen(element)) ensureInside(window, element);
      const problem = element && (await blocker(this.#context, element));
      if (element?.bounds && !problem && atRest(previous, element)) {
        return { window, element, at: center(element.bounds) };
      }
      if (element && !previous) end = Math.max(end, Date.now() + restGraceMs);
      if (Date.now() >= end) throw this.#failure(element, problem);
      previous = element;
      await sleep(problem || !element ? lookEveryMs : restLookMs, this.#context.signal);
    }
  }

  async #heal(window: WindowInfo, alternatives: readonly string[], cause: AppError): Promise<Target> {
    const healed = await lookByAlternatives(this.#context, window, alternatives, this.#input.name);
    if (!healed) throw cause;
    this.healedFrom = healed.selector;
    return this.#settle(window, Date.now(), () => lookBySelector(this.#context, window, healed.selector));
  }

  async #bySelector(window: WindowInfo, selector: string): Promise<ElementNode | null> {
    const element = await lookBySelector(this.#context, window, selector);
    return element && sameName(element, this.#input);
  }

  #failure(element: ElementNode | null, problem: string | null): AppError {
    const { selector, id = '' } = this.#input;
    const what = selector === undefined ? `id ${word(id)}` : quoted(selector);
    if (!element) return new AppError('element_not_found', `No element matches ${what}.`);
    const why = problem ?? 'does not stop moving';
    return new AppError('timeout', `${describeElement(element)} was found, but it ${why}.`, {
      hint: 'Do first what makes it usable, or wait longer with timeout_ms.',
      data: { element: element.id, states: element.states },
    });
  }
}

function atRest(previous: ElementNode | null, element: ElementNode): boolean {
  return (
    previous?.id === element.id && !!previous.bounds && !!element.bounds && sameRect(previous.bounds, element.bounds)
  );
}

/** @throws AppError `invalid_parameter` where a name was given and is another */
function sameName(element: ElementNode, { id, name, selector }: TargetInput): ElementNode {
  if (name === undefined || name === element.name) return element;
  throw new AppError(
    'invalid_parameter',
    `${quoted(selector ?? id ?? '')} is ${describeElement(element)}, not ${quoted(name)}.`,
  );
}
