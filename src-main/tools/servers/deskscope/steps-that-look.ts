import { z } from 'zod';
import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { condition, conditionMs, describeCondition } from '#contract/model/recordings/condition';
import type { ElementNode } from '#contract/model/elements/element';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { WindowId } from '#contract/model/windows/window';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { dyingMs, isAppGone, checkEffects } from '../../effects/check.ts';
import { unmet } from '../../effects/holds.ts';
import { resolveForReading } from '../../target/resolve-target.ts';
import { namesElement, targetFields, windowFields, type TargetInput } from '../../target/target-input.ts';
import { waitForWindow } from '../../target/windows/target-window.ts';
import { effectFields, namespace } from './define-step.ts';

export const stepExpect = defineTool({
  name: 'step_expect',
  namespace,
  type: 'action',
  effect: 'observe',
  title: 'Expect something',
  description: 'Wait until a recorded step’s expectation holds.',
  input: z.object({
    ...targetFields,
    ...effectFields,
  }),
  deadlineMs: ({ effect_ms: ms }) => 30_000 + ms,
  async run(context, { expected = [], effect_ms: timeoutMs, ...target }) {
    if (expected.length === 0) {
      throw new AppError('invalid_parameter', 'The step has no expected effect.', {
        hint: 'Set the condition, or remove the step.',
        delivery: 'not_delivered',
      });
    }
    const until = Date.now() + timeoutMs;
    const window = await windowOf(context, { ...target, timeout_ms: timeoutMs }, expected);
    const scene = { context, before: [], window, own: () => ownElement(context, target) };
    const left = Math.max(0, until - Date.now());
    await checkEffects(scene, expected, { own: target.name ?? 'its element', timeoutMs: left });
    return { text: 'It is as expected.' };
  },
});

export const stepWait = defineTool({
  name: 'step_wait',
  namespace,
  type: 'action',
  effect: 'observe',
  title: 'Wait',
  description: 'Wait for the time in a recorded step.',
  input: z.object({
    ...windowFields,
    ms: z.number().int().positive().max(300_000).describe('Milliseconds.'),
    effect_ms: z.number().optional().describe('Of no meaning here.'),
  }),
  deadlineMs: ({ ms }) => ms + 5_000,
  async run(context, { ms }) {
    await sleep(ms, context.signal);
    return { text: `Waited ${ms / 1_000} s.` };
  },
});

export const stepCondition = defineTool({
  name: 'step_condition',
  namespace,
  type: 'action',
  effect: 'observe',
  title: 'Look whether a condition holds',
  description: 'Look whether something is so that a step or a group of a recording depends on.',
  input: z.object({ ...windowFields, condition }),
  reach: ({ condition: { type } }) => ({ shows: type === 'window' ? 'names' : 'window' }),
  deadlineMs: ({ condition: { forMs = conditionMs } }) => 30_000 + forMs,
  async run(context, { condition: asked }) {
    const found = await unmet(context, asked);
    if (found !== null) await ensureAppWasThere(context);
    const text = `${found === null ? 'Condition met' : 'Condition not met'}: ${describeCondition(asked)}${found === null ? '' : `, but ${found}`}.`;
    return { text, data: { holds: found === null, found } };
  },
});

/**
 * An app that ended during the query has no valid state. @throws AppError `window_not_found` if the app of the step before has no
 * window left, though it was expected to continue
 */
async function ensureAppWasThere({ session: { lastStep }, ...context }: ToolContext): Promise<void> {
  if (!lastStep?.stays) return;
  await sleep(dyingMs, context.signal);
  if (!(await isAppGone(context, lastStep.stays))) return;
  throw new AppError('window_not_found', 'The app of the previous step has no window any more.', {
    hint: 'Check whether the app ended or crashed, and start it again.',
  });
}

/** No handle of a window. */
const noWindow: WindowId = '0x0';

/** The checked window; none if the step names none, or expects it to be closed and it is. */
async function windowOf(
  context: ToolContext,
  target: TargetInput,
  expected: readonly Expectation[],
): Promise<WindowId> {
  if (!expected.some(isAboutOwnWindow)) return noWindow;
  const closes = expected.some(({ type }) => type === 'windowCloses');
  try {
    const until = closes ? Date.now() : Date.now() + (target.timeout_ms ?? 0);
    return (await waitForWindow(context, target.window, until)).id;
  } catch (error) {
    if (closes && error instanceof AppError && error.code === 'window_not_found') return noWindow;
    throw error;
  }
}

function isAboutOwnWindow(expected: Expectation): boolean {
  switch (expected.type) {
    case 'windowOpens':
      return false;
    case 'windowCloses':
    case 'title':
      return true;
    case 'shows':
    case 'gone':
    case 'state':
    case 'text':
      return expected.window === undefined;
  }
}

/** Null if it is not there now. */
async function ownElement(context: ToolContext, target: TargetInput): Promise<ElementNode | null> {
  if (!namesElement(target)) return null;
  try {
    return (await resolveForReading(context, { ...target, timeout_ms: 0 })).element;
  } catch (error) {
    if (error instanceof AppError && !context.signal.aborted) return null;
    throw error;
  }
}
