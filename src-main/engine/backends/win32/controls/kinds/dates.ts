import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { askMany } from '../access/send.ts';
import type { Control } from '../access/control.ts';
import { Struct } from '../access/struct.ts';
import type { ControlKind } from './kind.ts';
import { labelOf } from './text/label.ts';

/** `DTM_GETSYSTEMTIME`, `DTM_SETSYSTEMTIME`; `MCM_GETCURSEL`, `MCM_SETCURSEL`: the same numbers, in commctrl.h. */
const [getTime, setTime] = [0x1001, 0x1002];
/** `DTS_TIMEFORMAT`; `GDT_NONE`. */
const timeFormat = 0x0009;
const none = 1;
/** `SYSTEMTIME` of minwinbase.h. */
const systemTime = new Struct({
  ...({ year: 'u16', month: 'u16', weekday: 'u16', day: 'u16' } as const),
  ...({ hour: 'u16', minute: 'u16', second: 'u16', millisecond: 'u16' } as const),
});

export const datePicker: ControlKind = {
  classes: ['sysdatetimepick32'],
  describe: (control) => ({
    controlType: 'ComboBox',
    label: labelOf(control),
    value: readMoment(control, control.hasStyle(timeFormat)),
    focusable: true,
    states: ['editable'],
    operations: { value: ({ value }) => writeMoment(control, value) },
  }),
};

export const calendar: ControlKind = {
  classes: ['sysmonthcal32'],
  describe: (control) => ({
    controlType: 'Calendar',
    label: labelOf(control),
    value: readMoment(control, false),
    focusable: true,
    operations: { value: ({ value }) => writeMoment(control, value) },
  }),
};

/** In ISO 8601: `2024-02-29`, or `13:05:00` for a time only; empty if none is set. */
function readMoment(control: Control, isTime: boolean): string {
  const size = systemTime.size(8);
  const [reply] = askMany(control, { size }, [{ message: getTime, pack: () => Buffer.alloc(size) }]);
  if (!reply || (control.base === 'sysdatetimepick32' && reply.answer === none)) return '';
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', width = 2) =>
    String(systemTime.get(8, reply.bytes, name)).padStart(width, '0');
  return isTime
    ? `${part('hour')}:${part('minute')}:${part('second')}`
    : `${part('year', 4)}-${part('month')}-${part('day')}`;
}

/** Fields missing in the text stay unchanged. @throws AppError `invalid_parameter` */
function writeMoment(control: Control, text: string): void {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const time = /^(\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!date && !time) {
    const how = 'Write a date as 2024-02-29, or a time as 13:05:00.';
    throw new AppError('invalid_parameter', `${quoted(text)} is not a date or time.`, {
      hint: how,
      delivery: 'not_delivered',
    });
  }
  const size = systemTime.size(8);
  const [now] = askMany(control, { size }, [{ message: getTime, pack: () => Buffer.alloc(size) }]);
  const moment = now?.bytes ?? Buffer.alloc(size);
  const numbers = (date ?? time ?? []).slice(1).map(Number);
  const offsets = date ? [0, 2, 6] : [8, 10, 12];
  for (const [at, offset] of offsets.entries()) moment.writeUInt16LE(numbers[at] ?? 0, offset);
  askMany(control, { size, acts: true }, [{ message: setTime, pack: () => moment }]);
}
