import { quoted } from '../../foreign-text.ts';
import { parseSelector, type RankedSelector, type SelectorStep } from './selector.ts';
import { volatileKind, type VolatileKind } from './volatile.ts';

/** What a selector depends on and what breaks it, in one sentence. @throws AppError `invalid_parameter` if it cannot be parsed */
export function explainSelector(text: string): string {
  const selector = parseSelector(text);
  const scope = selector.slice(0, -1).map(inside).join('');
  return `${groundOf(selector.at(-1) ?? {}, scope)}.`;
}

/** A selector's robustness, judged by its text alone. @throws as {@link explainSelector} */
export function gradeSelector(written: string): Pick<RankedSelector, 'kind' | 'grade'> {
  const selector = parseSelector(written);
  const { id, name, nameContains, label, description, row, column, near, path, nth, text, picture } =
    selector.at(-1) ?? {};
  if (picture !== undefined || text !== undefined) return { kind: 'picture', grade: text === undefined ? 'D' : 'C' };
  if (path) return { kind: 'path', grade: 'E' };
  if (nth !== undefined) return { kind: 'ordinal', grade: 'D' };
  if (near !== undefined) return { kind: 'neighbour', grade: 'C' };
  if (row !== undefined || column !== undefined) return { kind: 'cell', grade: 'C' };
  if (selector.length > 1) return { kind: 'scoped', grade: 'C' };
  if (id !== undefined) return { kind: 'identity', grade: 'A' };
  if (name !== undefined || nameContains !== undefined) return { kind: 'name', grade: 'B' };
  if (label !== undefined) return { kind: 'label', grade: 'C' };
  return { kind: description === undefined ? 'ordinal' : 'description', grade: 'C' };
}

/** Why a selector may not last; empty if no reason is known. @throws as {@link explainSelector} */
export function doubtsAbout(text: string): readonly string[] {
  return parseSelector(text).flatMap((step) => [...passing(step), ...places(step)]);
}

function groundOf(step: SelectorStep, scope: string): string {
  const { role, id, name, nameContains, label, description, row, column, near, path, nth } = step;
  if (step.picture !== undefined) return byPicture(step);
  if (step.text !== undefined) return 'By the text that is read in a picture of the window: breaks in another language';
  if (path) return `By its place in the tree${scope}: breaks when the layout changes`;
  if (nth !== undefined) {
    return `As number ${nth + 1} of those alike${scope}: breaks when one is added or removed before it`;
  }
  if (id !== undefined) return `By the id that its developer gave it${scope}`;
  if (near !== undefined) return `By what stands beside it${scope}: breaks when that moves`;
  if (row !== undefined && column !== undefined) return `By the row and the column of its table${scope}`;
  if (row !== undefined) return `By the row that it is in${scope}`;
  if (name !== undefined) return `By its name${scope}: breaks in another language`;
  if (nameContains !== undefined) return `By a part of its name${scope}: breaks in another language`;
  if (label !== undefined) return `By the label beside it${scope}: breaks in another language`;
  if (description !== undefined) return `By its help text${scope}: breaks in another language`;
  if (column !== undefined) return `By the column that it is in${scope}: breaks when a row is added`;
  return `As the only ${role ?? 'element'}${scope}: breaks when another one is added`;
}

function byPicture({ text, near }: SelectorStep): string {
  const words = [
    text === undefined ? '' : ` and the text ${quoted(text)} on it`,
    near === undefined ? '' : `, beside ${quoted(near)}`,
  ].join('');
  return `By how it looks${words}: breaks with another theme, letters of another size, or another look`;
}

function inside(step: SelectorStep): string {
  const words = step.name ?? step.nameContains ?? step.label ?? step.id;
  return `, inside ${[step.role ?? 'what', words === undefined ? '' : quoted(words)].join(' ').trim()}`;
}

const kinds: Readonly<Record<VolatileKind, string>> = {
  time: 'a time',
  date: 'a date',
  duration: 'a duration',
  percentage: 'a percentage',
  size: 'a size',
  counter: 'a number that counts',
  version: 'a version',
  generated: 'a generated id',
};

function passing(step: SelectorStep): readonly string[] {
  const { picture: _, ...words } = step;
  return Object.values(words).flatMap((value: unknown) => {
    const kind = typeof value === 'string' ? volatileKind(value) : null;
    return kind === null ? [] : [`${quoted(String(value))} has ${kinds[kind]} in it, which will be another one.`];
  });
}

const highIndex = 5;
const deepPath = 5;

function places({ nth, path }: SelectorStep): readonly string[] {
  const high = nth !== undefined && nth > highIndex ? ['To count so many is easily wrong.'] : [];
  return (path?.length ?? 0) > deepPath ? [...high, 'So deep a path breaks with every change of the layout.'] : high;
}
