import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepDraft } from '../../dialects/dialect.ts';
import { mostSteps } from '../../base/text-bounds.ts';
import { mendGroups } from '../steps/groups.ts';

/** An imported file as a recording, and what was skipped, with line numbers. */
export interface Imported {
  readonly recording: Recording;
  readonly notes: readonly string[];
}

/** The result of an importer, before it becomes a recording. */
export interface Found {
  readonly steps: readonly StepDraft[];
  readonly notes: readonly string[];
  /** Properties of the recording in the file. */
  readonly head?: Partial<Omit<Recording, 'steps' | 'version'>>;
}

/** @param empty the recording's defaults */
export function toRecording({ steps, head }: Found, empty: Recording): Recording {
  ensureFewSteps(steps);
  const unused = createNames();
  const numbered = steps.map((step, index): Step => {
    const id = unused(step.id ?? `imported-${index + 1}`);
    return { at: index, enabled: true, ...step, id };
  });
  return mendGroups({ ...empty, ...head, steps: numbered });
}

/** Limits the steps, since viewers process each one. @throws AppError `invalid_parameter` for too many */
export function ensureFewSteps(steps: readonly StepDraft[]): void {
  if (steps.length > mostSteps)
    throw new AppError('invalid_parameter', `It has more than ${mostSteps} steps, and no more are read.`);
}

/** Copied calls have the same step id: later ones are numbered, `a`, `a-2`, `a-3`. */
function createNames(): (id: string) => string {
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  return (id) => {
    let [name, number] = [id, numbers.get(id) ?? 1];
    while (used.has(name)) name = `${id}-${++number}`;
    numbers.set(id, number);
    used.add(name);
    return name;
  };
}

/** @throws AppError `invalid_parameter` with the line in the file */
export function atLine(line: number, problem: string): AppError {
  return new AppError('invalid_parameter', `Line ${line}: ${problem}.`, {
    hint: 'Correct it there, and import it again.',
    data: { line },
  });
}

/** Line numbers of increasing offsets in a text, in linear time. */
export function createLineCounter(text: string): (offset: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

export function leftOut(line: number, what: string, why: string): string {
  return `Line ${line}: ${quoted(what)} is left out: ${why}.`;
}
