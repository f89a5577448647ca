import { traceEvent, traceVersion, type TraceEvent } from '#contract/model/runs/trace';

type Line = Readonly<Record<string, unknown>>;

/** What a line of a version is in the next one: often several lines. */
const steps: Readonly<Record<number, (line: Line) => readonly Line[]>> = {
  // Pictures were of the whole screen, stood beside the trace, and were named by the line itself.
  1: ({ picture, ...line }) => {
    if (typeof picture !== 'string') return [line];
    const { type, call, at } = line;
    const seen = { type: 'seen', call, at, phase: type, picture: { blob: picture, bounds: null }, note: '' };
    return [line, seen];
  },
};

/**
 * The events of one line that a version wrote; none where it is damaged.
 * @param own written by ourselves, where nobody else writes: one of this version is taken as it is
 */
export function parseLine(text: string, version: number, own = false): readonly TraceEvent[] {
  let lines: readonly Line[];
  try {
    lines = [JSON.parse(text) as Line];
    for (let from = version; from < traceVersion; from++)
      lines = lines.flatMap((line) => steps[from]?.(line) ?? [line]);
  } catch {
    return [];
  }
  if (own && version === traceVersion) return lines as readonly TraceEvent[];
  return lines.flatMap((line) => {
    const parsed = traceEvent.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
}
