import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import { activate } from '../../target/windows/target-window.ts';
import type { EditField } from '../edit-field.ts';
import { ensureTextFocus } from '../focus-control.ts';
import { readDate, type DateUnits, type Unit } from './iso-date.ts';

/** A number or a word in the text of a date. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How long a typed part may take to show, in milliseconds. */
const followMs = 500;
const lookEveryMs = 25;
/** A day may fit only the month typed after it, and a year only the day: parts not taken are typed again. */
const mostRounds = 3;

/**
 * Whether a number field shows a date or a time as one text: Qt gives such a field no range, and takes keys for the part at its
 * caret only, so that a whole text cannot be typed over it.
 */
export function isDateText({ controlType, toolkit, range, value, patterns }: EditField): boolean {
  if (controlType !== 'Spinner' || toolkit?.name !== 'qt' || !patterns.includes('text')) return false;
  return range?.minimum === range?.maximum && runsOf(value ?? '').filter(({ text }) => isNumber(text)).length > 1;
}

/**
 * Types a date or a time part by part, and reads it back.
 * @throws AppError `invalid_parameter` if the text is neither written as the field shows it nor as ISO 8601, `not_verified` if the
 * field does not take it; it then has its earlier value, if that can be typed
 */
export async function enterDateText(
  context: ToolContext,
  window: WindowInfo,
  field: ElementDetails,
  text: string,
): Promise<void> {
  const shown = field.value ?? '';
  const wanted = partsFor(shown, text);
  if (!wanted) {
    throw new AppError('invalid_parameter', `${describeElement(field)} cannot hold ${quoted(text)}.`, {
      hint: `Write it as the field does: ${quoted(shown)}.`,
      delivery: 'not_delivered',
    });
  }
  const front = await activate(context, window);
  const holds = await typeParts(context, front, field, wanted);
  if (holds === null) return;
  const before = runsOf(shown).map((run) => run.text);
  const isAsBefore = (await typeParts(context, front, field, before)) === null;
  throw new AppError('not_verified', `${describeElement(field)} holds ${quoted(holds)} instead of ${quoted(text)}.`, {
    hint: isAsBefore ? 'It has its earlier value again.' : 'Check it: its earlier value could not be typed either.',
    delivery: 'delivered',
  });
}

/** @returns null once the field shows them all, else what it shows */
async function typeParts(
  context: ToolContext,
  window: WindowInfo,
  field: ElementDetails,
  wanted: readonly string[],
): Promise<string | null> {
  const { engine, signal } = context;
  const read = async () => (await engine.details({ element: field.id }, { signal })).value ?? '';
  const isShown = (text: string, index: number) => {
    const runs = runsOf(text);
    return runs.length === wanted.length && isSame(runs[index]?.text ?? '', wanted[index] ?? '');
  };
  for (let round = 0; round < mostRounds; round++) {
    for (const [index, part] of wanted.entries()) {
      const now = await read();
      const run = runsOf(now)[index];
      if (!run || isShown(now, index)) continue;
      await engine.focusElement({ element: field.id }, { signal });
      await ensureTextFocus(context, window, field, null);
      const { start, end } = run;
      await engine.runPattern({ element: field.id, call: { pattern: 'text', select: { start, end } } }, { signal });
      await engine.typeText({ text: part, window: window.id }, { signal });
      for (const until = Date.now() + followMs; Date.now() < until && !isShown(await read(), index);)
        await sleep(lookEveryMs, signal);
    }
    const now = await read();
    if (wanted.every((_, index) => isShown(now, index))) return null;
  }
  return read();
}

function runsOf(text: string): readonly Run[] {
  return [...text.matchAll(/\d+|\p{L}+/gu)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    text: run,
  }));
}

function isNumber(text: string): boolean {
  return /^\d/.test(text);
}

/** Numbers may have zeros in front, and the name of a month may be longer than the field shows it. */
function isSame(shown: string, wanted: string): boolean {
  if (isNumber(shown) || isNumber(wanted)) return Number(shown) === Number(wanted);
  const [a, b] = [shown.toLowerCase(), wanted.toLowerCase()];
  return a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));
}

/**
 * What to type for each part of a shown date: from a text of the same shape, or from ISO 8601. Null if the text is neither, or the
 * order of day and month cannot be told.
 */
export function partsFor(shown: string, text: string): readonly string[] | null {
  const units = readDate(text);
  const order = units && unitsShown(shown);
  const given = units ? Object.keys(units) : [];
  if (units && order && given.every((unit) => order.some((each) => each === unit))) {
    const isHalved = order.includes('half');
    const parts = order.map((unit, index) => partOf(unit, units, runsOf(shown)[index]?.text ?? '', isHalved));
    if (parts.every((part) => part !== null)) return parts;
  }
  const isIso = /^\d{4,}-\d/.test(text.trim());
  return shapeOf(text) === shapeOf(shown) && (units !== null || !isIso) ? runsOf(text).map((run) => run.text) : null;
}

/** The separators, and whether numbers or words are between them. */
function shapeOf(text: string): string {
  return text.trim().replace(/\d+|\p{L}+/gu, (run) => (isNumber(run) ? '0' : 'a'));
}

function unitsShown(shown: string): readonly Unit[] | null {
  const runs = runsOf(shown);
  const after = (run: Run | undefined) => (run ? shown[run.end] : undefined);
  const isOfTime = (index: number) => after(runs[index]) === ':' || after(runs[index - 1]) === ':';
  const units = runs.map(({ text }, index): Unit | null => {
    if (isOfTime(index)) return times[runs.slice(0, index).filter((_, before) => isOfTime(before)).length] ?? null;
    if (!isNumber(text)) return /^[ap]m$/i.test(text) ? 'half' : monthsLike(text) ? 'month' : null;
    return text.length === 4 ? 'year' : null;
  });
  const left = units.flatMap((unit, index) => (unit === null ? [index] : []));
  const order = orderOf(
    left.map((index) => runs[index]?.text ?? ''),
    { hasMonth: units.includes('month'), yearAt: units.indexOf('year'), separator: after(runs[left[0] ?? 0]) ?? '' },
  );
  for (const [at, index] of left.entries()) units[index] = order?.[at] ?? null;
  const known = units.filter((unit) => unit !== null);
  return known.length === units.length && new Set(known).size === known.length ? known : null;
}

const times: readonly Unit[] = ['hour', 'minute', 'second'];

/** The units of the numbers that are neither a year of four digits nor a time; null if they cannot be told. */
function orderOf(
  numbers: readonly string[],
  { hasMonth, yearAt, separator }: { readonly hasMonth: boolean; readonly yearAt: number; readonly separator: string },
): readonly Unit[] | null {
  const last: readonly Unit[] = yearAt < 0 && numbers.length === (hasMonth ? 2 : 3) ? ['year'] : [];
  const days = numbers.slice(0, numbers.length - last.length);
  if (!days.every((each) => isNumber(each))) return null;
  if (days.length === 0) return last;
  if (hasMonth) return days.length === 1 ? ['day', ...last] : null;
  if (days.length !== 2) return null;
  if (yearAt === 0) return ['month', 'day'];
  if (separator === '.' || Number(days[0]) > 12) return ['day', 'month', ...last];
  return Number(days[1]) > 12 ? ['month', 'day', ...last] : null;
}

/** What to type for a unit, in place of what is shown; null if the date lacks it. */
function partOf(unit: Unit, units: DateUnits, shown: string, isHalved: boolean): string | null {
  const number = units[unit === 'half' ? 'hour' : unit];
  if (number === undefined) return null;
  if (unit === 'half') return number < 12 ? 'AM' : 'PM';
  if (unit === 'month' && !isNumber(shown)) return monthsLike(shown)?.[number - 1] ?? null;
  const digits = unit === 'hour' && isHalved ? number % 12 || 12 : number;
  return String(unit === 'year' && shown.length === 2 ? digits % 100 : digits).padStart(2, '0');
}

const months = [
  ...(['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'] as const),
  ...(['November', 'December'] as const),
];
/** “May” is both: the field ignores what does not fit behind the short name. */
const monthNames = [months, months.map((name) => name.slice(0, 3))];

/** The twelve months, written like this one; undefined if it is none in English. */
function monthsLike(text: string): readonly string[] | undefined {
  return monthNames.find((names) => names.includes(text));
}
