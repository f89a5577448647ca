/** The stretch of time that is in sight, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** No shorter stretch is shown, in milliseconds. */
const shortestMs = 20;
/** CSS pixels from one tick to the next, at least. */
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

/** Where a moment is, in CSS pixels. */
export function xOf(at: number, { from, to }: Span, width: number): number {
  return ((at - from) / (to - from)) * width;
}

export function timeAt(x: number, { from, to }: Span, width: number): number {
  return from + (x / Math.max(1, width)) * (to - from);
}

/** From the first to the last, and a little more, so that the last is not cut. */
export function spanOf(items: readonly Span[], now: number): Span {
  let [from, to] = [Infinity, -Infinity];
  for (const item of items) {
    from = Math.min(from, item.from);
    to = Math.max(to, item.to === Infinity ? now : item.to);
  }
  const length = Math.max(shortestMs, to - from);
  return { from, to: from + length * 1.01 };
}

/** The same stretch, shorter by the factor, with the moment `around` where it was; never beyond the whole. */
export function zoomed(span: Span, whole: Span, factor: number, around: number): Span {
  const length = Math.min(whole.to - whole.from, Math.max(shortestMs, (span.to - span.from) / factor));
  const share = (around - span.from) / (span.to - span.from);
  return within({ from: around - share * length, to: around + (1 - share) * length }, whole);
}

/** Moved as little as needed for that moment to be in sight. */
export function showing(span: Span, whole: Span, at: number): Span {
  if (at >= span.from && at <= span.to) return span;
  const half = (span.to - span.from) / 2;
  return within({ from: at - half, to: at + half }, whole);
}

function within(span: Span, whole: Span): Span {
  const by = Math.max(0, whole.from - span.from) - Math.max(0, span.to - whole.to);
  return { from: span.from + by, to: span.to + by };
}

export interface Tick {
  readonly at: number;
  /** Since the beginning of the run. */
  readonly text: string;
}

/** Round moments since `start`. */
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

/** `0:07`, `1:02:05`; with tenths or hundredths where ticks are so close. */
function formatSince(ms: number, step: number): string {
  const digits = step >= second ? 0 : step >= 100 ? 1 : 2;
  const seconds = ((ms % minute) / second).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
  const [hours, minutes] = [Math.floor(ms / hour), Math.floor((ms % hour) / minute)];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}
