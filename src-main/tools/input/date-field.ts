import { AppError } from '#contract/errors';
import {
  describeElement,
  type ControlType,
  type ElementDetails,
  type TreeNode,
} from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { activate } from '../target/windows/target-window.ts';
import type { EditField } from './edit-field.ts';
import { isInPage } from './text-place.ts';
import { stepTo } from './step-to.ts';

/** A part of a date or a time. `half` is the first or the second half of the day. */
type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'half';

/** A field for one part of a date or a time. */
export interface DatePart {
  readonly unit: Unit;
  readonly element: ElementDetails;
}

/** The parts of a date or a time; missing ones are absent. */
export type DateUnits = Readonly<Partial<Record<Exclude<Unit, 'half'>, number>>>;

const isoDate = /^(\d{4,6})-(?:W(\d{2})|(\d{2})(?:-(\d{2}))?)$/;
const isoTime = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;

/**
 * Reads a date or a time as the `value` of an HTML field has it: `2026-05-04`, `2026-05`, `2026-W19`, `10:30`, `10:30:15`,
 * `2026-05-04T10:30` (https://html.spec.whatwg.org/#dates-and-times). Null for anything else.
 */
export function readDate(text: string): DateUnits | null {
  const [first = '', second, ...others] = text.trim().split(/[T ]/);
  const date = isoDate.exec(first);
  const time = isoTime.exec(date ? (second ?? '') : first);
  if (others.length > 0 || (second !== undefined && !(date && time)) || (!date && !time)) return null;
  const [, year, week, month, day] = date ?? [];
  const [, hour, minute, second_, fraction] = time ?? [];
  const all = { year, week, month, day, hour, minute, second: second_, millisecond: fraction?.padEnd(3, '0') };
  if (year && month && day && !isInCalendar(Number(year), Number(month), Number(day))) return null;
  return Object.fromEntries(Object.entries(all).flatMap(([unit, digits]) => (digits ? [[unit, Number(digits)]] : [])));
}

function isInCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * The part in each field of a date or a time, by range: names are in the browser's language, and the order is the country's.
 * Null if one of them fits no part.
 */
export function unitsOf(ranges: readonly ElementDetails['range'][]): readonly Unit[] | null {
  const units: Unit[] = [];
  const isDate = ranges.some((range) => (range?.maximum ?? 0) > 9_999);
  for (const range of ranges) {
    const unit = range && unitOf(range, isDate, units);
    if (!unit || units.includes(unit)) return null;
    units.push(unit);
  }
  return units;
}

function unitOf(
  { minimum, maximum }: NonNullable<ElementDetails['range']>,
  isDate: boolean,
  before: readonly Unit[],
): Unit | null {
  if (minimum === null || maximum === null) return null;
  if (maximum > 9_999) return 'year';
  if (maximum > 99) return 'millisecond';
  if (maximum === 59) return before.includes('minute') ? 'second' : 'minute';
  if (maximum >= 52) return 'week';
  if (maximum >= 28) return 'day';
  if (maximum === 12 && minimum === 1 && isDate && !before.includes('month')) return 'month';
  if (maximum >= 11) return 'hour';
  return maximum - minimum === 1 ? 'half' : null;
}

/** Containers of date and time parts, in pages. */
const holders: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'Pane', 'Group']);

/**
 * The fields of a date or a time, as in Chromium; null if there are none.
 * @throws AppError `pattern_not_supported` for one whose parts are unknown, as in Firefox
 */
export async function datePartsOf(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  field: EditField,
): Promise<readonly DatePart[] | null> {
  if (!holders.has(field.controlType) || !isInPage(field)) return null;
  const { root } = await engine.tree({ window: window.id, from: field.id }, { signal });
  const spinners = [...spinnersIn(root)];
  if (spinners.length < 2) return null;
  const parts = await Promise.all(spinners.map(({ id }) => engine.details({ element: id }, { signal })));
  const units = unitsOf(parts.map(({ range }) => range));
  if (parts.every(({ range }) => range === null))
    throw new AppError('pattern_not_supported', `${describeElement(field)} has several parts to fill in.`, {
      hint: `Set ${parts.map(describeElement).join(', ')}.`,
      delivery: 'not_delivered',
    });
  return units && parts.flatMap((element, at) => (units[at] ? [{ unit: units[at], element }] : []));
}

function* spinnersIn(node: TreeNode): Generator<TreeNode> {
  if (node.controlType === 'Spinner') yield node;
  for (const child of node.children ?? []) yield* spinnersIn(child);
}

/**
 * Enters a date or a time by keys, part by part, and reads each back.
 * @throws AppError `invalid_parameter` if the text is invalid or lacks a part of the field, `not_verified` if a part differs
 * afterwards
 */
export async function enterDate(
  context: ToolContext,
  window: WindowInfo,
  field: EditField,
  parts: readonly DatePart[],
  text: string,
): Promise<void> {
  const units = readDate(text);
  const wanted = parts.map(({ unit, element }) => ({ element, number: units && numberFor(unit, units, element) }));
  if (
    !units ||
    wanted.some(({ number }) => number === null) ||
    Object.keys(units).some((unit) => !parts.some((part) => part.unit === unit))
  )
    throw new AppError('invalid_parameter', `${describeElement(field)} cannot hold ${quoted(text)}.`, {
      hint: `Write it as ${quoted(example(parts))}.`,
      delivery: 'not_delivered',
    });
  const front = await activate(context, window);
  for (const { element, number } of wanted) if (number !== null) await enterPart(context, front, element, number);
}

function numberFor(unit: Unit, units: DateUnits, { range }: ElementDetails): number | null {
  const { hour } = units;
  const minimum = range?.minimum ?? 0;
  const maximum = range?.maximum ?? 0;
  const wanted = () => {
    if (unit === 'half') return hour === undefined ? null : minimum + (hour < 12 ? 0 : 1);
    if (unit !== 'hour' || hour === undefined) return units[unit] ?? null;
    if (maximum <= 12) return minimum === 0 ? hour % 12 : hour % 12 || 12;
    return minimum === 1 ? hour || 24 : hour;
  };
  const number = wanted();
  return number !== null && number >= minimum && number <= maximum ? number : null;
}

function example(parts: readonly DatePart[]): string {
  const has = (unit: Unit) => parts.some((part) => part.unit === unit);
  const date = has('week') ? '2026-W19' : has('day') ? '2026-05-04' : has('month') ? '2026-05' : '';
  const time = has('second') ? '14:30:00' : has('hour') ? '14:30' : '';
  return [date, time].filter(Boolean).join('T');
}

async function enterPart(
  context: ToolContext,
  window: WindowInfo,
  part: ElementDetails,
  wanted: number,
): Promise<void> {
  const { engine, signal } = context;
  const digits = String(wanted).padStart(String(Math.min(part.range?.maximum ?? 0, 9_999)).length, '0');
  await engine.focusElement({ element: part.id }, { signal });
  await engine.typeText({ text: digits, window: window.id }, { signal });
  const now = await engine.details({ element: part.id }, { signal });
  if (now.range?.current === wanted) return;
  // Month names and halves of the day take letters in their own language; arrow keys reach them all.
  const late = new AppError(
    'not_verified',
    `${describeElement(part)} shows ${now.range?.current} after the key presses.`,
    {
      hint: 'Check the target before you repeat it.',
      delivery: 'delivered',
    },
  );
  await stepTo(context, window, now, wanted, late);
}
