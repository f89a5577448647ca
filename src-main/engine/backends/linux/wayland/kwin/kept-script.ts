import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { KWinBus, LoadedScript } from './bus.ts';
import { untilGone } from './scripts.ts';

/** How often one looks whether it is still there, in milliseconds. */
const lookMs = 1_000;

/**
 * Loads a script that stays, and hears all that it tells until that ends. It ends itself where this process is killed, and is
 * loaded again where somebody else unloads it.
 * @param again called where it was away
 * @throws CompositorLost; AppError `timeout` where KWin is late
 */
export async function keepScript(
  bus: KWinBus,
  script: string,
  heard: (what: unknown) => void,
  again: () => void = () => undefined,
): Promise<Disposable> {
  const load = () => bus.load(untilGone + script, heard);
  let current: LoadedScript = await load();
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  let looking: NodeJS.Timeout | undefined;
  const look = async () => {
    // A KWin that does not answer is told to be lost by others.
    if (!(await current.isLoaded().catch(() => true)) && !isOver()) {
      await current.unload();
      current = (await load().catch(() => null)) ?? current;
      again();
    }
    if (isOver()) await current.unload();
    else lookLater();
  };
  const lookLater = () => {
    looking = setTimeout(() => void look(), lookMs).unref();
  };
  lookLater();
  return {
    dispose() {
      over.abort();
      clearTimeout(looking);
      void current.unload();
    },
  };
}
