import { AppError } from '../../errors.ts';
import { escapeHidden, quoted } from '../../foreign-text.ts';
import type { RankedSelector, SelectorGrade, SelectorKind } from '../schemas/selector.ts';

export type { RankedSelector, SelectorGrade, SelectorKind };

/**
 * A selector identifies one element of a window and survives a restart:
 *
 *   role=Button name="7"
 *   id="save-button"
 *   role=Edit label="Width"
 *   role=Table name="keypad" >> role=Button nth=0
 *   path=0/1/1/0
 *   near="Drawing" text="Line" picture="UklGR…"
 *
 * Steps are joined by ` >> `; each searches below the previous step's matches. All conditions of a step must match;
 * {@link selectorKeys} defines them. Line breaks and invisible characters may be written as `\n` and `\u200b`.
 */
export interface SelectorStep {
  readonly role?: string;
  readonly id?: string;
  readonly name?: string;
  readonly nameContains?: string;
  readonly label?: string;
  readonly description?: string;
  readonly row?: string;
  readonly column?: string;
  readonly near?: string;
  readonly text?: string;
  readonly picture?: string;
  readonly path?: readonly number[];
  readonly nth?: number;
}

export type Selector = readonly SelectorStep[];

interface KeyOf {
  /** Key before `=`. */
  readonly key: string;
  readonly field: keyof SelectorStep;
  /** The condition on the element. */
  readonly help: string;
}

/** The whole grammar, in the order in which a step's conditions are written. */
export const selectorKeys = [
  { key: 'role', field: 'role', help: 'What it is: a control type such as Button, or the platform’s own word.' },
  { key: 'id', field: 'id', help: 'The id that its developer gave it.' },
  { key: 'name', field: 'name', help: 'Its whole name.' },
  { key: 'name~', field: 'nameContains', help: 'A part of its name, ignoring case.' },
  { key: 'label', field: 'label', help: 'The label of a field: its name, or the text that stands beside it.' },
  { key: 'description', field: 'description', help: 'Its help text or placeholder.' },
  { key: 'row', field: 'row', help: 'In the row of a table, list or tree that begins with this text.' },
  { key: 'column', field: 'column', help: 'In the column of a table under this header.' },
  { key: 'near', field: 'near', help: 'The nearest one beside, below or above what is called so.' },
  { key: 'text', field: 'text', help: 'The text that is read on it in a picture of the window.' },
  { key: 'picture', field: 'picture', help: 'How it looks: a small picture in base64, found in one of the window.' },
  { key: 'path', field: 'path', help: 'Child indices from where the step is searched, such as 0/2/1.' },
  { key: 'nth', field: 'nth', help: 'Which of those that match, in tree order from 0.' },
] as const satisfies readonly KeyOf[];

/** Searched for in the window's picture if the app does not report its elements. */
export type PictureStep = Pick<SelectorStep, 'picture' | 'text' | 'near' | 'nth'>;

const ofPictures: readonly (keyof SelectorStep)[] = ['picture', 'text', 'near', 'nth'];
/** Base64 of a few thousand pixels. */
const longestPicture = 40_000;

/**
 * The step searched for in a picture; null if elements are searched.
 * @throws AppError `invalid_parameter` for a step that asks for both, and for an invalid picture
 */
export function pictureStep(selector: Selector): PictureStep | null {
  if (!selector.some(({ picture, text }) => picture !== undefined || text !== undefined)) return null;
  const [step = {}, ...others] = selector;
  const stray = Object.keys(step).find((key) => !ofPictures.some((known) => known === key));
  const { picture = '' } = step;
  const isPicture = picture.length <= longestPicture && /^[A-Za-z0-9+/]*={0,2}$/.test(picture);
  if (others.length === 0 && stray === undefined && isPicture) return step;
  const why = isPicture
    ? 'A picture and the text on it are sought by themselves, with no more than near and nth.'
    : 'The picture of the selector is no small picture in base64.';
  throw new AppError('invalid_parameter', why, {
    hint: 'Write text="Line", or use the selector of a step that was recorded.',
  });
}

/** For lines read by people: a picture is abbreviated to its last letters. */
export function shortSelector(text: string): string {
  return text.replace(/picture="[A-Za-z0-9+/]{12,}?([A-Za-z0-9+/]{6})=*"/g, 'picture="…$1"');
}

const token = /\s*(?:(>>)|([a-z]+~?)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*)))/gy;

/**
 * Room for a picture and some words; longer text is not a selector, and parsing or matching it would
 * take long.
 */
const longestSelector = 100_000;

/** @throws AppError `invalid_parameter` naming the position and the fix; its data has `at`, the index of the character */
export function parseSelector(text: string): Selector {
  if (text.length > longestSelector) {
    const why = `The selector has ${text.length} characters, and may have ${longestSelector}.`;
    throw new AppError('invalid_parameter', why, { hint: 'Use a shorter one.', data: { at: longestSelector } });
  }
  const steps: SelectorStep[] = [];
  let step: SelectorStep = {};
  const close = (at: number) => {
    if (Object.keys(step).length === 0) throw invalid({ text, at }, 'a step is empty');
    steps.push(step);
    step = {};
  };
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = text.length - text.slice(token.lastIndex).trimStart().length;
    const found = token.exec(text);
    if (found === null) throw invalid({ text, at }, `${quoted(text.slice(at).trim())} is not key=value`);
    const [, arrow, key, inQuotes, bare] = found;
    if (arrow) close(at);
    else
      step = {
        ...step,
        ...condition({ text, at }, key ?? '', inQuotes === undefined ? (bare ?? '') : unescape(inQuotes)),
      };
  }
  close(text.length);
  return steps;
}

/** The inverse of {@link parseSelector}. */
export function formatSelector(selector: Selector): string {
  return selector.map(formatStep).join(' >> ');
}

function formatStep(step: SelectorStep): string {
  return selectorKeys
    .flatMap(({ key, field }) => {
      const value = step[field];
      return value === undefined ? [] : [`${key}=${formatValue(field, value)}`];
    })
    .join(' ');
}

function formatValue(field: keyof SelectorStep, value: string | number | readonly number[]): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value.join('/');
  return field === 'role' && /^[\w-]+$/.test(value) ? value : quote(value);
}

/** A position in a selector. */
interface SelectorOffset {
  readonly text: string;
  readonly at: number;
}

function condition(place: SelectorOffset, key: string, value: string): SelectorStep {
  const known = selectorKeys.find((one) => one.key === key);
  if (!known) throw invalid(place, `${quoted(key)} is not one of ${selectorKeys.map((one) => one.key).join(', ')}`);
  const { field } = known;
  if (field === 'nth') return { nth: index(place, value) };
  if (field === 'path') return { path: value.split('/').map((part) => index(place, part)) };
  return { [field]: value };
}

function index(place: SelectorOffset, value: string): number {
  if (!/^\d+$/.test(value)) throw invalid(place, `${quoted(value)} is not a number`);
  return Number(value);
}

function quote(value: string): string {
  return `"${escapeHidden(value.replace(/["\\]/g, '\\$&'))}"`;
}

function unescape(value: string): string {
  return value.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, char: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return breaks[char] ?? char;
  });
}

const breaks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function invalid({ text, at }: SelectorOffset, why: string): AppError {
  return new AppError(
    'invalid_parameter',
    `The selector ${quote(text)} cannot be read at character ${at + 1}: ${why}.`,
    {
      hint: 'Write selectors like role=Button name="Save", joined by >> to go deeper.',
      data: { at },
    },
  );
}
