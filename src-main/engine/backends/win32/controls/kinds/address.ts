import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ControlKind } from './kind.ts';
import { labelOf } from './text/label.ts';

/** `IPM_SETADDRESS` of commctrl.h. */
const setAddress = 0x0465;

/** An IP address: four numbers in edit fields. */
export const ipAddress: ControlKind = {
  classes: ['sysipaddress32'],
  describe: (control) => ({
    controlType: 'Edit',
    label: labelOf(control),
    value: control.text,
    focusable: true,
    states: ['editable'],
    operations: { value: ({ value }) => void control.request(setAddress, 0, parse(value)) },
  }),
};

function parse(text: string): number {
  const parts = text.split('.').map(Number);
  const isAddress = parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256);
  if (!isAddress) {
    throw new AppError('invalid_parameter', `${quoted(text)} is not an IP address such as 192.168.0.1.`, {
      delivery: 'not_delivered',
    });
  }
  return parts.reduce((address, part) => address * 256 + part, 0);
}
