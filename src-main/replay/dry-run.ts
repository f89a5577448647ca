import type { Engine } from '../engine/engine.ts';
import { elementOfStep } from '../dialects/element.ts';
import type { LookContext } from '../tools/define-tool.ts';
import { resolveForReading } from '../tools/target/resolve-target.ts';
import { targetInput, type TargetInput } from '../tools/target/target-input.ts';
import { findWindow } from '../tools/target/windows/target-window.ts';
import { createToolSession } from '../tools/session/tool-session.ts';
import { quoted } from '#contract/foreign-text';
import type { StepResult } from '#contract/api';
import { AppError, toWire } from '#contract/errors';
import { describeCondition, type Condition } from '#contract/model/recordings/condition';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import type { Resolution } from '#contract/model/runs/trace';

/** The target of a step on the current desktop. */
export interface DryStep extends StepResult {
  /** Handle and title of the target window; null if there is none. */
  readonly window: { readonly id: string; readonly title: string } | null;
  /** The selector to use; null if none matches exactly one element, or none is needed. */
  readonly selector: string | null;
  /** Number of matches of the primary selector; null if there is nothing to match. */
  readonly matches: number | null;
}

/**
 * Reports the target of each step, found as by its call, without acting. Windows and elements that earlier steps bring up are
 * missing, so a recording can fail here and pass when replayed.
 */
export async function dryRun(engine: Engine, recording: Recording, signal: AbortSignal): Promise<readonly DryStep[]> {
  const results: DryStep[] = [];
  for (const step of recording.steps) {
    const began = Date.now();
    const found = !step.enabled ? switchedOff : actsOnNothing(step) ? justLooks : await lookUp(engine, step, signal);
    const group = recording.groups?.find(({ id }) => id === step.group);
    results.push({
      step: step.id,
      elapsedMs: Date.now() - began,
      ...allowingFor(step.when ?? mayBeSkipped(group), found),
    });
  }
  return results;
}

type Found = Omit<DryStep, 'step' | 'elapsedMs'>;

const switchedOff: Found = { status: 'skipped', message: 'Switched off.', window: null, selector: null, matches: null };

const justLooks: Found = { ...switchedOff, status: 'passed', message: 'Acts on nothing.' };

function mayBeSkipped(group: StepGroup | undefined): Condition | undefined {
  return group?.when ?? (group?.repeat && 'while' in group.repeat ? group.repeat.while : undefined);
}

/** A step that a condition may skip need not find its target. */
function allowingFor(condition: Condition | undefined, found: Found): Found {
  if (!condition || found.status !== 'failed') return found;
  return { ...found, status: 'skipped', message: `Only if ${describeCondition(condition)}: ${found.message}` };
}

function actsOnNothing({ action }: Step): boolean {
  return action.type === 'expect' || action.type === 'wait';
}

async function lookUp(engine: Engine, step: Step, signal: AbortSignal): Promise<Found> {
  const context = { engine, signal, session: createToolSession() };
  let window: Found['window'] = null;
  try {
    const target = targetInput.parse(elementOfStep(step));
    const { id, title } = await findWindow(context, target.window);
    window = { id, title };
    return { window, ...(await lookInside(context, { ...target, window: { handle: id }, timeout_ms: 0 })) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: 'failed', message: toWire(error).message, window, selector: null, matches: null };
  }
}

async function lookInside(context: LookContext, target: TargetInput): Promise<Omit<Found, 'window'>> {
  const { selector } = target;
  if (selector === undefined) {
    return { status: 'passed', message: 'Acts on the window itself.', selector: null, matches: null };
  }
  let healedFrom: Resolution['healedFrom'];
  try {
    await resolveForReading({ ...context, resolved: (found) => void (healedFrom = found.healedFrom) }, target);
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    return { status: 'failed', selector: null, ...refusal(error, selector) };
  }
  if (healedFrom === undefined) return { status: 'passed', message: 'One element.', selector, matches: 1 };
  const message = `Nothing matches ${quoted(selector)}; this does.`;
  return { status: 'healed', message, selector: healedFrom, matches: 0 };
}

function refusal({ code, message, data }: AppError, selector: string): Pick<Found, 'message' | 'matches'> {
  if (code === 'element_not_found') return { message: `Nothing matches ${quoted(selector)}.`, matches: 0 };
  const total = data?.['total'];
  if (typeof total === 'number') return { message: `${total} elements match.`, matches: total };
  return { message, matches: null };
}
