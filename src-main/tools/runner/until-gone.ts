import { sleep } from '../../base/async/deadline.ts';
import type { Engine } from '../../engine/engine.ts';
import { isSameWindow, type TargetWindow } from '../../permissions/gate.ts';

/** How often one looks whether the windows of a question are still open, in milliseconds. */
const lookEveryMs = 250;

/** Settles with the first of the windows that is gone, or whose id another has by now. @throws AppError `cancelled` */
export async function untilGone(
  engine: Pick<Engine, 'listWindows'>,
  windows: readonly TargetWindow[],
  signal: AbortSignal,
): Promise<TargetWindow> {
  for (;;) {
    await sleep(lookEveryMs, signal);
    const listed = await engine.listWindows({ includeHidden: true }, { signal }).catch(() => null);
    const gone = listed && windows.find((window) => !listed.items.some((one) => isSameWindow(window, one)));
    if (gone) return gone;
  }
}
