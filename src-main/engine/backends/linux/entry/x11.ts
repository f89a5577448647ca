import { DisposableStore } from '../../../../base/async/disposable.ts';
import { lacksSession, userSessions } from '../../../../base/processes/user-session.ts';
import type { Capabilities } from '#contract/model/engine';
import { AppError } from '#contract/errors';
import type { Backend, BackendOptions } from '../../../backend.ts';
import { withoutConsent, openAccessibility } from './accessibility.ts';
import { findBusAddress } from '../atspi/bus/bus-address.ts';
import { createCapture } from '../x11/capture/capture.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { displayUnavailable, translated, translatedProvider } from '../errors.ts';
import { Highlight } from '../x11/highlight/highlight.ts';
import { createInput } from '../x11/input/input.ts';
import { KeymapCache } from '../x11/input/keyboard/keymap.ts';
import { ServerClock } from '../x11/display/server-clock.ts';
import { createObserver } from '../x11/observe/observer.ts';
import { SentInput } from '../x11/input/sent-input.ts';
import { startOf } from '../processes/process-start.ts';
import { runsTerminal } from '../processes/terminal-owner.ts';
import { XConnection } from '../x11/display/connection.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { Painting } from '../x11/display/painting.ts';
import { xWindowSystem } from '../x11/display/x-window-system.ts';
import { createWindows } from '../x11/windows/provider.ts';
import { shiftLifter } from '../processes/remote-viewer.ts';
import { unseenOn } from '../x11/display/xwayland.ts';

/**
 * Linux with X11 and AT-SPI. Windows, input and screenshots need only the display; elements look up the accessibility bus on
 * first use.
 * @throws AppError `display_unavailable`
 */
export async function createX11Backend({ ownProcessIds, log, lost, entry }: BackendOptions): Promise<Backend> {
  const display = process.env['DISPLAY'];
  if (!display) throw noDisplay();
  const x = await translated(() => XConnection.open(display));
  x.onLost((error) => lost?.(displayUnavailable(error)));
  const owned = new DisposableStore();
  const keymaps = owned.add(new KeymapCache(x));
  const painting = owned.add(new Painting(display));
  const system = xWindowSystem(x, painting);
  const highlight = new Highlight(x);
  const sent = new SentInput();
  const clock = new ServerClock();
  const input = await translated(() => createInput(x, display, keymaps, sent, { log, ...(entry && { entry }) }));
  const windows = owned.add(createWindows(x, clock, ownProcessIds));
  const accessibility = owned.add(openAccessibility(system, windows, log));
  const { elements, apps } = accessibility;
  const filters = { display, accessibilityBus: (signal: AbortSignal) => findBusAddress(system, signal), log };

  return {
    name: 'linux',
    capabilities: await translated(() => readCapabilities(x)),
    windows: withoutConsent(windows, accessibility),
    elements,
    input: translatedProvider(input),
    capture: translatedProvider(createCapture(x, highlight, painting)),
    highlight: { show: (boxes) => translated(() => highlight.show(boxes)) },
    observer: translatedProvider(createObserver(display, keymaps, sent, { clock, filters, log })),
    runsTerminal,
    startOf,
    monitors: () => translated(() => listMonitors(x)),
    unseen: () => translated(() => unseenOn(x)),
    shiftLifter: () => shiftLifter(display),
    diagnose: () => translated(() => diagnose({ x, system, display, apps, windows })),
    async close() {
      await input.close().catch((error: unknown) => log('warn', 'the keyboard could not be restored', error));
      highlight.close();
      owned.dispose();
      x.close();
    },
  };
}

function noDisplay(): AppError {
  if (lacksSession()) {
    const names = userSessions().map(({ name }) => name);
    const several =
      names.length > 1 ? `, and several run here: ${names.join(', ')}` : ', so there is no display to work on';
    return new AppError('display_unavailable', `DISPLAY is not set${several}.`);
  }
  if (!process.env['WAYLAND_DISPLAY']) {
    return new AppError('display_unavailable', 'DISPLAY is empty, so there is no display to work on.');
  }
  return new AppError('display_unavailable', 'This Wayland session has no XWayland: DISPLAY is not set.', {
    hint: 'Turn on XWayland in the compositor, or log in with an X11 (“Xorg”) session.',
  });
}

async function readCapabilities(x: XConnection): Promise<Capabilities> {
  const [xtest, shape, record] = await Promise.all([x.extension('xtest'), x.extension('shape'), x.extension('record')]);
  return {
    windows: true,
    windowEvents: true,
    elements: true,
    input: xtest !== null,
    capture: true,
    highlight: shape !== null,
    inputHook: record !== null,
    grab: true,
  };
}
