import { AppError } from '#contract/errors';
import {
  describeElement,
  type ControlType,
  type ElementDetails,
  type TreeNode,
} from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import { activate } from '../../target/windows/target-window.ts';
import type { EditField } from '../edit-field.ts';
import { stepTo } from '../step-to.ts';
import { isInPage } from '../text-place.ts';
import { enterDateText, isDateText } from './date-text.ts';
import { readDate, type DateUnits, type Unit } from './iso-date.ts';

/** A field for one part of a date or a time. */
interface DatePart {
  readonly unit: Unit;
  readonly element: ElementDetails;
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
 * How a date or a time is entered in a field that has a part for each number, and read back. Null for any other field.
 * @throws AppError `pattern_not_supported` for one whose parts are unknown, as in Firefox; the function it returns: see
 * {@link enterDate}
 */
export async function dateEntryOf(
  context: ToolContext,
  window: WindowInfo,
  field: ElementDetails,
): Promise<((text: string) => Promise<void>) | null> {
  if (isDateText(field)) return (text) => enterDateText(context, window, field, text);
  const parts = await datePartsOf(context, window, field);
  return parts && ((text) => enterDate(context, window, field, parts, text));
}

/** The fields of a date or a time, as in Chromium; null if there are none. */
async function datePartsOf(
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
async function enterDate(
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
