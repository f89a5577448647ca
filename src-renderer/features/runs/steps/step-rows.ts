import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { SubTask, ActorKind } from '#contract/model/agents/agent';
import type { CallSummary } from '#contract/model/runs/trace';
import type { TreeRow } from '../../../ui/tree/tree-row-view.tsx';
import { filterSteps, isFiltering, type StepFilter, isProblem } from './filter-steps.ts';

export type RunRow = TreeRow &
  (
    | { readonly kind: 'round'; readonly round: number; readonly request: string }
    | { readonly kind: 'part'; readonly subTask: SubTask }
    | { readonly kind: 'step'; readonly step: AgentStepSummary }
    | { readonly kind: 'call'; readonly call: CallSummary }
  );
type OwnOf<Row> = Row extends TreeRow ? Omit<Row, keyof TreeRow> : never;
type Own = OwnOf<RunRow>;

interface Node {
  readonly id: string;
  readonly label: string;
  readonly own: Own;
  readonly open: boolean;
  readonly children: readonly Node[];
}

export interface StepRowsInput {
  readonly steps: readonly AgentStepSummary[];
  readonly calls: readonly CallSummary[];
  readonly story: readonly StoryEvent[];
  readonly filter: StepFilter;
  /** Rows toggled from the default, in which everything except a step's calls is expanded. */
  readonly toggled: ReadonlySet<string>;
}

/**
 * An agents' run as rows of a tree: rounds, in them sub-tasks and the HostAgent's steps in order, in each step its
 * calls. A resumed sub-task appears again.
 */
export function stepRows({ steps, calls, story, filter, toggled }: StepRowsInput): readonly RunRow[] {
  const callsOf = callsBySteps(steps, calls);
  const subTasks = lastPlan(story);
  const requests = new Map(
    story.flatMap(({ event }) => (event.event === 'round' ? [[event.round, event.request] as const] : [])),
  );
  const filtering = isFiltering(filter);
  const opened = (id: string, byDefault: boolean) => filtering || byDefault !== toggled.has(id);

  const stepNode = (step: AgentStepSummary): Node => {
    const id = rowIds.step(step.step);
    const children = (callsOf.get(step.step) ?? []).map(callNode);
    return { id, label: step.action, own: { kind: 'step', step }, open: toggled.has(id), children };
  };
  const partNode = (of: readonly AgentStepSummary[]): readonly Node[] => {
    const [first] = of;
    const subTask = first?.subTask === undefined ? undefined : (subTasks.get(first.subTask) ?? unknown(first.subTask));
    if (!first || !subTask) return of.map(stepNode);
    const id = rowIds.part(subTask.id, first.step);
    const children = of.map(stepNode);
    return [{ id, label: subTask.text, own: { kind: 'part', subTask }, open: opened(id, true), children }];
  };
  const roundNode = (of: readonly AgentStepSummary[]): Node => {
    const round = of[0]?.round ?? 0;
    const id = rowIds.round(round);
    const request = requests.get(round) ?? '';
    const children = runsOf(of, (step) => step.subTask).flatMap(partNode);
    return { id, label: request, own: { kind: 'round', round, request }, open: opened(id, true), children };
  };

  const before = filtering ? [] : (callsOf.get(0) ?? []).map(callNode);
  const rounds = runsOf(filterSteps(steps, filter), (step) => step.round).map(roundNode);
  return flatten([...before, ...rounds]);
}

export const rowIds = {
  round: (round: number) => `round ${round}`,
  part: (subTask: string, firstStep: number) => `part ${subTask} ${firstStep}`,
  step: (step: number) => `step ${step}`,
  call: (call: number) => `call ${call}`,
};

/**
 * The calls of each step: those of its actions, and those made while it was the last. 0: before any. The user's manual
 * actions made none.
 */
export function callsBySteps(
  steps: readonly AgentStepSummary[],
  calls: readonly CallSummary[],
): ReadonlyMap<number, readonly CallSummary[]> {
  const acts = new Map(steps.flatMap(({ step, calls: made }) => made.map((call) => [call, step] as const)));
  const ours = steps.filter(({ agent }) => agent.kind !== 'Person');
  const owned = new Map<number, CallSummary[]>();
  let last = 0;
  for (const call of calls) {
    while ((ours[last]?.at ?? Infinity) <= call.at) last++;
    const step = acts.get(call.call) ?? ours[last - 1]?.step ?? 0;
    const list = owned.get(step);
    if (list) list.push(call);
    else owned.set(step, [call]);
  }
  return owned;
}

/** The sub-tasks as last planned, by id. */
export function lastPlan(story: readonly StoryEvent[]): ReadonlyMap<string, SubTask> {
  const last = story.flatMap(({ event }) => (event.event === 'plan' ? [event] : [])).at(-1);
  return new Map(last?.subTasks.map((one) => [one.id, one]));
}

function unknown(id: string): SubTask {
  return { id, text: `Sub-task ${id}`, app: '', after: [], status: 'running', result: '' };
}

function callNode(call: CallSummary): Node {
  return { id: rowIds.call(call.call), label: call.tool, own: { kind: 'call', call }, open: false, children: [] };
}

/** Groups neighbours with the same key. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && keyOf(run[0]) === keyOf(item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function flatten(nodes: readonly Node[], level = 1, parent: string | null = null): RunRow[] {
  return nodes.flatMap(({ id, label, own, open, children }, index) => {
    const expanded = children.length === 0 ? null : open;
    const row: RunRow = { id, level, position: index + 1, siblings: nodes.length, parent, expanded, label, ...own };
    return open ? [row, ...flatten(children, level + 1, id)] : [row];
  });
}

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

/** Icon of a step: its outcome. */
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
