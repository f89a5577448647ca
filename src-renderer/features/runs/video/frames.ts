import type { Rect } from '#contract/model/geometry';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallDetails } from '#contract/model/runs/run';
import { callWords } from '#contract/model/runs/call-words';
import type { CallSummary } from '#contract/model/runs/trace';

/** A picture of a run in its video. */
export interface RunFrame {
  /** How long it is shown, in milliseconds. */
  readonly ms: number;
  /** The picture; null before the first. */
  readonly blob: string | null;
  /** The target in the picture, as shares of its width and height; null if there is none. */
  readonly box: Rect | null;
  readonly caption: Caption;
}

export interface Caption {
  /** Time in the run, in milliseconds from its first call. */
  readonly atMs: number;
  readonly tool: string;
  readonly target: string;
  /** Why it failed; empty if it did not. */
  readonly why: string;
}

/** Shorter, a frame cannot be read; longer, nothing happens. In milliseconds. */
const [shortest, longest] = [600, 2_000];

interface Shown {
  readonly blob: string;
  readonly box: Rect | null;
}

/** Something that happened, from its begin to its end, with its pictures. */
interface Event {
  readonly at: number;
  readonly elapsedMs: number;
  readonly caption: Omit<Caption, 'atMs'>;
  readonly before: Shown | null;
  readonly after: Shown | null;
}

/** The frames of a run's calls: each before and after it, at its time, with idle time shortened. */
export function framesOfCalls(calls: readonly CallSummary[], details: ReadonlyMap<number, CallDetails>): RunFrame[] {
  return framesOf(calls.map((call) => callEvent(call, details.get(call.call))));
}

/** The frames of agents' steps whose calls have no pictures, e.g. of an imported run: what the model saw. */
export function framesOfSteps(steps: readonly AgentStepSummary[]): RunFrame[] {
  return framesOf(
    steps.map(({ at, elapsedMs, agent, action, problem, picture }) => ({
      at,
      elapsedMs,
      caption: { tool: agent.name, target: action, why: problem },
      before: picture === undefined ? null : { blob: picture, box: null },
      after: null,
    })),
  );
}

function callEvent(call: CallSummary, details: CallDetails | undefined): Event {
  const { at, elapsedMs } = call;
  const [before, after] = [details?.seen.before?.picture, details?.seen.after?.picture];
  const target = details?.after?.resolution?.bounds;
  return {
    at,
    elapsedMs,
    caption: callWords(call),
    before: before ? { blob: before.blob, box: target && before.bounds ? share(target, before.bounds) : null } : null,
    after: after ? { blob: after.blob, box: null } : null,
  };
}

function share(rect: Rect, of: Rect): Rect {
  return {
    x: (rect.x - of.x) / of.width,
    y: (rect.y - of.y) / of.height,
    width: rect.width / of.width,
    height: rect.height / of.height,
  };
}

function framesOf(events: readonly Event[]): RunFrame[] {
  const frames: RunFrame[] = [];
  const first = events[0]?.at ?? 0;
  let blob: string | null = null;
  events.forEach(({ at, elapsedMs, caption: words, before, after }, index) => {
    const caption = { atMs: at - first, ...words };
    const next = events[index + 1]?.at ?? Infinity;
    const end = after ? at + elapsedMs : next;
    blob = before?.blob ?? blob;
    frames.push({ ms: within(end - at), blob, box: before?.box ?? null, caption });
    if (!after) return;
    ({ blob } = after);
    frames.push({ ms: within(next - end), blob, box: null, caption });
  });
  // Without any picture there is nothing to show.
  return frames.some((frame) => frame.blob !== null) ? frames : [];
}

function within(ms: number): number {
  return Math.round(Math.min(longest, Math.max(shortest, ms)));
}
