import type { WindowInfo } from '#contract/model/windows/window';
import { DisposableStore, type Disposable } from '../../../../base/async/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import type { ElementProvider, WindowProvider } from '../../../backend.ts';
import { listenToAppKeys, type AppKey } from '../atspi/app-keys.ts';
import { Accessibles } from '../atspi/bus/accessibles.ts';
import { Apps } from '../atspi/bus/apps.ts';
import { findBusAddress } from '../atspi/bus/bus-address.ts';
import { AccessibilityBus } from '../atspi/bus/bus.ts';
import { ChangeEvents } from '../atspi/cache/change-events.ts';
import { TreeCache } from '../atspi/cache/tree-cache.ts';
import { createElements, type ElementSources } from '../atspi/elements.ts';
import { AppEvents } from '../atspi/events/app-events.ts';
import { FocusTracker } from '../atspi/focus.ts';
import { PointedEntries } from '../atspi/hits/pointed-entries.ts';
import { RecentlyShown } from '../atspi/hits/recently-shown.ts';
import { choosesFiles } from '../atspi/windows/file-chooser.ts';
import { withoutPlaces } from '../atspi/windows/without-places.ts';
import { createAppWindows, type AppWindows, type AppWindowSources } from '../atspi/windows/app-windows.ts';
import type { WindowSystem } from '../window-system.ts';

export interface Accessibility extends Disposable {
  readonly elements: ElementProvider;
  readonly apps: Apps;
  /** Whether a GTK 4 window is a file chooser. @param runtimeId of its root */
  choosesFiles(runtimeId: string, signal: AbortSignal): Promise<boolean>;
  /** Keys as reported by apps. @param missed called if some may be missing */
  readonly listenToKeys: (received: (key: AppKey) => void, missed: () => void) => Promise<Disposable>;
}

/** Elements through AT-SPI, on any window system. The bus is looked up on first use. */
export function openAccessibility(
  system: WindowSystem,
  windows: Pick<WindowProvider, 'list'>,
  log: Log,
): Accessibility {
  const { bus, accessibles, apps, owned } = openBus(system, log);
  return accessibility({ bus, accessibles, apps, owned, system, windows });
}

/** Same, if only the apps report their windows. */
export function openAppWindows(
  system: WindowSystem,
  {
    ownProcessIds,
    others,
    states,
    log,
  }: Pick<AppWindowSources, 'ownProcessIds' | 'others' | 'states'> & { readonly log: Log },
): Accessibility & { readonly windows: AppWindows } {
  const { bus, accessibles, apps, owned } = openBus(system, log);
  const windows = owned.add(createAppWindows({ bus, apps, accessibles, ownProcessIds, others, states }));
  const { elements, ...rest } = accessibility({
    bus,
    accessibles,
    apps,
    owned,
    system,
    windows,
    rootOf: (id) => windows.rootOf(id),
  });
  return { ...rest, elements: withoutPlaces(elements), windows };
}

function openBus(system: WindowSystem, log: Log) {
  const owned = new DisposableStore();
  const bus = owned.add(new AccessibilityBus((signal) => findBusAddress(system, signal), log));
  const accessibles = new Accessibles(bus);
  return { bus, accessibles, apps: new Apps(bus, accessibles), owned };
}

type Sources = ReturnType<typeof openBus> & Pick<ElementSources, 'system' | 'windows' | 'rootOf'>;

function accessibility({ bus, owned, ...sources }: Sources): Accessibility {
  const { accessibles, apps, system } = sources;
  const focus = owned.add(new FocusTracker(bus, accessibles));
  const recentlyShown = owned.add(new RecentlyShown(bus));
  const pointedEntries = owned.add(new PointedEntries(bus, accessibles));
  const changes = owned.add(new ChangeEvents(bus));
  const { painting } = system;
  const cache = owned.add(new TreeCache({ accessibles, changes, painting, epoch: () => bus.epoch }));
  return {
    elements: createElements({ ...sources, focus, recentlyShown, pointedEntries, cache, events: new AppEvents(bus) }),
    apps,
    choosesFiles: (runtimeId, signal) => choosesFiles(accessibles, runtimeId, signal),
    listenToKeys: (received, missed) => listenToAppKeys(bus, received, missed),
    dispose: () => owned.dispose(),
  };
}

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

/**
 * Wraps windows so that permission dialogs of the desktop (screen sharing, remote control) count as another user's: they are
 * listed, but Deskscope never acts in them. File choosers are ordinary windows, except those owned by a Deskscope window:
 * Chromium lets the portal show its dialogs, so their process is not ours.
 */
export function withoutConsent(
  windows: WindowProvider,
  { elements, choosesFiles }: Pick<Accessibility, 'elements' | 'choosesFiles'>,
): WindowProvider {
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
