import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, WindowProvider } from '../../../backend.ts';

/** The programs that show portal dialogs: https://flatpak.github.io/xdg-desktop-portal/docs/impl-dbus-interfaces.html */
const portalApp = /^xdg-desktop-portal-(\w+)/;

/**
 * How file choosers are recognised there: by AT-SPI role, or by content. Permission dialogs are a frame in GNOME 43, and QML in
 * KDE 5.27.
 */
const choosers: Readonly<Record<string, string>> = {
  gnome: 'by its parts',
  gtk: 'file chooser',
  kde: 'dialog',
  lxqt: 'dialog',
};

/** Timeout for a dialog to report its kind, in milliseconds. */
const withinMs = 1_000;

interface DialogKinds {
  readonly elements: Pick<ElementProvider, 'walk'>;
  /** Whether a GTK 4 window is a file chooser. @param runtimeId of its root */
  readonly choosesFiles: (runtimeId: string, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Wraps windows so that permission dialogs of the desktop (screen sharing, remote control) count as another user's: they are
 * listed, but Deskscope never acts in them. File choosers are ordinary windows, except those owned by a Deskscope window:
 * Chromium lets the portal show its dialogs, so their process is not ours.
 */
export function withoutConsent(windows: WindowProvider, { elements, choosesFiles }: DialogKinds): WindowProvider {
  const known = new Set<string>();

  const isChooser = async (window: WindowInfo, portal: string): Promise<boolean> => {
    if (known.has(window.id)) return true;
    const signal = AbortSignal.timeout(withinMs);
    const reported = choosers[portal];
    if (reported === undefined) return false;
    const isOne = await elements
      .walk(window, null, { depth: 0, maxNodes: 1, signal })
      .then(({ root }) => (reported === 'by its parts' ? choosesFiles(root.runtimeId, signal) : root.role === reported))
      .catch(() => false);
    if (isOne) known.add(window.id);
    return isOne;
  };

  /** Whether it is owned by a Deskscope window. */
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
