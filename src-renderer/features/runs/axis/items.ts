import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { statusText } from '../calls/call-marks.tsx';
import { stepStatus } from '../steps/step-rows.ts';

/** From least to most important. */
export const tones = ['quiet', 'ok', 'running', 'denied', 'failed'] as const;
export type Tone = (typeof tones)[number];

/** A dot: an element was found by another selector, the model was asked again, the user changed something. */
export type Mark = 'failed' | 'healed' | 'repaired' | 'edited';

/** A step or a call as a bar on the axis. */
export interface AxisItem {
  /** `step 7`, `call 12`, as in its row. */
  readonly id: string;
  readonly lane: number;
  /** Milliseconds since the epoch; `to` is infinite while running. */
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  readonly marks: readonly Mark[];
  /** Its description, in a line. */
  readonly label: string;
}

/** The axis: bars in order of their start, in lanes by actor. */
export interface AxisItems {
  readonly lanes: readonly string[];
  readonly items: readonly AxisItem[];
}

/** More lanes are unreadable; later actors share the last. */
const mostLanes = 4;

/** Bars are steps in an agents' run; calls and the user's actions between them in any other. */
export function axisItems(steps: readonly AgentStepSummary[], calls: readonly CallSummary[], live: boolean): AxisItems {
  const lanes: string[] = [];
  const laneOf = (name: string) => {
    const known = lanes.indexOf(name);
    if (known >= 0) return known;
    if (lanes.length < mostLanes) return lanes.push(name) - 1;
    lanes[mostLanes - 1] = 'others';
    return mostLanes - 1;
  };
  const ofSteps = steps.map((step) => stepItem(step, laneOf(laneName(step.agent.name)), live));
  if (steps.some(({ agent }) => agent.kind !== 'Person')) return { lanes, items: ofSteps };
  const ofCalls = calls.map((call) => callItem(call, laneOf(call.caller.name), live));
  return { lanes, items: [...ofSteps, ...ofCalls].sort((a, b) => a.from - b.from) };
}

/** The program identifies `AppAgent/galculator/Calculator`. */
function laneName(agent: string): string {
  return agent.split('/')[1] ?? agent;
}

function stepItem(step: AgentStepSummary, lane: number, live: boolean): AxisItem {
  const { at, elapsedMs, ended, attempts, edited, action, state } = step;
  const tone = stepStatus(step);
  const marks: readonly (Mark | false)[] = [
    (tone === 'failed' || tone === 'denied') && 'failed',
    attempts > 1 && 'repaired',
    edited && 'edited',
  ];
  return {
    id: `step ${step.step}`,
    lane,
    from: at,
    to: endOf(at, elapsedMs, !ended && live),
    tone,
    marks: marks.filter((mark) => mark !== false),
    label: `Step ${step.step} · ${action || (state ?? 'under way')}`,
  };
}

const callTones = { running: 'running', ok: 'ok', failed: 'failed', denied: 'denied' } as const;

function callItem(call: CallSummary, lane: number, live: boolean): AxisItem {
  const { at, elapsedMs, status, tool, healed } = call;
  const failed = status === 'failed' || status === 'denied';
  return {
    id: `call ${call.call}`,
    lane,
    from: at,
    to: endOf(at, elapsedMs, status === 'running' && live),
    tone: callTones[status],
    marks: [...(failed ? (['failed'] as const) : []), ...(healed ? (['healed'] as const) : [])],
    label: `Call ${call.call} · ${tool.replace(/^.*::/, '')} · ${statusText(call, live)}`,
  };
}

function endOf(at: number, elapsedMs: number, underWay: boolean): number {
  return underWay ? Infinity : at + elapsedMs;
}

/** The item at a point: the one there, else the nearest; of the lane pointed at, if it has any. */
export function itemAt(items: readonly AxisItem[], time: number, lane: number | null, now: number): AxisItem | null {
  const wanted = lane === null ? items : items.filter((item) => item.lane === lane);
  let best: AxisItem | null = null;
  let least = Infinity;
  for (const item of wanted.length > 0 ? wanted : items) {
    const away = Math.max(item.from - time, time - Math.min(item.to, now), 0);
    // Of several, the one that started last.
    if (away > least) continue;
    [best, least] = [item, away];
  }
  return best;
}

/** Where a key leads from an item; null if nowhere. */
export function placeByKey(key: string, place: number, count: number): number | null {
  const by: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
  const step = by[key];
  if (step !== undefined) return Math.min(count - 1, Math.max(0, place + step));
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The visible range, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minimum range, in milliseconds. */
const shortestMs = 20;

/** Minimum distance of ticks in CSS pixels. */
const tickGap = 72;

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

const tickSteps = [
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 6, 12].map((n) => n * hour),
];

/** Position of a time, in CSS pixels. */
export function xOf(at: number, { from, to }: Span, width: number): number {
  return ((at - from) / (to - from)) * width;
}

export function timeAt(x: number, { from, to }: Span, width: number): number {
  return from + (x / Math.max(1, width)) * (to - from);
}

/** From first to last, with a margin, so that the last is not cut off. */
export function spanOf(items: readonly Span[], now: number): Span {
  let [from, to] = [Infinity, -Infinity];
  for (const item of items) {
    from = Math.min(from, item.from);
    to = Math.max(to, item.to === Infinity ? now : item.to);
  }
  const length = Math.max(shortestMs, to - from);
  return { from, to: from + length * 1.01 };
}

/** The range zoomed by the factor, with the time `around` in place; never beyond the whole. */
export function zoomed(span: Span, whole: Span, factor: number, around: number): Span {
  const length = Math.min(whole.to - whole.from, Math.max(shortestMs, (span.to - span.from) / factor));
  const share = (around - span.from) / (span.to - span.from);
  return within({ from: around - share * length, to: around + (1 - share) * length }, whole);
}

/** Moved by the minimum that makes that time visible. */
export function showing(span: Span, whole: Span, at: number): Span {
  if (at >= span.from && at <= span.to) return span;
  const half = (span.to - span.from) / 2;
  return within({ from: at - half, to: at + half }, whole);
}

function within(span: Span, whole: Span): Span {
  const by = Math.max(0, whole.from - span.from) - Math.max(0, span.to - whole.to);
  return { from: span.from + by, to: span.to + by };
}

interface Tick {
  readonly at: number;
  /** Since the start of the run. */
  readonly text: string;
}

/** Round times since `start`. */
export function ticks(span: Span, start: number, width: number): readonly Tick[] {
  const least = ((span.to - span.from) / Math.max(1, width)) * tickGap;
  const step = tickSteps.find((one) => one >= least) ?? Math.ceil(least / day) * day;
  const first = Math.ceil((span.from - start) / step) * step;
  const count = Math.max(0, Math.floor((span.to - start - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const since = first + index * step;
    return { at: start + since, text: formatSince(since, step) };
  });
}

/** `0:07`, `1:02:05`; with tenths or hundredths for close ticks. */
function formatSince(ms: number, step: number): string {
  const digits = step >= second ? 0 : step >= 100 ? 1 : 2;
  const seconds = ((ms % minute) / second).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
  const [hours, minutes] = [Math.floor(ms / hour), Math.floor((ms % hour) / minute)];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}
