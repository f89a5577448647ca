import { AppError } from '#contract/errors';
import type { Action } from '#contract/model/recordings/action';
import { parseSelector } from '#contract/model/elements/selector';
import { describeStep, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { isByPicture } from '../../dialects/element.ts';
import { leftOutOf, type Gap, type StepPlace } from '../../dialects/gaps.ts';
import { pythonSecret, stepComment } from './code-call.ts';
import { defineExporter, type Exporter } from './exporter.ts';
import { commentText, stringLiteral } from './literals.ts';

/** How other runners can find an element. */
export interface Findable {
  readonly id: string;
  readonly name: string;
  /** Child indices from the window down; empty if unknown. */
  readonly path: readonly number[];
}

/** @throws AppError `invalid_parameter` if only a picture identifies it */
export function findable({ name, selectors }: StepTarget): Findable {
  if (isByPicture(selectors)) throw cannot('it is found by its picture, which only Deskscope does');
  const steps = selectors.map(({ selector }) => parseSelector(selector)).filter((selector) => selector.length === 1);
  const id = steps.find(([step]) => step?.id !== undefined)?.[0]?.id ?? '';
  const path = steps.find(([step]) => step?.path !== undefined)?.[0]?.path ?? [];
  return { id, name, path };
}

/** The error for a step that a runner cannot do. */
export function cannot(what: string): AppError {
  return new AppError('invalid_parameter', what);
}

/** What most of these runners cannot express of a step. */
const usualGaps: readonly Gap[] = ['rules', 'until', 'ends', 'way', 'hold', 'place', 'effects'];

/** How a language writes comments and failures. */
export interface Spelling {
  readonly comment: string;
  readonly indent: string;
  readonly fail: (why: string) => string;
  /** What it cannot express of a step; {@link usualGaps} by default. */
  readonly gaps?: readonly Gap[];
  /** Whether it can drag into another window. */
  readonly joinsWindows?: true;
}

const inPython: Spelling = {
  comment: '#',
  indent: '',
  fail: (why) => `raise NotImplementedError(${stringLiteral(why)})`,
};

/** A text in Python, or code that gets a secret. */
export function textInPython({
  text,
  secret,
}: {
  readonly text: string;
  readonly secret?: string | undefined;
}): string {
  return secret === undefined ? stringLiteral(text) : pythonSecret(secret);
}

/** Starts a program without a shell. Needs `subprocess`. */
export function startInPython({ command, args, folder }: Extract<Action, { type: 'launch' }>): readonly string[] {
  const words = [command, ...args].map((word) => stringLiteral(word)).join(', ');
  return [`subprocess.Popen([${words}]${folder === undefined ? '' : `, cwd=${stringLiteral(folder)}`})`];
}

/**
 * The lines of a step for a runner: description, omissions, then the code, or failing code if there is none.
 * @param act the code; throws {@link cannot}
 */
export function runnerStep(step: Step, at: StepPlace, spelling: Spelling, act: () => readonly string[]): string {
  const { comment, indent, gaps = usualGaps } = spelling;
  const head = `${comment} ${stepComment(step, at.index)}`;
  const lines = [head];
  if (step.enabled) {
    for (const loss of leftOutOf(step, at, gaps)) lines.push(`${comment}    ${commentText(loss)}`);
    lines.push(...codeOr(spelling, step, at.index, act));
  }
  return lines.map((line) => indent + line).join('\n');
}

/** A Python script for another runner: a header, then each step as written by `act`. */
export function pythonScript({
  id,
  label,
  header,
  act,
}: {
  readonly id: string;
  readonly label: string;
  readonly header: (name: string) => string;
  /** The code of a step; throws {@link cannot}. */
  readonly act: (step: Step) => readonly string[];
}): Exporter {
  return defineExporter({
    id,
    label,
    group: 'Scripts',
    language: 'python',
    extension: 'py',
    header: ({ name }) => header(name),
    step: (step, at) => runnerStep(step, at, inPython, () => act(step)),
  });
}

function codeOr(
  { fail, joinsWindows }: Spelling,
  step: Step,
  index: number,
  act: () => readonly string[],
): readonly string[] {
  try {
    if (step.ontoWindow && !joinsWindows) throw cannot('its end is in another window than its beginning');
    return act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [fail(`Step ${index + 1} cannot be done here (${commentText(describeStep(step))}): ${error.message}`)];
  }
}
