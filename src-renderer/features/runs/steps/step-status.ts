import type { ActorKind, SubTask } from '#contract/model/agents/agent';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import { isProblem } from './filter-steps.ts';

export const agentIcons: Readonly<Record<ActorKind, string>> = {
  HostAgent: 'hubot',
  AppAgent: 'window',
  Person: 'person',
};

export const subTaskIcons: Readonly<Record<SubTask['status'], string>> = {
  waiting: 'circle-outline',
  running: 'play-circle',
  done: 'pass',
  failed: 'error',
  dropped: 'circle-slash',
};

/** What a step's icon says: how it went. */
export function stepStatus(step: AgentStepSummary): 'running' | 'denied' | 'failed' | 'ok' | 'quiet' {
  if (!step.ended) return 'running';
  if (step.status === 'denied') return 'denied';
  if (isProblem(step)) return 'failed';
  return step.status === 'success' || step.state === 'FINISH' ? 'ok' : 'quiet';
}

const icons = {
  running: 'circle-outline',
  denied: 'circle-slash',
  failed: 'error',
  ok: 'pass',
  quiet: 'dash',
} as const;

export function stepIcon(step: AgentStepSummary): string {
  if (step.ended && step.state === 'PENDING') return 'question';
  return icons[stepStatus(step)];
}
