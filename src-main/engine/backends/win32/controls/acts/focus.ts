import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { withInputOf, readGuiThread } from '../../native/gui-thread.ts';
import * as api from '../access/api.ts';
import type { Control } from '../access/control.ts';
import type { Element } from '../reading/element.ts';

/** `WM_NEXTDLGCTL` of winuser.h, and the class of dialogs, which know how the focus goes round in them. */
const [nextControl, dialogClass] = [0x0028, '#32770'];
/** How long the focus may take to arrive, and how often it is looked for, in milliseconds. */
const [arriveMs, lookEveryMs] = [500, 10];

/**
 * Gives a control the keyboard focus, and a part of it what the keys then act on.
 * @throws AppError `pattern_not_supported` for what takes none, `not_verified` where it did not arrive
 */
export function focusControl({ control, facets, row }: Element): void {
  if (!control.isEnabled || !control.isVisible) {
    throw new AppError(
      'pattern_not_supported',
      `${quoted(row.name)} is disabled or hidden and cannot take the focus.`,
      {
        delivery: 'not_delivered',
      },
    );
  }
  if (!hasFocus(control)) giveFocus(control);
  if (!arrives(control)) {
    throw new AppError('not_verified', `The focus did not move to ${quoted(row.name)}.`, { delivery: 'delivered' });
  }
  if ('focus' in facets) facets.focus();
}

function giveFocus(control: Control): void {
  const dialog = dialogOf(control);
  if (dialog) dialog.request(nextControl, control.window, 1);
  else setFocusOfThread(control);
}

/** Any dialog around it, which may itself be a page in another one: the outermost knows all controls. */
function dialogOf(control: Control): Control | null {
  let found: Control | null = null;
  for (let { parent } = control; parent; parent = parent.parent) {
    if (parent.className === dialogClass) found = parent;
  }
  return found;
}

/**
 * A thread sets the focus of its own windows only, so this one shares the other's input for a moment. The other has just
 * answered a message, since one that hangs would take this one with it.
 */
function setFocusOfThread(control: Control): void {
  control.reading.probe(control);
  withInputOf(control.threadId, () => void api.setFocus(control.window));
}

function arrives(control: Control): boolean {
  const end = Date.now() + arriveMs;
  while (!hasFocus(control)) {
    if (Date.now() >= end) return false;
    pause(lookEveryMs);
  }
  return true;
}

/** A combo box hands the focus on to the field in it. */
function hasFocus({ threadId, window }: Control): boolean {
  const { focus } = readGuiThread(threadId);
  return focus === window || (focus !== 0 && api.isChild(window, focus) !== 0);
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
