import type { AgentStepSummary } from '#contract/model/agents/agent-step';

/** Empty strings match everything. */
export interface StepFilter {
  /** Words that a row must all contain. */
  readonly text: string;
  /** `problems`: failures, denials, repeated answers of the model; `edited`: the user's changes. */
  readonly only: '' | 'problems' | 'edited';
  /** Name of an agent. */
  readonly agent: string;
}

export const noStepFilter: StepFilter = { text: '', only: '', agent: '' };

export function isFiltering({ text, only, agent }: StepFilter): boolean {
  return text.trim() !== '' || only !== '' || agent !== '';
}

export function filterSteps(steps: readonly AgentStepSummary[], filter: StepFilter): readonly AgentStepSummary[] {
  if (!isFiltering(filter)) return steps;
  const { only, agent } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return steps.filter(
    (step) =>
      (only !== 'problems' || isProblem(step) || step.attempts > 1) &&
      (only !== 'edited' || step.edited) &&
      (!agent || step.agent.name === agent) &&
      words.every((word) => stepText(step).includes(word)),
  );
}

/** Whether a part of it failed in the end. */
export function isProblem({ status, state, problem }: AgentStepSummary): boolean {
  return status === 'failure' || status === 'denied' || state === 'FAIL' || state === 'ERROR' || problem !== '';
}

function stepText({ step, agent, state, action, status, problem }: AgentStepSummary): string {
  return `${step} ${agent.name} ${state ?? ''} ${action} ${status} ${problem}`.toLowerCase();
}

/** A step is reported many times with the same number: the latest counts. Steps are ordered by number. */
export function withStep(steps: readonly AgentStepSummary[], step: AgentStepSummary): readonly AgentStepSummary[] {
  const found = steps.findIndex((other) => other.step >= step.step);
  const at = found < 0 ? steps.length : found;
  const known = steps[at]?.step === step.step ? steps[at] : undefined;
  // Messages may arrive out of order: an ended step does not continue.
  if (known?.ended && !step.ended) return steps;
  return [...steps.slice(0, at), step, ...steps.slice(known ? at + 1 : at)];
}
