import type { Engine } from '../engine/engine.ts';
import { quoted } from '#contract/foreign-text';
import type { StepResult } from '#contract/api';
import { toWire } from '#contract/errors';
import type { Recording, Step } from '#contract/model/recording';
import type { WindowInfo } from '#contract/model/window';
import { chooseWindow, windowRemembered } from '#contract/model/window-query';

/** What a step would act on, as the desktop is now. */
export interface DryStep extends StepResult {
  /** Handle and title of the window it would act in; null where there is none. */
  readonly window: { readonly id: string; readonly title: string } | null;
  /** The selector it would use; null where none matches one element, or it needs none. */
  readonly selector: string | null;
  /** How many elements the primary selector matches; null where there is nothing to match. */
  readonly matches: number | null;
}

/**
 * Says for each step what it would act on, and does nothing. Windows and elements that only earlier steps bring up are
 * not there yet, so that a recording can fail here and pass when it is replayed.
 */
export async function dryRun(
  engine: Pick<Engine, 'listWindows' | 'find'>,
  recording: Recording,
  signal: AbortSignal,
): Promise<readonly DryStep[]> {
  const { items: windows } = await engine.listWindows({}, { signal });
  const results: DryStep[] = [];
  for (const step of recording.steps) results.push(await look(engine, windows, step, signal));
  return results;
}

type Found = Omit<DryStep, 'step' | 'elapsedMs'>;

async function look(
  engine: Pick<Engine, 'find'>,
  windows: readonly WindowInfo[],
  step: Step,
  signal: AbortSignal,
): Promise<DryStep> {
  const began = Date.now();
  let found: Found = { status: 'skipped', message: 'Switched off.', window: null, selector: null, matches: null };
  if (step.enabled) found = await lookUp(engine, windows, step, signal);
  return { step: step.id, elapsedMs: Date.now() - began, ...found };
}

async function lookUp(
  engine: Pick<Engine, 'find'>,
  windows: readonly WindowInfo[],
  step: Step,
  signal: AbortSignal,
): Promise<Found> {
  let window: Found['window'] = null;
  try {
    const { id, title } = chooseWindow(windows, windowRemembered(step.window));
    window = { id, title };
    return { window, ...(await lookInside(engine, id, step, signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: 'failed', message: toWire(error).message, window, selector: null, matches: null };
  }
}

async function lookInside(
  engine: Pick<Engine, 'find'>,
  window: string,
  { target }: Step,
  signal: AbortSignal,
): Promise<Omit<Found, 'window'>> {
  const [primary, ...alternatives] = target?.selectors ?? [];
  if (!primary) return { status: 'passed', message: 'Acts on the window itself.', selector: null, matches: null };
  const count = async (selector: string) => (await engine.find({ window, selector, limit: 2 }, { signal })).total;
  const matches = await count(primary.selector);
  if (matches === 1) return { status: 'passed', message: 'One element.', selector: primary.selector, matches };
  if (matches > 1) return { status: 'failed', message: `${matches} elements match.`, selector: null, matches };
  for (const { selector } of alternatives) {
    if ((await count(selector)) === 1) {
      return {
        status: 'healed',
        message: `Nothing matches ${quoted(primary.selector)}; this does.`,
        selector,
        matches,
      };
    }
  }
  return { status: 'failed', message: `Nothing matches ${quoted(primary.selector)}.`, selector: null, matches };
}
