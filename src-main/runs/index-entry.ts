import { z } from 'zod';
import { agentStepSummary, toldEvent } from '#contract/model/agent-step';
import { callSummary } from '#contract/model/trace';

const place = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

/** One line of the index: a call or a step as a row of a list, or an event of the story, and where its lines stand. */
const indexEntry = z
  .object({
    summary: callSummary.optional(),
    step: agentStepSummary.optional(),
    story: toldEvent.optional(),
    places: z.array(place),
    version: z.number().int(),
    /** Every line before this byte of the trace is in the index. */
    upTo: z.number().int().nonnegative(),
  })
  .refine(({ summary, step, story }) => summary ?? step ?? story);
export type IndexEntry = Readonly<z.output<typeof indexEntry>>;

/** The entries of the same key are the same thing, as it became. */
export function keyOf({ summary, step, places }: IndexEntry): string {
  if (summary) return `call ${summary.call}`;
  return step ? `step ${step.step}` : `story ${places[0]?.[0] ?? 0}`;
}

/**
 * All at once, which takes half the time; where that fails, those before the first damaged line.
 * @param own written by ourselves, where nobody else writes: what it says of calls and steps is not looked at again
 */
export function parseEntries(text: string, own = false): readonly IndexEntry[] {
  const lines = text.split('\n').filter((line) => line !== '');
  try {
    const read = JSON.parse(`[${lines.join(',')}]`) as readonly IndexEntry[];
    if (own && read.every(isPlaced)) return read;
    const all = z.array(indexEntry).safeParse(read);
    if (all.success) return all.data;
  } catch {
    // What the others stood for is read from the trace.
  }
  const entries: IndexEntry[] = [];
  for (const line of lines) {
    const entry = parseEntry(line);
    if (!entry) break;
    entries.push(entry);
  }
  return entries;
}

function isPlaced({ summary, step, story, places, version, upTo }: IndexEntry): boolean {
  return Boolean(summary ?? step ?? story) && Array.isArray(places) && version > 0 && upTo >= 0;
}

function parseEntry(line: string): IndexEntry | null {
  try {
    const parsed = indexEntry.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
