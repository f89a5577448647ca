import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { moveFileSync } from '../../base/files/atomic-write.ts';
import { mendGroups } from '../steps/groups.ts';
import { recording, step, type Recording, type Step } from '#contract/model/recordings/recording';

const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recording'), recording, foreign: z.boolean().optional() }),
  z.object({ type: z.literal('step'), step }),
  /** Continues in another file. */
  z.object({ type: z.literal('elsewhere'), file: z.string().min(1) }),
]);
type Line = z.output<typeof line>;

/**
 * Unsaved steps on disk: JSON lines, each complete in itself, so that a crash loses at most the current step. Readable only by
 * the user. Synchronous, because a step is lost if the process dies before the write ends.
 */
export interface Journal {
  /** Starts over with the whole recording. @param isForeign whether it was imported */
  replace(recording: Recording, isForeign?: boolean): void;
  /** A step replaces one with the same id. */
  append(steps: readonly Step[]): void;
  /** Continues in another folder, after writing everything so far there; the next start finds it. */
  moveTo(folder: string, recording: Recording, isForeign?: boolean): void;
  /** Deletes everything recoverable. */
  discard(): void;
  /** What a crashed process left, up to the first incomplete line; null if there is nothing. */
  recover(): Recording | null;
  /** Whether the recovered recording was imported. */
  readonly isForeign: boolean;
}

/**
 * @param folder created by default
 * @param name of the file in it: one journal serves one recorder
 */
export function createJournal(folder: string, name = 'unsaved.jsonl'): Journal {
  const home = path.join(folder, name);
  let file = home;
  let wasForeign = false;
  return {
    get isForeign() {
      return wasForeign;
    },
    replace(recording, isForeign = false) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeWhole(file, { type: 'recording', recording, ...(isForeign && { foreign: true }) });
    },
    append: (steps) => appendFileSync(file, steps.map((step) => format({ type: 'step', step })).join('')),
    moveTo(other, recording, isForeign = false) {
      const place = path.join(other, `deskscope-${name}`);
      writeWhole(place, { type: 'recording', recording, ...(isForeign && { foreign: true }) });
      rmSync(file, { force: true });
      file = place;
      try {
        // A full disk has room for one line once the journal is gone.
        writeWhole(home, { type: 'elsewhere', file });
      } catch {
        // It is kept, and the user who chose the folder knows where.
      }
    },
    discard() {
      rmSync(file, { force: true });
      rmSync(home, { force: true });
      file = home;
    },
    recover() {
      const [first] = existsSync(home) ? wholeLines(readFileSync(home, 'utf8')) : [];
      file = first?.type === 'elsewhere' && existsSync(first.file) ? first.file : home;
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const [begin] = wholeLines(text);
      wasForeign = begin?.type === 'recording' && begin.foreign === true;
      return read(text);
    },
  };
}

/** All of it or nothing: a partial write on a full disk is truncated. */
function writeWhole(file: string, entry: Line): void {
  const temporary = `${file}.tmp`;
  try {
    writeFileSync(temporary, format(entry), { mode: 0o600 });
    moveFileSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function format(entry: Line): string {
  return `${JSON.stringify(entry)}\n`;
}

function read(text: string): Recording | null {
  const [first, ...others] = wholeLines(text);
  if (first?.type !== 'recording') return null;
  const added = others.flatMap((entry) => (entry.type === 'step' ? [entry.step] : []));
  const steps = new Map([...first.recording.steps, ...added].map((step) => [step.id, step]));
  return steps.size > 0 ? mendGroups({ ...first.recording, steps: [...steps.values()] }) : null;
}

function* wholeLines(text: string): Generator<Line> {
  for (const raw of text.split('\n')) {
    const entry = line.safeParse(parseJson(raw));
    if (!entry.success) return;
    yield entry.data;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
