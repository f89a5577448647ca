/** A part of a date or a time. `half` is the first or the second half of the day. */
export type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'half';

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
