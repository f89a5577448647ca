import { sendInput } from '../../input/api.ts';
import { inputSize, packInputs, type InputEvent } from '../../input/events.ts';
import type { VirtualKey } from '../../input/virtual-keys.ts';
import type { Hwnd } from '../../native/types.ts';
import {
  getForegroundWindow,
  getWindowThreadProcessId,
  isHungAppWindow,
  setForegroundWindow,
  setWindowPos,
} from '../../native/window.ts';
import { withInputOf } from '../../native/gui-thread.ts';
import { keepPlace, order, positionFlags } from '../positions.ts';

/** An unassigned key code: pressed while Alt is held, it keeps Alt from opening a menu. AutoHotkey's `#MenuMaskKey`. */
const maskKey = { code: 0xe8, extended: false };
const alt = { code: 0x12, extended: false };

const ways = { input: afterEmptyInput, attach: attached, alt: withAlt } as const;
export type ForegroundWay = keyof typeof ways;

/** Documented ways around the foreground lock. May wait for the active app. */
export function takeForeground(window: Hwnd, way: ForegroundWay): void {
  ways[way](window);
}

/** “The calling process received the last input event”: an empty mouse input suffices. */
function afterEmptyInput(window: Hwnd): void {
  send([{ type: 'mouse', flags: 0 }]);
  setForegroundWindow(window);
}

/** “The calling process is the foreground process”: threads with attached input count as one. */
function attached(window: Hwnd): void {
  const foreground = getForegroundWindow();
  // Without a foreground window, any program may take it.
  if (foreground === 0) return void setForegroundWindow(window);
  if (isHungAppWindow(foreground) !== 0) return;
  const other = getWindowThreadProcessId(foreground, null);
  withInputOf(other, (isShared) => {
    if (!isShared) return;
    // Not BringWindowToTop, which waits for the window's program: if that hangs, the attached active app would hang too.
    setWindowPos(window, order.top, 0, 0, 0, 0, keepPlace | positionFlags.asynchronous);
    setForegroundWindow(window);
  });
}

/** The lock is lifted “if the user presses the ALT key”, according to the page of LockSetForegroundWindow. */
function withAlt(window: Hwnd): void {
  send([press(alt, true), press(maskKey, true), press(maskKey, false)]);
  try {
    setForegroundWindow(window);
  } finally {
    send([press(alt, false)]);
  }
}

function send(events: readonly InputEvent[]): void {
  sendInput(events.length, packInputs(events), inputSize);
}

function press(key: VirtualKey, down: boolean): InputEvent {
  return { type: 'key', key, scanCode: 0, down };
}
