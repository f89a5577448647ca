import type { Pixels } from '../../../../backend.ts';
import { encodePng } from '../../../../picture/png.ts';
import type { BlockingThread } from '../../thread/blocking-thread.ts';
import type { Hwnd } from '../../native/types.ts';

/** Longer than all the waits of `iconOf` together, in milliseconds. */
const patienceMs = 1_000;

/** PNG, or null where the window has none. @param executable of its process, empty where unknown */
export async function readIcon(
  blocking: BlockingThread,
  window: Hwnd,
  app: string,
  executable: string,
): Promise<Uint8Array | null> {
  const options = { target: app, timeoutMs: patienceMs };
  const pixels = await blocking.run<Pixels | null>('windows.icon', { window, executable }, options);
  return pixels && encodePng(pixels);
}
