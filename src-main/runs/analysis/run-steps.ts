import { AppError } from '#contract/errors';
import type { AgentEvent, AgentEventOf } from '#contract/model/agents/agent';
import type { StepLocation, StepScreenshots } from '#contract/model/runs/run-analysis';
import type { TraceEvent, TraceEventOf, TracedPicture, TracedTree } from '#contract/model/runs/trace';
import type { TraceReader } from '../trace/trace-reader.ts';

type Before = TraceEventOf<'before'>;
type After = TraceEventOf<'after'>;
type Seen = TraceEventOf<'seen'>;

/** A call with everything that its trace contains. Missing fields were not written. */
export interface TracedCall {
  readonly call: number;
  readonly before: Before | null;
  readonly after: After | null;
  readonly seen: { readonly before: Seen | null; readonly after: Seen | null };
}

/** An act: an action of an agent with its calls, or a call alone. */
export interface Act {
  /** Without its namespace. */
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The last of its calls; null for an action without any, e.g. a skipped one. */
  readonly call: TracedCall | null;
  readonly status: AgentEventOf<'acted'>['status'];
  /** Error code of the catalogue; empty if it did not fail. */
  readonly error: string;
  readonly text: string;
  /** The whole text, if it is too long for a line. */
  readonly textBlob: string | null;
}

/** The look before any act. Names of blobs. */
export interface Saw {
  readonly controls: string | null;
  readonly picture: string | null;
  readonly tree: TracedTree | null;
}

/** One step of an agent, or one call of a run without our agents. */
export interface RunStep {
  readonly place: StepLocation;
  /** The agent or the caller. */
  readonly who: string;
  readonly at: number;
  readonly elapsedMs: number;
  readonly saw: Saw;
  /** The last answer that could be used; null for a call, and if there was none. */
  readonly answer: AgentEventOf<'answered'>['answer'] | null;
  readonly acts: readonly Act[];
  /** All events of a step; empty for a call. */
  readonly reported: readonly AgentEvent[];
}

/** The units by which a run is compared, searched and explained: its agents' steps, else its calls, in order. */
export function runStepsOf(events: readonly TraceEvent[]): readonly RunStep[] {
  const calls = callsOf(events);
  const steps = stepsOf(events);
  if (steps.length > 0) return steps.map((step) => stepOfAgent(step, calls));
  const all = [...calls.values()];
  // A person's acts beside the run do not belong to it, unless there are no others.
  const others = all.filter(({ before }) => before?.caller.kind !== 'user');
  return (others.length > 0 ? others : all).map(stepOfCall);
}

/** One of them, without reading the rest of its trace. @throws AppError `not_found` */
export async function runStepAt(trace: Pick<TraceReader, 'call' | 'step'>, place: StepLocation): Promise<RunStep> {
  const events = 'step' in place ? await eventsOfStep(trace, place.step) : await trace.call(place.call);
  const [runStep] = runStepsOf(events);
  if (!runStep) throw new AppError('not_found', `The trace has no ${placeInWords(place)}.`);
  return runStep;
}

async function eventsOfStep(trace: Pick<TraceReader, 'call' | 'step'>, step: number): Promise<readonly TraceEvent[]> {
  const reported = await trace.step(step);
  const numbers = reported.flatMap(({ event }) => (event.event === 'acted' ? event.calls : []));
  const calls = await Promise.all(numbers.map((call) => trace.call(call)));
  const agent = reported.map(({ at, event }) => ({
    type: 'agent' as const,
    at: new Date(at).toISOString(),
    agent: event,
  }));
  return [...agent, ...calls.flat()];
}

/** By their numbers, in order. */
export function callsOf(events: readonly TraceEvent[]): ReadonlyMap<number, TracedCall> {
  const calls = new Map<number, TracedCall>();
  for (const event of events) {
    if (event.type !== 'before' && event.type !== 'after' && event.type !== 'seen') continue;
    const { call } = event;
    const known = calls.get(call) ?? { call, before: null, after: null, seen: { before: null, after: null } };
    if (event.type === 'seen') calls.set(call, { ...known, seen: { ...known.seen, [event.phase]: event } });
    else calls.set(call, { ...known, [event.type]: event });
  }
  return calls;
}

interface TracedStep {
  readonly start: AgentEventOf<'step'>;
  readonly at: number;
  readonly events: AgentEvent[];
}

/** An event that names no step belongs to the step under way. */
function stepsOf(events: readonly TraceEvent[]): readonly TracedStep[] {
  const steps = new Map<number, TracedStep>();
  let current: TracedStep | undefined;
  for (const event of events) {
    if (event.type !== 'agent') continue;
    const { agent } = event;
    if (agent.event === 'step') {
      current = { start: agent, at: Date.parse(event.at), events: [] };
      steps.set(agent.step, current);
    } else {
      const named = 'step' in agent && agent.step !== undefined ? steps.get(agent.step) : current;
      named?.events.push(agent);
    }
  }
  return [...steps.values()].sort((a, b) => a.start.step - b.start.step);
}

function stepOfAgent({ start, at, events }: TracedStep, calls: ReadonlyMap<number, TracedCall>): RunStep {
  const saw = of(events, 'saw').at(-1);
  const acts = of(events, 'acted').map((acted) => actOfStep(acted, calls));
  return {
    place: { step: start.step },
    who: start.agent.name,
    at,
    elapsedMs: sum(of(events, 'stepped').flatMap(({ elapsedMs }) => Object.values(elapsedMs))),
    saw: {
      controls: saw?.controls ?? null,
      picture: saw?.pictures[0]?.blob ?? null,
      tree: acts.find(({ call }) => call)?.call?.seen.before?.tree ?? null,
    },
    answer:
      of(events, 'answered')
        .flatMap(({ answer }) => answer ?? [])
        .at(-1) ?? null,
    acts,
    reported: events,
  };
}

function actOfStep(acted: AgentEventOf<'acted'>, calls: ReadonlyMap<number, TracedCall>): Act {
  const call = calls.get(acted.calls.at(-1) ?? 0) ?? null;
  const { action, status, text } = acted;
  return {
    tool: action.function,
    parameters: action.arguments,
    call,
    status,
    error: call?.after?.error?.code ?? '',
    text,
    textBlob: null,
  };
}

function stepOfCall(call: TracedCall): RunStep {
  const { before, after, seen } = call;
  const at = before ?? after ?? seen.before ?? seen.after;
  const error = after?.error?.code ?? '';
  const act: Act = {
    tool: before?.tool.replace(/^.*::/, '') ?? '?',
    parameters: before?.parameters ?? {},
    call,
    status: !after ? 'none' : error === '' ? 'success' : error === 'permission_denied' ? 'denied' : 'failure',
    error,
    text: after?.error?.message ?? after?.text ?? '',
    textBlob: after?.textBlob ?? null,
  };
  return {
    place: { call: call.call },
    who: before?.caller.kind ?? '?',
    at: Date.parse(at?.at ?? ''),
    elapsedMs: after?.elapsedMs ?? 0,
    saw: { controls: null, picture: pictureOf(seen.before), tree: seen.before?.tree ?? null },
    answer: null,
    acts: [act],
    reported: [],
  };
}

function pictureOf(seen: { readonly picture?: TracedPicture | undefined } | null): string | null {
  return seen?.picture?.blob ?? null;
}

/** The events of one kind. */
export function of<T extends AgentEvent['event']>(events: readonly AgentEvent[], name: T): readonly AgentEventOf<T>[] {
  return events.filter((event): event is AgentEventOf<T> => event.event === name);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** `step 3`, `call 7` */
export function placeInWords(place: StepLocation): string {
  const [kind = '', number] = Object.entries(place)[0] ?? [];
  return `${kind} ${number}`;
}

/** The beginning of a sentence about two steps: `In step 3`, `In step 3 of the first and step 4 of the second`. */
export function inPlace(a: StepLocation | null, b: StepLocation | null): string {
  const [one, other] = [a && placeInWords(a), b && placeInWords(b)];
  if (one === other || !other) return `In ${one}`;
  return one ? `In ${one} of the first and ${other} of the second` : `In ${other} of the second`;
}

/** A model's answer, part by part in reading order; without empty parts. */
export function wordsOf({ answer }: RunStep): readonly (readonly [label: string, text: string])[] {
  if (!answer) return [];
  const { observation, thought, plan, comment, subTask, message, questions, result } = answer;
  const words = [
    ['Observation', observation],
    ['Thought', thought],
    ['Plan', plan.join('\n')],
    ['Sub-task', subTask],
    ['Message', message.join('\n')],
    ['Questions', questions.join('\n')],
    ['Comment', comment],
    ['Result', result],
  ] as const;
  return words.filter(([, text]) => text !== '');
}

/**
 * The picture before the first act that has one, with the act's target, and the one after the last; for a step without
 * acts, the model's picture.
 */
export function picturesOf({ acts, saw }: RunStep): StepScreenshots {
  const calls = acts.flatMap(({ call }) => call ?? []);
  const first = calls.find(({ seen }) => seen.before?.picture);
  const last = calls.filter(({ seen }) => seen.after?.picture).at(-1);
  const shown = saw.picture === null ? null : { blob: saw.picture, bounds: null };
  return {
    before: first?.seen.before?.picture ?? shown,
    target: first?.after?.resolution?.bounds ?? null,
    after: last?.seen.after?.picture ?? null,
  };
}
