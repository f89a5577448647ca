import type { ReplayState } from '#contract/api';
import { describeElement } from '#contract/model/elements/element';
import { describeStep, type Recording, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { shortSelector } from '#contract/model/elements/selector';
import { updateStep } from '../editing/edit.ts';

/** Changes to keep from a run, with a description. */
export interface Mended {
  readonly recording: Recording;
  /** A line for each changed step. */
  readonly changes: readonly string[];
}

/** A step with another target. Its expectations are kept. */
export function retargeted(step: Step, target: StepTarget): Step {
  return { ...step, target };
}

/**
 * The recording with the results of a run: the mended step and, for steps whose first selector matched nothing, the one that did
 * match. Null if nothing changes.
 */
export function mendedBy(recording: Recording, state: ReplayState, mended: Step | null): Mended | null {
  const changes: string[] = [];
  let current = recording;
  const change = (step: Step, next: Step, what: string) => {
    current = updateStep(current, next);
    changes.push(`Step ${recording.steps.indexOf(step) + 1}, ${describeStep(step)}: ${what}`);
  };
  for (const { step: id, status, healedFrom } of state.results) {
    const step = recording.steps.find((one) => one.id === id);
    if (!step || (status !== 'passed' && status !== 'healed')) continue;
    if (mended?.id === id)
      change(step, mended, `acts on ${mended.target ? describeElement(mended.target) : 'another element'}`);
    else if (status === 'healed' && healedFrom && step.target)
      change(step, { ...step, target: withFirst(step.target, healedFrom) }, `is found by ${shortSelector(healedFrom)}`);
  }
  return changes.length > 0 ? { recording: current, changes } : null;
}

function withFirst(target: StepTarget, selector: string): StepTarget {
  const used = target.selectors.filter((one) => one.selector === selector);
  return { ...target, selectors: [...used, ...target.selectors.filter((one) => one.selector !== selector)] };
}
