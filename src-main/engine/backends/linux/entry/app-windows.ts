import type { Log } from '../../../../base/log.ts';
import { createAppWindows, type AppWindows, type AppWindowSources } from '../atspi/windows/app-windows.ts';
import { withoutPlaces } from '../atspi/windows/without-places.ts';
import type { WindowSystem } from '../window-system.ts';
import { accessibilityOver, openBus, type Accessibility } from './accessibility.ts';

/** Elements and windows through AT-SPI, if only the apps report their windows. */
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
  const { elements, ...rest } = accessibilityOver({
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
