import { z } from 'zod';
import { AppError } from '#contract/errors';
import { describeElement, parseElementId, type ElementId, type ElementNode } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import { expectation } from '#contract/model/schemas/expectation';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import {
  defaultDeadlineMs,
  defineTool,
  type Effect,
  type ToolContext,
  type ToolDefinition,
  type TypedTool,
} from '../../define-tool.ts';
import { areSo, checkEffects, ensureAppStays } from '../../effects/check.ts';
import type { Scene } from '../../effects/holds.ts';
import { fillTarget } from '../../input/fill.ts';
import { resolveForReading } from '../../target/resolve-target.ts';
import { namesElement, targetInput, type TargetInput } from '../../target/target-input.ts';
import { findWindow, listWindows } from '../../target/windows/target-window.ts';

/** Tools reserved for the user. */
export const namespace = 'Deskscope';

/** As many fields as a form that waits for all of them has. */
const mostSetTexts = 10;

/** Parameters for a step's expectations. */
export const effectFields = {
  expected: z
    .array(expectation)
    .max(50)
    .optional()
    .describe('Expected effects, recorded with the step; absent if none were checked.'),
  effect_ms: z.number().int().min(0).max(600_000).default(5_000).describe('Milliseconds that this may take.'),
};

/** The effect of a step, and its target. */
export interface Done {
  readonly text: string;
  readonly window: WindowId;
  readonly element: ElementNode | null;
  /** An existing window that counts as opened by it. */
  readonly found?: WindowId;
  /** Text was sent as keys; without an element, to the focused one. */
  readonly typed?: boolean;
}

export type StepDefinition<In extends z.ZodObject> = Omit<
  ToolDefinition<In>,
  'namespace' | 'type' | 'effect' | 'run'
> & {
  /** `act` by default. */
  readonly effect?: Effect;
  readonly act: (context: ToolContext, input: z.output<In>) => Promise<Done>;
  /** An alternative way, if the effect did not come; null if there is none. Must not add to what was done. */
  readonly otherwise?: (context: ToolContext, input: z.output<In>, done: Done) => Promise<Done | null>;
};

/**
 * A recorded step as a tool: it acts, then checks the expected effects.
 * @returns the tool, which takes {@link effectFields} besides the parameters of its type
 */
export function defineStep<In extends z.ZodObject>(step: StepDefinition<In>): TypedTool<In> {
  const { act, otherwise, input: own, ...tool } = step;
  const input = own.extend(effectFields);
  const defined = defineTool({
    ...(tool as unknown as Omit<ToolDefinition, 'run' | 'namespace' | 'type' | 'effect' | 'input'>),
    namespace,
    type: 'action',
    effect: step.effect ?? 'act',
    input,
    deadlineMs: (given) => ownDeadline(step, given as z.output<In>) + (given as { effect_ms: number }).effect_ms,
    async run(context, given) {
      const before = await listWindows(context, {});
      const wasSo = await isSoAlready(context, before, given);
      const first = await heard(context, () => act(context, given as z.output<In>));
      const again = otherwise && (() => otherwise(context, given as z.output<In>, first));
      const { done, text } = await proven(context, before, first, { given, wasSo, again });
      const after = await listWindows(context, {});
      context.session.lastStep = {
        before: idsOf(before.filter(({ id }) => id !== done.found)),
        after: idsOf(after),
        stays: given.expected ? processThatStays(done, before, after) : 0,
        wasSo,
      };
      return { text };
    },
  });
  return { ...defined, input: input as unknown as In };
}

/**
 * Acts; if the element stays disabled, again once the texts that its window still holds are typed: some apps hear only keys, not
 * changes of their fields.
 */
async function heard(context: ToolContext, act: () => Promise<Done>): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || !isDisabled(error) || !(await typeAgain(context, error))) throw error;
    return act();
  }
}

function isDisabled({ code, data }: AppError): boolean {
  const states = data?.['states'];
  return code === 'timeout' && Array.isArray(states) && !states.includes('enabled');
}

/** @returns whether anything was typed */
async function typeAgain(context: ToolContext, { data }: AppError): Promise<boolean> {
  const { engine, session, signal } = context;
  const { window } = parseElementId(data?.['element'] as ElementId);
  const set = session.setTexts.splice(0).slice(-mostSetTexts);
  let isTyped = false;
  for (const { element: id, text } of set) {
    if (parseElementId(id).window !== window) continue;
    const element = await engine.details({ element: id }, { signal }).catch(() => null);
    if (element?.value !== text) continue;
    const at = element.bounds && center(element.bounds);
    const target = { window: await findWindow(context, { handle: window }), element, byWords: false, at };
    // Some hear only keys in an empty field.
    for (const now of ['', text]) await fillTarget(context, target, { text: now, replace: true, byKeys: true });
    isTyped = true;
  }
  return isTyped;
}

/** Whether all expectations are met before the step, so that they prove nothing afterwards. */
async function isSoAlready(context: ToolContext, before: readonly WindowInfo[], given: Given): Promise<boolean> {
  const { expected = [] } = z.object(effectFields).parse(given);
  if (expected.length === 0) return false;
  const target = targetOf(given);
  try {
    const { id: window } = await findWindow(context, target.window, { onlyInSight: true });
    const own = () => (namesElement(target) ? foundNow(context, target, window) : focusedNow(context, window));
    return await areSo({ context, before, window, own }, expected);
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    return false;
  }
}

type Given = Readonly<Record<string, unknown>>;

interface Proof {
  readonly given: Given;
  readonly wasSo: boolean;
  /** Half of the time is left for its effect. */
  readonly again: (() => Promise<Done | null>) | undefined;
}

/** Reports the act once its effect is there. @throws AppError `effect_missing` */
async function proven(
  context: ToolContext,
  before: readonly WindowInfo[],
  first: Done,
  { given, wasSo, again }: Proof,
): Promise<{ readonly done: Done; readonly text: string }> {
  const { expected, effect_ms: effectMs } = z.object(effectFields).parse(given);
  if (!expected) return { done: first, text: first.text };
  const sceneOf = (done: Done): Scene => ({
    context,
    before,
    window: done.window,
    own: () => ownElement(context, done, targetOf(given)),
  });
  const timeoutMs = again ? effectMs / 2 : effectMs;
  const check = (done: Done) =>
    checkEffects(sceneOf(done), expected, {
      own: done.element ? describeElement(done.element) : done.typed ? 'what has the focus' : 'its window',
      timeoutMs,
    });
  let done = first;
  try {
    await check(first);
  } catch (error) {
    if (!again || !(error instanceof AppError) || error.code !== 'effect_missing') throw error;
    // A failed retry is not an error: the first attempt succeeded.
    const second = await again().catch((failure: unknown) => {
      if (context.signal.aborted) throw failure;
      return null;
    });
    done = second ?? first;
    await check(done);
  }
  await ensureAppStays(sceneOf(done), expected);
  if (expected.length === 0) return { done, text: done.text };
  const effect = wasSo ? 'Its expected effect already held before it.' : 'It had its effect.';
  return { done, text: `${done.text} ${effect}` };
}

function processThatStays({ window }: Done, before: readonly WindowInfo[], after: readonly WindowInfo[]): number {
  const processId = before.find(({ id }) => id === window)?.processId ?? 0;
  return after.some((one) => one.processId === processId) ? processId : 0;
}

function idsOf(windows: readonly WindowInfo[]): ReadonlySet<WindowId> {
  return new Set(windows.map(({ id }) => id));
}

function ownDeadline<In extends z.ZodObject>({ deadlineMs }: StepDefinition<In>, input: z.output<In>): number {
  return typeof deadlineMs === 'function' ? deadlineMs(input) : (deadlineMs ?? defaultDeadlineMs);
}

function targetOf(input: unknown): TargetInput {
  return targetInput.parse(input);
}

/** The current element; a recreated one is found again in its window. */
async function ownElement(
  context: ToolContext,
  { element, window, typed }: Done,
  target: TargetInput,
): ReturnType<Scene['own']> {
  if (!element) return typed ? focusedNow(context, window) : null;
  try {
    return await context.engine.details({ element: element.id }, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'element_stale') throw error;
  }
  return foundNow(context, target, window);
}

async function focusedNow({ engine, signal }: ToolContext, window: WindowId): ReturnType<Scene['own']> {
  const focused = await engine.focused({ window }, { signal });
  return focused && engine.details({ element: focused.element.id }, { signal });
}

async function foundNow(context: ToolContext, target: TargetInput, window: WindowId): ReturnType<Scene['own']> {
  if (!namesElement(target)) return null;
  try {
    // Another selector might silently find another element.
    const { id: _, alternatives: __, ...named } = target;
    const again = { ...named, window: { handle: window }, timeout_ms: 0 };
    return (await resolveForReading({ ...context, resolved: () => undefined }, again)).element;
  } catch (error) {
    if (error instanceof AppError && !context.signal.aborted) return null;
    throw error;
  }
}

/** What was done to an element. */
export function doneTo(element: ElementNode, text: string): Done {
  return { text, element, window: parseElementId(element.id).window };
}
