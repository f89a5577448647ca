import type { AgentEvent, ModelUsage } from '#contract/model/agents/agent';
import type { NewTask, TaskView } from '#contract/model/agents/task';

/** A task before its first event. */
export function newView(given: NewTask, run: string, at: number): TaskView {
  return {
    ...given,
    status: 'running',
    run,
    startedAt: at,
    endedAt: null,
    agent: '',
    state: null,
    why: '',
    step: 0,
    subTasks: [],
    usage: { inputTokens: 0, outputTokens: 0, cost: null },
    outcome: null,
    comment: '',
    text: '',
  };
}

/** The same object where the event says nothing that is shown. */
export function viewAfter(view: TaskView, event: AgentEvent): TaskView {
  if (event.event === 'state') return { ...view, agent: event.agent.name, state: event.to, why: event.why };
  if (event.event === 'step') {
    const { step, agent } = event;
    return { ...view, step, ...(agent.kind !== 'Person' && { agent: agent.name }) };
  }
  if (event.event === 'round') return view.outcome === null ? view : { ...view, outcome: null, text: '' };
  if (event.event === 'plan') return { ...view, subTasks: event.subTasks };
  if (event.event === 'answered') {
    const usage = event.usage ? sum(view.usage, event.usage) : view.usage;
    return { ...view, usage, comment: event.answer?.comment || view.comment };
  }
  if (event.event !== 'outcome') return view;
  return { ...view, outcome: event.outcome, text: event.text, usage: event.usage };
}

function sum(before: ModelUsage, more: ModelUsage): ModelUsage {
  return {
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
    cost: more.cost === null ? before.cost : (before.cost ?? 0) + more.cost,
  };
}
