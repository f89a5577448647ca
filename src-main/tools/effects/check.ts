import { AppError } from '#contract/errors';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import { sleep } from '../../base/async/deadline.ts';
import { lookEveryMs, listWindows } from '../target/windows/target-window.ts';
import type { LookContext } from '../define-tool.ts';
import { missing, type Scene } from './holds.ts';

/**
 * Polls until all expectations are met, one after the other; each needs to be seen only once.
 * @param own the step's target, for the error
 * @param timeoutMs total timeout in milliseconds
 * @throws AppError `effect_missing` with the first unmet one: `data.index`, `expected` and `found`
 */
export async function checkEffects(
  scene: Scene,
  expected: readonly Expectation[],
  { own, timeoutMs }: { readonly own: string; readonly timeoutMs: number },
): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (const [index, one] of expected.entries()) {
    const found = await lookUntil(scene, one, until);
    if (found === null) continue;
    const wanted = describeExpectation(one, own);
    throw new AppError('effect_missing', `Expected that ${wanted}, but ${found}.`, {
      delivery: 'delivered',
      data: { index, expected: wanted, found },
    });
  }
}

/** Whether all expectations are met in one look; false if there are none. */
export async function areSo(scene: Scene, expected: readonly Expectation[]): Promise<boolean> {
  for (const one of expected) if ((await missing(scene, one)) !== null) return false;
  return expected.length > 0;
}

/**
 * A crashed app takes its windows along, as if they had closed, and reports nothing more.
 * @throws AppError `effect_missing` if it has no window left, unlike when the step was recorded
 */
export async function ensureAppStays(scene: Scene, expected: readonly Expectation[]): Promise<void> {
  const closing = expected.find(({ type }) => type === 'windowCloses');
  if (closing?.type === 'windowCloses' && !closing.appStays) return;
  if (closing || expected.length === 0) await sleep(dyingMs, scene.context.signal);
  const { context, before, window } = scene;
  const processId = before.find(({ id }) => id === window)?.processId ?? 0;
  if (!(await isAppGone(context, processId))) return;
  throw new AppError('effect_missing', 'Its app has no window any more; it had when the step was recorded.', {
    hint: 'Check whether the app ended or crashed, and start it again.',
    delivery: 'delivered',
  });
}

async function lookUntil(scene: Scene, expected: Expectation, until: number): Promise<string | null> {
  for (;;) {
    const isLastLook = Date.now() >= until;
    const found = await missing(scene, expected);
    if (found === null || isLastLook) return found;
    await sleep(lookEveryMs, scene.context.signal);
  }
}

/** How long a crashing app may take to be gone, if nothing else shows that it runs. Milliseconds. */
export const dyingMs = 150;

/** True if a process has no window left: it ended, or crashed. Unknown for process 0. */
export async function isAppGone(context: Pick<LookContext, 'engine' | 'signal'>, processId: number): Promise<boolean> {
  if (processId === 0) return false;
  return !(await listWindows(context, {})).some((window) => window.processId === processId);
}
