import type { AgentEvent, AgentEventOf, AgentState } from '#contract/model/agents/agent';
import type { Phase, TraceEvent, TraceEventOf } from '#contract/model/runs/trace';
import type { ExportedRun } from './exporter.ts';

/** A call with all its events. Times are milliseconds since the epoch. */
export interface WholeCall {
  readonly from: number;
  readonly to: number;
  readonly before: TraceEventOf<'before'>;
  readonly after: TraceEventOf<'after'> | null;
  readonly seen: Readonly<Partial<Record<Phase, TraceEventOf<'seen'>>>>;
}

interface At<E> {
  readonly at: number;
  readonly event: E;
}

/** A step of an agent with all its events. */
export interface WholeStep {
  readonly from: number;
  readonly to: number;
  readonly step: AgentEventOf<'step'>;
  readonly saw: AgentEventOf<'saw'> | null;
  readonly asked: readonly At<AgentEventOf<'asked'>>[];
  readonly answered: readonly At<AgentEventOf<'answered'>>[];
  readonly acted: readonly AgentEventOf<'acted'>[];
  readonly calls: ReadonlyMap<number, WholeCall>;
  readonly elapsedMs: Readonly<Record<string, number>>;
  /** The agent's state after it; null if unchanged. */
  readonly state: AgentState | null;
}

export type RunItem =
  | { readonly kind: 'round'; readonly from: number; readonly round: AgentEventOf<'round'> }
  | ({ readonly kind: 'step' } & WholeStep)
  /** One that no step asked for. */
  | ({ readonly kind: 'call' } & WholeCall);

/**
 * The events of a run, in order of their starts, each with all its parts. The order is the trace's: clocks may be set
 * back.
 */
export function wholeRun(events: readonly TraceEvent[]): readonly RunItem[] {
  const calls = callsOf(events);
  const reported = events.flatMap((event) =>
    event.type === 'agent' ? [{ at: Date.parse(event.at), event: event.agent }] : [],
  );
  const steps = new Map<AgentEvent, WholeStep>();
  for (const group of groupsOf(reported)) {
    const step = toStep(group, calls);
    steps.set(step.step, step);
  }
  const taken = new Set([...steps.values()].flatMap((step) => [...step.calls.keys()]));
  return events.flatMap((event): readonly RunItem[] => {
    if (event.type === 'before') {
      const call = taken.has(event.call) ? undefined : calls.get(event.call);
      return call ? [{ kind: 'call', ...call }] : [];
    }
    if (event.type !== 'agent') return [];
    if (event.agent.event === 'round') return [{ kind: 'round', from: Date.parse(event.at), round: event.agent }];
    const step = steps.get(event.agent);
    return step ? [{ kind: 'step', ...step }] : [];
  });
}

function callsOf(events: readonly TraceEvent[]): ReadonlyMap<number, WholeCall> {
  const calls = new Map<number, WholeCall>();
  for (const event of events) {
    if (event.type === 'before') {
      const from = Date.parse(event.at);
      calls.set(event.call, { from, to: from, before: event, after: null, seen: {} });
    }
    const known = 'call' in event ? calls.get(event.call) : undefined;
    if (!known) continue;
    if (event.type === 'after') calls.set(event.call, { ...known, after: event, to: known.from + event.elapsedMs });
    if (event.type === 'seen') calls.set(event.call, { ...known, seen: { ...known.seen, [event.phase]: event } });
  }
  return calls;
}

type TimedEvent = At<AgentEvent>;

/** Agents take turns: events between the starts of two steps belong to the first. */
function groupsOf(reported: readonly TimedEvent[]): readonly (readonly TimedEvent[])[] {
  const groups: TimedEvent[][] = [];
  for (const one of reported) {
    if (one.event.event === 'step') groups.push([one]);
    else groups.at(-1)?.push(one);
  }
  return groups;
}

function toStep(group: readonly TimedEvent[], calls: ReadonlyMap<number, WholeCall>): WholeStep {
  const [step] = named(group, 'step');
  if (!step) throw new Error('a group begins with its step');
  const acted = named(group, 'acted').map(({ event }) => event);
  const made = acted.flatMap((act) => act.calls.map((number) => [number, calls.get(number)] as const));
  const own = made.filter((one): one is readonly [number, WholeCall] => one[1] !== undefined);
  const stepped = named(group, 'stepped')[0];
  const states = named(group, 'state').filter(({ event }) => event.agent.name === step.event.agent.name);
  return {
    from: step.at,
    to: Math.max(stepped?.at ?? step.at, ...own.map(([, { to }]) => to)),
    step: step.event,
    saw: named(group, 'saw').at(-1)?.event ?? null,
    asked: named(group, 'asked'),
    answered: named(group, 'answered'),
    acted,
    calls: new Map(own),
    elapsedMs: stepped?.event.elapsedMs ?? {},
    state: states.at(-1)?.event.to ?? null,
  };
}

function named<T extends AgentEvent['event']>(group: readonly TimedEvent[], name: T): readonly At<AgentEventOf<T>>[] {
  return group.filter((one): one is At<AgentEventOf<T>> => one.event.event === name);
}

/** The text of a blob; empty if it is missing, as after a crash. */
export async function readText(run: Pick<ExportedRun, 'blob'>, blob: string): Promise<string> {
  return Buffer.from((await run.blob(blob)) ?? []).toString('utf8');
}

/** The complete result of a call, even if it exceeds a line. */
export async function wholeText(
  run: Pick<ExportedRun, 'blob'>,
  after: Pick<TraceEventOf<'after'>, 'text' | 'textBlob'> | null,
): Promise<string> {
  if (!after) return '';
  return (after.textBlob && (await readText(run, after.textBlob))) || after.text;
}

/** The complete arguments of a call, even if they exceed a line. */
export async function wholeParameters(
  run: Pick<ExportedRun, 'blob'>,
  { parameters, parametersBlob }: Pick<TraceEventOf<'before'>, 'parameters' | 'parametersBlob'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (parametersBlob === undefined) return parameters;
  try {
    return JSON.parse(await readText(run, parametersBlob)) as Readonly<Record<string, unknown>>;
  } catch {
    return parameters;
  }
}
