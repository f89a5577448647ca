import { contains, type Point } from '#contract/model/geometry';
import type { BackendOptions } from '../../../backend.ts';
import type { Disposable } from '../../../../base/async/disposable.ts';
import { DisposableStore } from '../../../../base/async/disposable.ts';
import { translated } from '../errors.ts';
import type { XSide } from '../wayland/xwayland/x-side.ts';
import { XConnection } from '../x11/display/connection.ts';
import { listMonitors } from '../x11/display/monitors.ts';
import { Painting } from '../x11/display/painting.ts';
import { ServerClock } from '../x11/display/server-clock.ts';
import { xWindowSystem } from '../x11/display/x-window-system.ts';
import { createWindows } from '../x11/windows/provider.ts';

/**
 * What the X11 engine knows of the windows of XWayland, opened when it is first asked for, and again where XWayland has ended and
 * started again. Asking throws AppError `display_unavailable`.
 */
export function findXSide(
  display: () => Promise<string | undefined>,
  options: Pick<BackendOptions, 'ownProcessIds'>,
): Disposable & { readonly find: () => Promise<XSide> } {
  let current: Promise<XSide & Disposable> | null = null;
  const end = () => {
    const ended = current;
    current = null;
    ended?.then((side) => side.dispose()).catch(() => undefined);
  };
  return {
    async find() {
      current ??= display().then((name = '') => openXSide(name, options, end));
      try {
        return await current;
      } catch (error) {
        current = null;
        throw error;
      }
    },
    dispose: end,
  };
}

async function openXSide(
  display: string,
  { ownProcessIds }: Pick<BackendOptions, 'ownProcessIds'>,
  ended: () => void,
): Promise<XSide & Disposable> {
  const x = await translated(() => XConnection.open(display));
  x.onLost(ended);
  const owned = new DisposableStore();
  const painting = owned.add(new Painting(display));
  const windows = owned.add(createWindows(x, new ServerClock(), ownProcessIds));
  const system = xWindowSystem(x, painting);
  const list = () => windows.list({ all: true, own: true, foreign: true });
  return {
    system,
    list,
    right: async () => Math.max(...(await listMonitors(x)).map(({ bounds }) => bounds.x + bounds.width)),
    async ownerOfPopupAt(point: Point) {
      const owner = (await windows.at?.(point)) ?? null;
      // A window of its own at the point is none of a pop-up: the compositor knows which is on top.
      return owner && !contains(owner.bounds, point) ? owner.id : null;
    },
    icon: (window) => windows.icon(window),
    dispose() {
      owned.dispose();
      x.close();
    },
  };
}
