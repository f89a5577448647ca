import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { describeExpectation, type Expectation } from '#contract/model/expectation';
import { lookEveryMs } from '../target/target-window.ts';
import { missing, type Scene } from './holds.ts';

/**
 * Looks until all that is expected is so, one expectation after the other: what was seen once counts.
 * @param own what the step acts on, for the error
 * @param timeoutMs how long all of them may take together, in milliseconds
 * @throws AppError `effect_missing` with the first that is not so: `data.index`, what was `expected` and what was `found`
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

async function lookUntil(scene: Scene, expected: Expectation, until: number): Promise<string | null> {
  for (;;) {
    const isLastLook = Date.now() >= until;
    const found = await missing(scene, expected);
    if (found === null || isLastLook) return found;
    await sleep(lookEveryMs, scene.context.signal);
  }
}
