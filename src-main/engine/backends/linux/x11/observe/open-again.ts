import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { InputReading } from './hook.ts';

/** Between two attempts, in milliseconds: a display that is gone for good ends this process by other ways. */
const againMs = 250;

/** The same source, opened again whenever it breaks off; each time that is reported first. The first opening may fail. */
export function openAgain(
  source: (reading: InputReading) => Promise<Disposable>,
): (reading: InputReading) => Promise<Disposable> {
  return async ({ brokenOff, ...reading }) => {
    let ended = false;
    let timer: NodeJS.Timeout | undefined;
    const open = () => source({ ...reading, brokenOff: broke });
    const broke = () => {
      if (ended) return;
      brokenOff();
      void again();
    };
    const again = async () => {
      const opened = await open().catch(() => null);
      if (ended) opened?.dispose();
      else if (opened) current = opened;
      else timer = setTimeout(() => void again(), againMs);
    };
    let current = await open();
    return disposable(() => {
      ended = true;
      clearTimeout(timer);
      current.dispose();
    });
  };
}
