import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import { formatCost } from '../figures.ts';

export interface Totals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In words: what is known of the price. */
  readonly cost: string;
  /** Milliseconds. */
  readonly elapsedMs: number;
}

/** What steps took together. */
export function totalsOf(steps: readonly AgentStepSummary[]): Totals {
  const priced = steps.flatMap(({ cost }) => cost ?? []);
  return {
    inputTokens: sum(steps.map((step) => step.inputTokens)),
    outputTokens: sum(steps.map((step) => step.outputTokens)),
    cost: priced.length === 0 ? 'not known' : formatCost(sum(priced)),
    elapsedMs: sum(steps.map((step) => step.elapsedMs)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
