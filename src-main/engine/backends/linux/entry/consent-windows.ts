import type { WindowInfo } from '#contract/model/window';
import type { WindowProvider } from '../../../backend.ts';
import type { Accessibility } from './accessibility.ts';

/** What shows the dialogs of desktop portals: https://flatpak.github.io/xdg-desktop-portal/docs/impl-dbus-interfaces.html */
const portalApp = /^xdg-desktop-portal-(\w+)/;

/**
 * What choosers of files are to AT-SPI there; what asks for leave is a frame (GNOME 43) or QML (KDE 5.27). One of GTK 4.8 that never
 * had the keys is told by what is in it.
 */
const chooserRoles: Readonly<Record<string, string>> = { gnome: 'dialog', kde: 'dialog', gtk: 'file chooser' };

/** How long a dialog may take to say what it is, in milliseconds. */
const withinMs = 1_000;

/**
 * The same windows, of which those in which the desktop asks a person for leave (to share the screen, to control it) count as
 * another user's: they are seen, and nothing is done in them. Choosers of files are windows like any other.
 */
export function withoutConsent(
  windows: WindowProvider,
  { elements, choosesFiles }: Pick<Accessibility, 'elements' | 'choosesFiles'>,
): WindowProvider {
  const choosers = new Set<string>();

  const isChooser = async (window: WindowInfo, portal: string): Promise<boolean> => {
    if (choosers.has(window.id)) return true;
    const signal = AbortSignal.timeout(withinMs);
    const isOne = await elements
      .walk(window, null, { depth: 0, maxNodes: 1, signal })
      .then(
        ({ root }) =>
          root.role === chooserRoles[portal] || (portal === 'gnome' && choosesFiles(root.runtimeId, signal)),
      )
      .catch(() => false);
    if (isOne) choosers.add(window.id);
    return isOne;
  };

  const judged = async (window: WindowInfo): Promise<WindowInfo> => {
    const portal = portalApp.exec(window.app)?.[1];
    return portal === undefined || (await isChooser(window, portal)) ? window : { ...window, foreign: true };
  };

  return {
    ...windows,
    async list(options) {
      const all = await Promise.all((await windows.list(options)).map(judged));
      return options.foreign ? all : all.filter(({ foreign }) => !foreign);
    },
    ...(windows.at && {
      async at(point) {
        const found = await windows.at?.(point);
        return found ? judged(found) : null;
      },
    }),
  };
}
