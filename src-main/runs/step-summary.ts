import type { AgentEvent, AgentEventOf } from '#contract/model/agents/agent';
import { actionsInWords, type AgentStepSummary } from '#contract/model/agents/agent-step';

/** The longest line of actions, in characters, so that lists of thousands load quickly. */
const longestAction = 200;

/** Calls of one step that its row names. */
const mostCalls = 1_000;

/** A step shows the last of these statuses among its actions. */
const byWeight: readonly AgentStepSummary['status'][] = ['none', 'success', 'skipped', 'failure', 'denied'];

/** A step without any events yet. */
export function unknownStep(step: number, at: number): AgentStepSummary {
  return {
    step,
    agent: { kind: 'AppAgent', name: '?' },
    round: 0,
    at,
    elapsedMs: 0,
    ended: false,
    state: null,
    action: '',
    status: 'none',
    calls: [],
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
    attempts: 0,
    problem: '',
    edited: false,
  };
}

/** Applies one more event to a step. @param at milliseconds since the epoch */
export function summariseStep(summary: AgentStepSummary, event: AgentEvent, at: number): AgentStepSummary {
  switch (event.event) {
    case 'step': {
      const { agent, round, subTask } = event;
      return { ...summary, at, agent, round, ...(subTask !== undefined && { subTask }) };
    }
    case 'saw': {
      const [picture] = event.pictures;
      return picture ? { ...summary, picture: picture.blob } : summary;
    }
    case 'asked':
      return { ...summary, attempts: Math.max(summary.attempts, event.attempt) };
    case 'answered':
      return withAnswer(summary, event);
    case 'acted':
      return withAct(summary, event);
    case 'stepped':
      return { ...summary, ended: true, elapsedMs: Object.values(event.elapsedMs).reduce((sum, ms) => sum + ms, 0) };
    case 'edited':
      return { ...summary, edited: true };
    case 'state':
      return { ...summary, problem: event.why };
    case 'round':
    case 'plan':
    case 'noted':
    case 'question':
    case 'reply':
    case 'control':
    case 'outcome':
      return summary;
  }
}

function withAnswer(summary: AgentStepSummary, event: AgentEventOf<'answered'>): AgentStepSummary {
  const { answer, usage, problem = '' } = event;
  const cost = usage?.cost ?? null;
  return {
    ...summary,
    problem,
    ...(answer && { state: answer.status, action: shortened(actionsInWords(answer.actions)) }),
    inputTokens: summary.inputTokens + (usage?.inputTokens ?? 0),
    outputTokens: summary.outputTokens + (usage?.outputTokens ?? 0),
    cost: cost === null ? summary.cost : (summary.cost ?? 0) + cost,
  };
}

function withAct(summary: AgentStepSummary, event: AgentEventOf<'acted'>): AgentStepSummary {
  const { action, calls, status, text } = event;
  const done = summary.agent.kind === 'Person' ? text : actionsInWords([action]);
  const isFirst = summary.status === 'none';
  const wentWrong = status === 'failure' || status === 'denied';
  return {
    ...summary,
    action: shortened(isFirst ? done : `${summary.action}; ${done}`),
    status: byWeight[Math.max(byWeight.indexOf(summary.status), byWeight.indexOf(status))] ?? status,
    calls: [...summary.calls, ...calls].slice(0, mostCalls),
    problem: wentWrong && summary.problem === '' ? shortened(text) : summary.problem,
  };
}

function shortened(text: string): string {
  return text.length > longestAction ? `${text.slice(0, longestAction - 1)}…` : text;
}
