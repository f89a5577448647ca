import type { Capabilities } from '#contract/model/engine';
import { AppError } from '#contract/errors';
import { DisposableStore, type Disposable } from '../../../../base/async/disposable.ts';
import { once } from '../../../../base/async/once.ts';
import { lacksSession, userSessions } from '../../../../base/processes/user-session.ts';
import type { BackendOptions, WindowProvider, WindowsBackend } from '../../../backend.ts';
import { displayUnavailable, translated } from '../errors.ts';
import { shiftLifter } from '../processes/remote-viewer.ts';
import { XConnection } from '../x11/display/connection.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { Painting } from '../x11/display/painting.ts';
import { ServerClock } from '../x11/display/server-clock.ts';
import { xWindowSystem } from '../x11/display/x-window-system.ts';
import { unseenOn } from '../x11/display/xwayland.ts';
import { createWindows } from '../x11/windows/provider.ts';
import { withoutConsent } from './consent.ts';

interface X11Windows extends Omit<WindowsBackend, 'windows' | 'close'> {
  readonly x: XConnection;
  /** Such as `:0`. */
  readonly display: string;
  readonly clock: ServerClock;
  readonly windows: WindowProvider & Disposable;
}

/** The display and its windows, permission dialogs included. @throws AppError `display_unavailable` */
export async function openX11Windows({ ownProcessIds, lost }: BackendOptions): Promise<X11Windows> {
  const display = process.env['DISPLAY'];
  if (!display) throw noDisplay();
  const x = await translated(() => XConnection.open(display));
  x.onLost((error) => lost?.(displayUnavailable(error)));
  const clock = new ServerClock();
  return {
    x,
    display,
    clock,
    name: 'linux',
    capabilities: await translated(() => readCapabilities(x)),
    windows: createWindows(x, clock, ownProcessIds),
    monitors: () => translated(() => listMonitors(x)),
    unseen: () => translated(() => unseenOn(x)),
    shiftLifter: () => shiftLifter(display),
  };
}

/** The windows of X11 alone, all in JavaScript and without the accessibility bus. @throws AppError `display_unavailable` */
export async function createX11Windows(options: BackendOptions): Promise<WindowsBackend> {
  const { x, display, windows, ...desktop } = await openX11Windows(options);
  const owned = new DisposableStore();
  owned.add(windows);
  // Only permission dialogs of the desktop need it.
  const accessibility = once(async () => {
    const { openAccessibility } = await import('./accessibility.ts');
    return owned.add(openAccessibility(xWindowSystem(x, owned.add(new Painting(display))), windows, options.log));
  });
  return {
    ...desktop,
    windows: withoutConsent(windows, {
      elements: { walk: async (...asked) => (await accessibility()).elements.walk(...asked) },
      choosesFiles: async (...asked) => (await accessibility()).choosesFiles(...asked),
    }),
    close: () => {
      owned.dispose();
      x.close();
      return Promise.resolve();
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
