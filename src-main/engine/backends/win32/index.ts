import type { Monitor } from '#contract/model/engine';
import type { Backend, BackendOptions } from '../../backend.ts';
import { createCapture } from './capture/capture.ts';
import { diagnose } from './doctor/diagnose.ts';
import { createElements } from './elements/provider.ts';
import type { StrategyChoice } from './elements/strategy.ts';
import { translated } from './native/errors.ts';
import { Highlight } from './highlight/highlight.ts';
import { createInput } from './input/input.ts';
import { uptakeOf } from './windows/uptake.ts';
import { hasPhysicalPixels, usePhysicalPixels, listMonitors } from './monitors/monitors.ts';
import { createTextRecognizer } from './ocr/recognizer.ts';
import { startOf } from './processes/process-start.ts';
import { createPrograms } from './processes/start.ts';
import { Observer } from './observe/observer.ts';
import { BlockingThread } from './thread/blocking-thread.ts';
import { Pump } from './thread/pump.ts';
import { ElementWatcher } from './uia/events/element-watcher.ts';
import { createWindows } from './windows/provider.ts';

/** Windows with Win32 and UI Automation. Nothing on this thread waits for another program. */
export function createWindowsBackend(
  { ownProcessIds, entry, lost, log }: BackendOptions,
  choice: StrategyChoice,
): Promise<Backend> {
  if (!entry) throw new Error('The back end needs the script that runs as its threads.');
  usePhysicalPixels();
  if (!hasPhysicalPixels()) log('warn', 'Windows reports scaled positions: clicks may miss on scaled monitors');
  const newThread = () => new BlockingThread(entry, (error) => lost?.(error), choice);
  const [blocking, quick] = [newThread(), newThread()];
  // Without a text recogniser, only OCR is missing.
  const reading = new BlockingThread(entry, () => undefined, choice);
  const pump = new Pump(entry);
  const elementWatcher = choice === 'win32' ? null : new ElementWatcher(entry);
  const input = createInput(log);
  const highlight = new Highlight(pump);
  const observer = new Observer(pump, log);
  const windows = createWindows({ ownProcessIds, blocking, pump, log });
  return Promise.resolve({
    name: 'windows',
    capabilities: {
      windows: true,
      windowEvents: true,
      elements: true,
      input: true,
      capture: true,
      highlight: true,
      inputHook: true,
      grab: true,
    },
    windows,
    elements: createElements({ blocking, quick }, elementWatcher),
    input: { ...input, uptake: (window, limits) => uptakeOf(blocking, window, limits) },
    capture: createCapture(blocking, highlight),
    highlight: { show: (boxes) => translated(() => highlight.show(boxes)) },
    observer: {
      listen: (listener) => translated(() => observer.listen(listener)),
      grab: (listener) => translated(() => observer.grab(listener)),
    },
    ocr: createTextRecognizer(reading),
    programs: createPrograms(),
    startOf: (processId) => translated(() => startOf(processId)),
    monitors: () => translated(listedMonitors),
    diagnose: () => translated(() => diagnose(windows, blocking, choice)),
    async close() {
      await input.releaseAll().catch((error: unknown) => log('warn', 'keys could not be released', error));
      observer.dispose();
      windows.dispose();
      elementWatcher?.close();
      blocking.close();
      quick.close();
      reading.close();
      await pump.close();
      log('info', 'closed');
    },
  });
}

function listedMonitors(): readonly Monitor[] {
  return listMonitors().map(({ workArea: _, ...monitor }) => monitor);
}
