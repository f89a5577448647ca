import { DisposableStore, type Disposable } from '../../../../base/async/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import type { ElementProvider, WindowProvider } from '../../../backend.ts';
import { listenToAppKeys, type AppKey } from '../atspi/app-keys.ts';
import { Accessibles } from '../atspi/bus/accessibles.ts';
import { Apps } from '../atspi/bus/apps.ts';
import { findBusAddress } from '../atspi/bus/bus-address.ts';
import { AccessibilityBus } from '../atspi/bus/bus.ts';
import { ChangeEvents } from '../atspi/cache/change-events.ts';
import { PagePainting } from '../atspi/cache/page-painting.ts';
import { TreeCache } from '../atspi/cache/tree-cache.ts';
import { createElements, type ElementSources } from '../atspi/elements.ts';
import { AppEvents } from '../atspi/events/app-events.ts';
import { FocusTracker } from '../atspi/focus.ts';
import { PointedEntries } from '../atspi/hits/pointed-entries.ts';
import { RecentlyShown } from '../atspi/hits/recently-shown.ts';
import { choosesFiles } from '../atspi/windows/file-chooser.ts';
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
  return accessibilityOver({ bus, accessibles, apps, owned, system, windows });
}

export function openBus(system: WindowSystem, log: Log) {
  const owned = new DisposableStore();
  const bus = owned.add(new AccessibilityBus((signal) => findBusAddress(system, signal), log));
  const accessibles = new Accessibles(bus);
  return { bus, accessibles, apps: new Apps(bus, accessibles), owned };
}

type Sources = ReturnType<typeof openBus> & Pick<ElementSources, 'system' | 'windows' | 'rootOf'>;

export function accessibilityOver({ bus, owned, ...sources }: Sources): Accessibility {
  const { accessibles, apps, system } = sources;
  const focus = owned.add(new FocusTracker(bus, accessibles));
  const recentlyShown = owned.add(new RecentlyShown(bus));
  const pointedEntries = owned.add(new PointedEntries(bus, accessibles));
  const changes = owned.add(new ChangeEvents(bus));
  const painting = new PagePainting(system.painting);
  const shared = { accessibles, changes, epoch: () => bus.epoch };
  const cache = owned.add(new TreeCache({ ...shared, painting: painting.windows }));
  const pageCache = owned.add(new TreeCache({ ...shared, painting: painting.pages }));
  const events = new AppEvents(bus);
  return {
    elements: createElements({ ...sources, focus, recentlyShown, pointedEntries, cache, pageCache, events }),
    apps,
    choosesFiles: (runtimeId, signal) => choosesFiles(accessibles, runtimeId, signal),
    listenToKeys: (received, missed) => listenToAppKeys(bus, received, missed),
    dispose: () => owned.dispose(),
  };
}
