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
import { RecentlyShown } from '../atspi/hits/recently-shown.ts';
import { choosesFiles } from '../atspi/windows/file-chooser.ts';
import { withoutPlaces } from '../atspi/windows/without-places.ts';
import { createAppWindows, type AppWindows, type AppWindowSources } from '../atspi/windows/app-windows.ts';
import type { WindowSystem } from '../window-system.ts';

export interface Accessibility extends Disposable {
  readonly elements: ElementProvider;
  readonly apps: Apps;
  /** Whether a window of GTK 4 is a dialog for choosing files. @param runtimeId of its root */
  choosesFiles(runtimeId: string, signal: AbortSignal): Promise<boolean>;
  /** Keys as apps tell them. @param missed called where some may be missing */
  readonly listenToKeys: (heard: (key: AppKey) => void, missed: () => void) => Promise<Disposable>;
}

/** Elements by AT-SPI, on whichever window system. The bus is found when they are first asked for. */
export function openAccessibility(
  system: WindowSystem,
  windows: Pick<WindowProvider, 'list'>,
  log: Log,
): Accessibility {
  const { bus, accessibles, apps, owned } = openBus(system, log);
  return accessibility({ bus, accessibles, apps, owned, system, windows });
}

/** The same where apps alone report their windows. */
export function openAppWindows(
  system: WindowSystem,
  { ownProcessIds, others, log }: Pick<AppWindowSources, 'ownProcessIds' | 'others'> & { readonly log: Log },
): Accessibility & { readonly windows: AppWindows } {
  const { bus, accessibles, apps, owned } = openBus(system, log);
  const windows = owned.add(createAppWindows({ bus, apps, accessibles, ownProcessIds, others }));
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
  const changes = owned.add(new ChangeEvents(bus));
  const { painting } = system;
  const cache = owned.add(new TreeCache({ accessibles, changes, painting, epoch: () => bus.epoch }));
  return {
    elements: createElements({ ...sources, focus, recentlyShown, cache, events: new AppEvents(bus) }),
    apps,
    choosesFiles: (runtimeId, signal) => choosesFiles(accessibles, runtimeId, signal),
    listenToKeys: (heard, missed) => listenToAppKeys(bus, heard, missed),
    dispose: () => owned.dispose(),
  };
}
