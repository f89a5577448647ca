import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recording';
import type { StepDraft } from '../../dialects/dialect.ts';
import { mendGroups } from '../groups.ts';

/** A file of somebody else's as a recording, and what of it is none, each with its line. */
export interface Imported {
  readonly recording: Recording;
  readonly notes: readonly string[];
}

/** What an importer found, before it is a recording. */
export interface Found {
  readonly steps: readonly StepDraft[];
  readonly notes: readonly string[];
  /** What the file says of the recording itself. */
  readonly head?: Partial<Omit<Recording, 'steps' | 'version'>>;
}

/** @param empty what the recording is where the file says nothing else */
export function toRecording({ steps, head }: Found, empty: Recording): Recording {
  const ids = new Set<string>();
  const numbered = steps.map((step, index): Step => {
    const id = unused(step.id ?? `imported-${index + 1}`, ids);
    ids.add(id);
    return { at: index, enabled: true, ...step, id };
  });
  return mendGroups({ ...empty, ...head, steps: numbered });
}

/** Whoever copies a call copies its step's id too. */
function unused(id: string, ids: ReadonlySet<string>): string {
  return ids.has(id) ? unused(`${id}-2`, ids) : id;
}

/** @throws AppError `invalid_parameter`, for a person who looks for it in the file */
export function atLine(line: number, problem: string): AppError {
  return new AppError('invalid_parameter', `Line ${line}: ${problem}.`, {
    hint: 'Correct it there, and import it again.',
    data: { line },
  });
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

export function leftOut(line: number, what: string, why: string): string {
  return `Line ${line}: ${quoted(what)} is left out: ${why}.`;
}
