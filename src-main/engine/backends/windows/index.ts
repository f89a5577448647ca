import { AppError } from '#contract/errors';
import type { Backend, BackendOptions } from '../../backend.ts';
import { createElements } from './elements/provider.ts';
import { createInput } from './input/input.ts';
import { BlockingThread } from './thread/blocking-thread.ts';
import { Pump } from './thread/pump.ts';

/**
 * Windows with Win32 and UI Automation. Nothing that could wait for another program runs on this thread.
 * @throws AppError `display_unavailable`
 */
export function createWindowsBackend({ entry, lost, log }: BackendOptions): Promise<Backend> {
  if (!entry) throw new Error('The back end needs the script that runs as its threads.');
  const blocking = new BlockingThread(entry, (error) => lost?.(error));
  const pump = new Pump(entry);
  const input = createInput(log);
  return Promise.resolve({
    name: 'windows',
    capabilities: {
      ...{ windows: false, windowEvents: false, elements: true, input: true },
      ...{ capture: false, highlight: false, inputHook: false, grab: false },
    },
    windows: notYet('windows'),
    elements: createElements(blocking),
    input,
    capture: notYet('capture'),
    highlight: notYet('highlight'),
    observer: notYet('observer'),
    monitors: () => Promise.resolve([]),
    diagnose: () => Promise.resolve([]),
    async close() {
      await input.releaseAll().catch((error: unknown) => log('warn', 'keys could not be released', error));
      blocking.close();
      await pump.close();
      log('info', 'closed');
    },
  });
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- gone with the last of them
function notYet<T extends object>(noun: string): T {
  const refuse = () => Promise.reject(new AppError('unsupported_platform', `There is no ${noun} on Windows yet.`));
  return new Proxy({} as T, { get: () => refuse });
}
