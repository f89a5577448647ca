import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { withInputOf, readGuiThread } from '../../native/gui-thread.ts';
import * as api from '../access/api.ts';
import type { Control } from '../access/control.ts';
import type { Element } from '../reading/element.ts';

/** `WM_NEXTDLGCTL` of winuser.h, and the dialog class, whose windows manage the focus of their controls. */
const [nextControl, dialogClass] = [0x0028, '#32770'];
/** Timeout and poll interval for the focus to arrive, in milliseconds. */
const [arriveMs, lookEveryMs] = [500, 10];

/**
 * Focuses a control, and makes one of its parts current.
 * @throws AppError `pattern_not_supported` if it is not focusable, `not_verified` if the focus did not arrive
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

/** Any dialog around it, which may be a page in another: the outermost knows all controls. */
function dialogOf(control: Control): Control | null {
  let found: Control | null = null;
  for (let { parent } = control; parent; parent = parent.parent) {
    if (parent.className === dialogClass) found = parent;
  }
  return found;
}

/**
 * A thread can focus only its own windows, so this one attaches to the other's input temporarily. The other has just answered a
 * message, since a hung one would block this one too.
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

/** A combo box passes the focus to its field. */
function hasFocus({ threadId, window }: Control): boolean {
  const { focus } = readGuiThread(threadId);
  return focus === window || (focus !== 0 && api.isChild(window, focus) !== 0);
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
