import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { controlTypes, type ControlType } from '#contract/model/element';
import type { Rect } from '#contract/model/geometry';
import type { Recording, Step, StepTarget } from '#contract/model/recording';
import { mendGroups } from '../groups.ts';
import { formatSelector, type RankedSelector, type Selector } from '#contract/model/selector';

/** A file of somebody else's as a recording, and what of it is none, each with its line. */
export interface Imported {
  readonly recording: Recording;
  readonly notes: readonly string[];
}

/** A step before it has its id and its place in time. */
export type StepDraft = Pick<Step, 'action' | 'target' | 'window'> & Partial<Step>;

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

/** Selectors from what a file says of an element; nothing was measured, so that each counts as one match. */
export function ranked(
  selector: Selector,
  kind: RankedSelector['kind'],
  grade: RankedSelector['grade'],
): RankedSelector {
  return { selector: formatSelector(selector), kind, grade, matchCount: 1, elapsedMs: 0 };
}

/** The target that a name, a type and an identity make; null where there is none of them. */
export function targetCalled(what: {
  readonly name?: string | undefined;
  readonly controlType?: ControlType | undefined;
  readonly id?: string | undefined;
  readonly bounds?: Rect | null | undefined;
}): StepTarget | null {
  const { name = '', controlType, id = '', bounds = null } = what;
  const role = controlType && { role: controlType };
  const selectors = [
    ...(id ? [ranked([{ id }], 'identity', 'A')] : []),
    ...(name ? [ranked([{ ...role, name }], 'name', 'B')] : []),
  ];
  return selectors.length > 0 ? { controlType: controlType ?? 'Custom', name, selectors, bounds } : null;
}

/** In any case, as UI Automation or AT-SPI-minded people write it. */
export function controlTypeOf(word: string | undefined): ControlType | undefined {
  return controlTypes.find((type) => type.toLowerCase() === word?.toLowerCase());
}

export function leftOut(line: number, what: string, why: string): string {
  return `Line ${line}: ${quoted(what)} is left out: ${why}.`;
}
