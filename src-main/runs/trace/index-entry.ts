import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { JsonBytes } from '#contract/model/runs/run';
import { agentStepSummary, isStory, reportedEvent } from '#contract/model/agents/agent-step';
import { callSummary, traceVersion } from '#contract/model/runs/trace';

const place = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

/** One line of the index: a call or a step as a list row, or an event of the story, with the positions of its lines. */
const indexEntry = z
  .object({
    summary: callSummary.optional(),
    step: agentStepSummary.optional(),
    story: reportedEvent.optional(),
    places: z.array(place),
    version: z.number().int(),
    /** The index covers every line before this byte of the trace. */
    upTo: z.number().int().nonnegative(),
  })
  .refine(({ summary, step, story }) => summary ?? step ?? (story && isStory(story.event)));
export type IndexEntry = Readonly<z.output<typeof indexEntry>>;

/** Entries of the same key are successive states of the same item. */
export function keyOf({ summary, step, places }: IndexEntry): string {
  if (summary) return `call ${summary.call}`;
  return step ? `step ${step.step}` : `story ${places[0]?.[0] ?? 0}`;
}

/**
 * An entry, or its line if not yet requested: one character per byte of its UTF-8, since decoding millions of them
 * takes longer than everything else.
 */
export type KeptEntry = IndexEntry | string;

/** The content of an index file, the last entry of each item. */
interface ReadIndex {
  readonly entries: Map<string, KeptEntry>;
  /** From the last line. */
  readonly upTo: number;
  readonly version: number;
}

/**
 * Those before the first damaged line.
 * @param own written by ourselves, if nobody else writes: lines are kept as they are, and read when somebody asks
 */
export function readEntries(file: Buffer, own = false): ReadIndex {
  // A power failure leaves zeros in a file.
  if (own && !file.includes(0)) return keptLines(file.toString('latin1'));
  const lines = file.toString('utf8').split('\n');
  return parsedLines(lines.filter((line) => line !== ''));
}

/** @throws AppError `file_error` for a line that is damaged inside */
export function entryOf(kept: KeptEntry): IndexEntry {
  if (typeof kept !== 'string') return kept;
  try {
    return JSON.parse(Buffer.from(kept, 'latin1').toString('utf8')) as IndexEntry;
  } catch (cause) {
    const hint = 'Open it in the Runs view: its index is then made again from its trace.';
    throw new AppError('file_error', 'The index of this run is damaged.', { hint, cause });
  }
}

/** The list rows of entries. */
export function listOf(kept: readonly KeptEntry[]): JsonBytes {
  // A separate copy: shared memory would be sent to the page with it.
  return new Uint8Array(Buffer.from(`[${kept.map(rowOf).join(',')}]`, 'latin1'));
}

/** A character for each byte, too. */
function rowOf(kept: KeptEntry): string {
  if (typeof kept === 'string') return kept.slice(kept.indexOf(':') + 1, kept.lastIndexOf(placesAt));
  return Buffer.from(JSON.stringify(kept.summary ?? kept.step ?? kept.story), 'utf8').toString('latin1');
}

/** The beginning of a line that we write, with its kind. */
const head = /\{"(?:summary":\{"(call)|step":\{"(step)|story":\{"at)":(\d+),/y;
/** The end of such a line: no app's text can look like it, as its quotation marks are escaped. */
const placesAt = ',"places":[[';
const tail = /,"places":\[\[(\d+),[\d,[\]]+\],"version":(\d+),"upTo":(\d+)\}\n/y;

function keptLines(text: string): ReadIndex {
  const entries = new Map<string, string>();
  let [version, upTo] = [traceVersion, 0];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    head.lastIndex = at;
    tail.lastIndex = text.lastIndexOf(placesAt, end);
    const [begins, call, step, number] = head.exec(text) ?? [];
    const [ends, first, itsVersion, itsUpTo] = tail.exec(text) ?? [];
    if (begins === undefined || ends === undefined || tail.lastIndex !== end + 1) break;
    const kind = call ?? step;
    entries.set(kind === undefined ? `story ${first}` : `${kind} ${number}`, text.slice(at, end));
    [version, upTo] = [Number(itsVersion), Number(itsUpTo)];
    at = end + 1;
  }
  return { entries, version, upTo };
}

/** All at once, which takes half the time; if that fails, one by one. */
function parsedLines(lines: readonly string[]): ReadIndex {
  const read = parsedAtOnce(lines) ?? parsedOneByOne(lines);
  const { version = traceVersion, upTo = 0 } = read.at(-1) ?? {};
  return { entries: new Map(read.map((entry) => [keyOf(entry), entry])), version, upTo };
}

function parsedAtOnce(lines: readonly string[]): readonly IndexEntry[] | null {
  try {
    return z.array(indexEntry).safeParse(JSON.parse(`[${lines.join(',')}]`)).data ?? null;
  } catch {
    return null;
  }
}

/** The other entries are read from the trace. */
function parsedOneByOne(lines: readonly string[]): readonly IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (const line of lines) {
    const entry = parseEntry(line);
    if (!entry) break;
    entries.push(entry);
  }
  return entries;
}

function parseEntry(line: string): IndexEntry | null {
  try {
    const parsed = indexEntry.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
