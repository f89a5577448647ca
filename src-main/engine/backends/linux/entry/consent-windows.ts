import type { WindowInfo } from '#contract/model/windows/window';
import type { WindowProvider } from '../../../backend.ts';
import type { Accessibility } from './accessibility.ts';

/** What shows the dialogs of desktop portals: https://flatpak.github.io/xdg-desktop-portal/docs/impl-dbus-interfaces.html */
const portalApp = /^xdg-desktop-portal-(\w+)/;

/**
 * How choosers of files are told there: by their role to AT-SPI, or by what is in them. What asks for leave is a frame in GNOME
 * 43, and QML in KDE 5.27.
 */
const choosers: Readonly<Record<string, string>> = {
  gnome: 'by its parts',
  gtk: 'file chooser',
  kde: 'dialog',
  lxqt: 'dialog',
};

/** How long a dialog may take to say what it is, in milliseconds. */
const withinMs = 1_000;

/**
 * The same windows, of which those in which the desktop asks a person for leave (to share the screen, to control it) count as
 * another user's: they are seen, and nothing is done in them. Choosers of files are windows like any other, except those that
 * belong to a window of Deskscope: Chromium lets the portal show its dialogs, so their process is not ours.
 */
export function withoutConsent(
  windows: WindowProvider,
  { elements, choosesFiles }: Pick<Accessibility, 'elements' | 'choosesFiles'>,
): WindowProvider {
  const known = new Set<string>();

  const isChooser = async (window: WindowInfo, portal: string): Promise<boolean> => {
    if (known.has(window.id)) return true;
    const signal = AbortSignal.timeout(withinMs);
    const told = choosers[portal];
    if (told === undefined) return false;
    const isOne = await elements
      .walk(window, null, { depth: 0, maxNodes: 1, signal })
      .then(({ root }) => (told === 'by its parts' ? choosesFiles(root.runtimeId, signal) : root.role === told))
      .catch(() => false);
    if (isOne) known.add(window.id);
    return isOne;
  };

  /** Whether it belongs to a window of Deskscope. */
  const isOurs = async ({ owner }: WindowInfo): Promise<boolean> => {
    if (owner === null) return false;
    const [every, others] = await Promise.all(
      [true, false].map((own) => windows.list({ all: true, foreign: true, own })),
    );
    const isIn = (list: readonly WindowInfo[] | undefined) => list?.some(({ id }) => id === owner) ?? false;
    return isIn(every) && !isIn(others);
  };

  const judged = async (window: WindowInfo): Promise<WindowInfo> => {
    const portal = portalApp.exec(window.app)?.[1];
    if (portal === undefined) return window;
    if (!(await isChooser(window, portal))) return { ...window, foreign: true };
    return (await isOurs(window)) ? { ...window, own: true } : window;
  };

  return {
    ...windows,
    async list(options) {
      const all = await Promise.all((await windows.list(options)).map(judged));
      return all.filter(({ foreign, own }) => (options.foreign || !foreign) && (options.own || !own));
    },
    ...(windows.at && {
      async at(point) {
        const found = await windows.at?.(point);
        return found ? judged(found) : null;
      },
    }),
  };
}
