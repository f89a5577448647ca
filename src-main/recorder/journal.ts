import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { moveFileSync } from '../base/move-file.ts';
import { recording, step, type Recording, type Step } from '#contract/model/recording';

const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recording'), recording }),
  z.object({ type: z.literal('step'), step }),
]);
type Line = z.output<typeof line>;

/**
 * What is not saved yet, on disk: JSON lines, each complete in itself, so that a crash costs at most the step being made.
 * Synchronous, because a step that is on its way to the disk when the process dies is lost.
 */
export interface Journal {
  /** Begins anew with everything so far. @throws where no disk takes it */
  replace(recording: Recording): void;
  /** @throws where the disk does not take it, or did not take an earlier step: then everything must be written anew */
  append(steps: readonly Step[]): void;
  /** Nothing is left to recover. */
  discard(): void;
  /** What a process that died left behind, up to the first line that is not whole; null where there is nothing. */
  recover(): Recording | null;
}

/** @param files in folders created where missing: the first that can be written is used. One journal serves one recorder. */
export function createJournal(...files: readonly [string, ...string[]]): Journal {
  /** The file that holds everything so far; null after a failure. */
  let whole: string | null = null;
  return {
    replace(recording) {
      whole = null;
      whole = writeFirst(files, format({ type: 'recording', recording }));
      remove(files.filter((file) => file !== whole));
    },
    append(steps) {
      if (whole === null) throw new Error('an earlier step is missing in it');
      const file = whole;
      whole = null;
      appendFileSync(file, steps.map((step) => format({ type: 'step', step })).join(''));
      whole = file;
    },
    discard: () => remove(files),
    recover() {
      const found = files.filter((file) => existsSync(file)).map((file) => read(readFileSync(file, 'utf8')));
      return found.find((recording) => recording !== null) ?? null;
    },
  };
}

function remove(files: readonly string[]): void {
  // `force` forgives a missing file, not one in what is no folder.
  for (const file of files) if (existsSync(file)) rmSync(file, { force: true });
}

/** @throws the first reason where none of them can be written */
function writeFirst(files: readonly string[], text: string): string {
  const reasons: unknown[] = [];
  for (const file of files) {
    try {
      writeWhole(file, text);
      return file;
    } catch (error) {
      reasons.push(error);
    }
  }
  throw reasons[0];
}

function writeWhole(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, text, { mode: 0o600 });
    moveFileSync(temporary, file);
  } catch (error) {
    remove([temporary]);
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
  const steps = [...first.recording.steps, ...added];
  return steps.length > 0 ? { ...first.recording, steps } : null;
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
