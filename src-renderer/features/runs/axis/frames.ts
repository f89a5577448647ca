import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { timeAt, type Span } from './scale.ts';

/** A picture, and from when on it was what there was to see. */
export interface Frame {
  readonly at: number;
  readonly blob: string;
}

/** CSS pixels from one picture of the strip to the next. */
export const frameWidth = 72;

/** What acts left, in small; where there is none, what models saw. In order of time. */
export function picturesOf(steps: readonly AgentStepSummary[], calls: readonly CallSummary[]): readonly Frame[] {
  const left = calls.flatMap(({ at, elapsedMs, thumbnail }) =>
    thumbnail === undefined ? [] : [{ at: at + elapsedMs, blob: thumbnail }],
  );
  if (left.length > 0) return left.sort((a, b) => a.at - b.at);
  return steps.flatMap(({ at, picture }) => (picture === undefined ? [] : [{ at, blob: picture }]));
}

/** As many as there is room for: each the last picture until the end of its place; null before the first. */
export function strip(pictures: readonly Frame[], span: Span, width: number): readonly (Frame | null)[] {
  const count = Math.ceil(width / frameWidth);
  return Array.from({ length: count }, (_, place) =>
    lastUntil(pictures, timeAt(Math.min(width, (place + 1) * frameWidth), span, width)),
  );
}

function lastUntil(pictures: readonly Frame[], time: number): Frame | null {
  let [low, high] = [0, pictures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pictures[middle]?.at ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return pictures[low - 1] ?? null;
}
