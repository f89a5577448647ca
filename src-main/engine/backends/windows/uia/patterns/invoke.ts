import { method } from '../../com/method.ts';
import { ComFailure, resultCode } from '../../native/failure.ts';
import { isWindowEnabled } from '../../native/window.ts';
import { needed } from './needed.ts';
import type { Subject } from './run.ts';

const press = method('IUIAutomationInvokePattern', 'Invoke');

/**
 * Presses it. Some apps answer only when the dialog that the press opened is closed again; a window that takes no input
 * any more, because a dialog of its own does, shows that the press arrived.
 */
export function invoke(subject: Subject): void {
  const pattern = needed(subject, 'Invoke', 'IUIAutomationInvokePattern');
  try {
    press(pattern);
  } catch (error) {
    const waits = error instanceof ComFailure && error.result === resultCode.timeout;
    if (!waits || isWindowEnabled(subject.place.window) !== 0) throw error;
  }
}
