import { AppError } from '#contract/errors';
import type { AgentEvent, AgentKind } from '#contract/model/agents/agent';
import type { AgainTask, NewTask } from '#contract/model/agents/task';
import { readAnswer } from '../../agents/answer/read-answer.ts';
import { Past } from '../../agents/past/past.ts';
import { differences, stateBefore } from '../../runs/analysis/again/then-and-now.ts';
import { Looks } from '../../runs/analysis/looks.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Model } from '../../agents/models/model.ts';
import type { TraceReader } from '../../runs/trace/trace-reader.ts';

interface Again {
  readonly given: NewTask;
  readonly past: Past;
  /** The agent whose step is repeated. */
  readonly kind: AgentKind;
  /** Replaces that agent's first answer; null to ask its model. */
  readonly answer: string | null;
}

/** @throws AppError `invalid_parameter` for a step that cannot be repeated, or an answer that cannot be parsed */
export async function openAgain(
  { run, step, answer, ...given }: AgainTask,
  trace: TraceReader,
  engine: Pick<Engine, 'listWindows' | 'tree'>,
): Promise<Again> {
  const events = await trace.events();
  const then = await stateBefore(events, step, new Looks(trace));
  if (!then) throw new AppError('invalid_parameter', `Step ${step} is no step of an agent of ours.`);
  const { kind } = then;
  const read = answer === undefined ? null : readAnswer(kind, answer);
  if (read && 'problem' in read) throw new AppError('invalid_parameter', read.problem);
  const reported = events.flatMap((event) => (event.type === 'agent' ? [event.agent] : []));
  const { items } = await engine.listWindows({});
  const past = new Past({
    reported,
    run,
    step,
    handleNow({ handle, root, title }) {
      const ofApp = items.filter(({ app }) => app === root);
      const same = ofApp.find(({ id }) => Number(id) === handle);
      const [called, ...others] = ofApp.filter((window) => window.title === title);
      return Number((same ?? (others.length > 0 ? undefined : called))?.id ?? handle);
    },
    async differences({ handle, ...now }) {
      const tree = handle === null ? null : await treeOf(engine, handle);
      return differences(then, { ...now, tree });
    },
  });
  return { given: { task: requestIn(reported), ...given }, past, kind, answer: answer ?? null };
}

async function treeOf(engine: Pick<Engine, 'listWindows' | 'tree'>, handle: number) {
  const { items } = await engine.listWindows({});
  const window = items.find(({ id }) => Number(id) === handle);
  return window ? (await engine.tree({ window: window.id })).root : null;
}

function requestIn(reported: readonly AgentEvent[]): string {
  const [first] = reported.filter((event) => event.event === 'round');
  return first?.request ?? '';
}

/** The models of a run, with the first new answer optionally given. */
export function changedModels(
  models: Readonly<Record<AgentKind, Model>>,
  { kind, answer }: Pick<Again, 'kind' | 'answer'>,
): Readonly<Record<AgentKind, Model>> {
  return answer === null ? models : { ...models, [kind]: answeringFirst(models[kind], answer) };
}

function answeringFirst(model: Model, text: string): Model {
  let isGiven = false;
  return {
    ...model,
    ask(request, signal) {
      if (isGiven) return model.ask(request, signal);
      isGiven = true;
      return Promise.resolve({ text, usage: { inputTokens: 0, outputTokens: 0, cost: null } });
    },
  };
}
