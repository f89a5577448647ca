import { sleep } from '../../../../../base/async/deadline.ts';
import type { Log } from '../../../../../base/log.ts';
import { readGuiThread } from '../../native/gui-thread.ts';
import type { Hwnd } from '../../native/types.ts';
import {
  ancestor,
  getAncestor,
  getForegroundWindow,
  getWindowThreadProcessId,
  isIconic,
  isWindowVisible,
  setForegroundWindow,
  setWindowPos,
  windowsAbove,
} from '../../native/window.ts';
import { showWindowAsync } from '../api.ts';
import { cloakOf, exStyleOf } from '../list/facts.ts';
import { keepPlace, order, positionFlags, show } from '../positions.ts';
import { exStyles } from '../../native/constants.ts';
import type { ForegroundWay } from './take-foreground.ts';
import type { BlockingThread } from '../../thread/blocking-thread.ts';

/** Brings a window to the front and focuses it. The engine verifies. */
export type Focus = (window: Hwnd) => Promise<void>;

/** A way to come to the front, and its timeout, in milliseconds. */
interface Step {
  readonly name: string;
  readonly waitMs: number;
  readonly take: (window: Hwnd) => Promise<void> | void;
}

const lookEveryMs = 5;
/** Timeouts for a window to be restored from the task bar, and to be raised, in milliseconds. */
const restoreMs = 200;
const raiseMs = 150;
/** Timeout for its app to choose the focused control, in milliseconds; some never do. */
const keysMs = 150;
/** Maximum time that a step waits for the active app, in milliseconds. */
const stepMs = 300;

/**
 * Windows lets a program bring a window to the front only if it has the user's attention itself:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setforegroundwindow#remarks . So each step is tried after
 * the previous one failed, the least intrusive first.
 */
export function createFocus(blocking: BlockingThread, log: Log): Focus {
  const take = (way: ForegroundWay) => (window: Hwnd) =>
    blocking.run<undefined>('windows.takeForeground', { window, way }, { target: 'The active app', timeoutMs: stepMs });
  const steps: readonly Step[] = [
    { name: 'asking', waitMs: 120, take: (window) => void setForegroundWindow(window) },
    { name: 'asking as the last to give input', waitMs: 120, take: take('input') },
    { name: 'asking on behalf of the active app', waitMs: 120, take: take('attach') },
    { name: 'asking with Alt held', waitMs: 120, take: take('alt') },
    { name: 'minimising and restoring it', waitMs: 300, take: minimiseAndRestore },
  ];
  return async (window) => {
    if (isIconic(window) !== 0) {
      showWindowAsync(window, show.restore);
      await until(() => hasForeground(window), restoreMs);
    }
    for (const { name, waitMs, take } of steps) {
      if (name !== steps[0]?.name) log('info', `a window is brought to the front by ${name}`);
      // An unavailable step counts as failed.
      await Promise.resolve(take(window)).catch(() => undefined);
      if (!(await until(() => hasForeground(window), waitMs))) continue;
      await until(() => takesKeys(window), keysMs);
      await raise(window);
      return;
    }
    log('warn', 'a window did not come to the front');
  };
}

/** Windows activates a restored window itself. */
function minimiseAndRestore(window: Hwnd): void {
  showWindowAsync(window, show.minimize);
  showWindowAsync(window, show.restore);
}

function hasForeground(window: Hwnd): boolean {
  return getForegroundWindow() === window && isIconic(window) === 0;
}

/** In Wine, keys sent before the app has chosen a focused control are lost. */
function takesKeys(window: Hwnd): boolean {
  return readGuiThread(getWindowThreadProcessId(window, null)).focus !== 0;
}

/** The keyboard focus moves at once; the window is raised when its app processes that, and in Wine only on request. */
async function raise(window: Hwnd): Promise<void> {
  if (isOnTop(window)) return;
  setWindowPos(window, order.top, 0, 0, 0, 0, keepPlace | positionFlags.noActivate | positionFlags.asynchronous);
  await until(() => isOnTop(window), raiseMs);
}

/** Only its own dialogs, topmost windows and invisible ones are above it. */
function isOnTop(window: Hwnd): boolean {
  const band = exStyleOf(window) & exStyles.topmost;
  const family = getAncestor(window, ancestor.rootOwner);
  for (const above of windowsAbove(window)) {
    const seen = isWindowVisible(above) !== 0 && cloakOf(above) === 0;
    const sameBand = (exStyleOf(above) & exStyles.topmost) === band;
    if (seen && sameBand && getAncestor(above, ancestor.rootOwner) !== family) return false;
  }
  return true;
}

async function until(reached: () => boolean, waitMs: number): Promise<boolean> {
  for (const end = Date.now() + waitMs; ;) {
    if (reached()) return true;
    if (Date.now() >= end) return false;
    await sleep(lookEveryMs);
  }
}
