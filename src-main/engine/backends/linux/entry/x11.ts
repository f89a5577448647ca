import { DisposableStore } from '../../../../base/async/disposable.ts';
import type { Backend, BackendOptions } from '../../../backend.ts';
import { openAccessibility } from './accessibility.ts';
import { withoutConsent } from './consent.ts';
import { findBusAddress } from '../atspi/bus/bus-address.ts';
import { createCapture } from '../x11/capture/capture.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { translated, translatedProvider } from '../errors.ts';
import { Highlight } from '../x11/highlight/highlight.ts';
import { createInput } from '../x11/input/input.ts';
import { KeymapCache } from '../x11/input/keyboard/keymap.ts';
import { createObserver } from '../x11/observe/observer.ts';
import { SentInput } from '../x11/input/sent-input.ts';
import { startOf } from '../processes/process-start.ts';
import { runsTerminal } from '../processes/terminal-owner.ts';
import { Painting } from '../x11/display/painting.ts';
import { xWindowSystem } from '../x11/display/x-window-system.ts';
import { openX11Windows } from './x11-windows.ts';

/**
 * Linux with X11 and AT-SPI. Windows, input and screenshots need only the display; elements look up the accessibility bus on
 * first use.
 * @throws AppError `display_unavailable`
 */
export async function createX11Backend(options: BackendOptions): Promise<Backend> {
  const { x, display, clock, windows, ...desktop } = await openX11Windows(options);
  const { log, entry } = options;
  const owned = new DisposableStore();
  const keymaps = owned.add(new KeymapCache(x));
  const painting = owned.add(new Painting(display));
  const system = xWindowSystem(x, painting);
  const highlight = new Highlight(x);
  const sent = new SentInput();
  const input = await translated(() => createInput(x, display, keymaps, sent, { log, ...(entry && { entry }) }));
  owned.add(windows);
  const accessibility = owned.add(openAccessibility(system, windows, log));
  const { elements, apps } = accessibility;
  const filters = { display, accessibilityBus: (signal: AbortSignal) => findBusAddress(system, signal), log };

  return {
    ...desktop,
    windows: withoutConsent(windows, accessibility),
    elements,
    input: translatedProvider(input),
    capture: translatedProvider(createCapture(x, highlight, painting)),
    highlight: { show: (boxes) => translated(() => highlight.show(boxes)) },
    observer: translatedProvider(createObserver(display, keymaps, sent, { clock, filters, log })),
    runsTerminal,
    startOf,
    diagnose: () => translated(() => diagnose({ x, system, display, apps, windows })),
    async close() {
      await input.close().catch((error: unknown) => log('warn', 'the keyboard could not be restored', error));
      highlight.close();
      owned.dispose();
      x.close();
    },
  };
}
