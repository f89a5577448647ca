import type { AgentStepSummary } from '#contract/model/agents/agent-step';

/** Empty strings filter nothing. */
export interface StepFilter {
  /** Words that must all are in what a row reports. */
  readonly text: string;
  /** `problems`: what failed, was denied, or needed another answer of the model; `edited`: what a person changed. */
  readonly only: '' | 'problems' | 'edited';
  /** The name of one. */
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

/** Whether something of it went wrong in the end. */
export function isProblem({ status, state, problem }: AgentStepSummary): boolean {
  return status === 'failure' || status === 'denied' || state === 'FAIL' || state === 'ERROR' || problem !== '';
}

function stepText({ step, agent, state, action, status, problem }: AgentStepSummary): string {
  return `${step} ${agent.name} ${state ?? ''} ${action} ${status} ${problem}`.toLowerCase();
}

/** A step is reported many times under the same number: the later word counts. Steps are in the order of their numbers. */
export function withStep(steps: readonly AgentStepSummary[], step: AgentStepSummary): readonly AgentStepSummary[] {
  const found = steps.findIndex((other) => other.step >= step.step);
  const at = found < 0 ? steps.length : found;
  const known = steps[at]?.step === step.step ? steps[at] : undefined;
  // Messages may cross: what has ended does not go on.
  if (known?.ended && !step.ended) return steps;
  return [...steps.slice(0, at), step, ...steps.slice(known ? at + 1 : at)];
}
