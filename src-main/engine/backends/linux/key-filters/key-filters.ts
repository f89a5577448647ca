import { DisposableStore, type Disposable } from '../../../../base/async/disposable.ts';
import { withDeadline } from '../../../../base/async/deadline.ts';
import type { Log } from '../../../../base/log.ts';
import type { FilterNews, KeyFilter } from './key-calls.ts';
import { listenToFcitx } from './fcitx.ts';
import { listenToIBus } from './ibus.ts';
import { listenToScreenReader } from './screen-reader.ts';

const openMs = 5_000;

export type FilterName = 'ibus' | 'fcitx' | 'screenReader';

/** The programs to which apps show their keys first. */
export interface KeyFilters extends Disposable {
  /** The filters that may consume a key pressed now. */
  mayTake(): readonly FilterName[];
}

export interface FilterSources {
  /** Such as `:0`. */
  readonly display: string;
  /** The address of the accessibility bus. @throws BusUnavailable */
  readonly accessibilityBus: (signal: AbortSignal) => Promise<string>;
  readonly log: Log;
}

/** Observes an input server that apps reach through the X server. */
export type ListenToXim = (received: (news: FilterNews) => void) => Promise<KeyFilter>;

/** Observes the running filters. Those started later are not observed. */
export async function listenToKeyFilters(
  { display, accessibilityBus, log }: FilterSources,
  listenToXim: ListenToXim,
  received: (filter: FilterName, news: FilterNews) => void,
): Promise<KeyFilters> {
  const owned = new DisposableStore();
  const filters = new Map<FilterName, KeyFilter>();
  const open = async (name: FilterName, listen: (signal: AbortSignal) => Promise<KeyFilter | null>) => {
    try {
      const filter = await withDeadline({ timeoutMs: openMs, what: 'Listening to what takes keys' }, listen);
      if (filter) filters.set(name, owned.add(filter));
    } catch (error) {
      log('info', 'what takes keys before apps do is not heard', error);
    }
  };
  await Promise.all([
    open('ibus', (signal) => listenToIBus(display, (news) => received('ibus', news), signal)),
    open('fcitx', async (signal) => {
      const news = (each: FilterNews) => received('fcitx', each);
      const filter = await listenToFcitx(news, signal);
      // IBus’s server passes everything on to IBus.
      return filter && withXim(filter, await listenToXim(news));
    }),
    open('screenReader', async (signal) =>
      listenToScreenReader(await accessibilityBus(signal), (news) => received('screenReader', news), signal),
    ),
  ]);
  return {
    mayTake: () => [...filters].flatMap(([name, { mayTake }]) => (mayTake ? [name] : [])),
    dispose: () => owned.dispose(),
  };
}

/** Fcitx, which some apps reach on the bus, and others through the X server. */
function withXim(bus: KeyFilter, xim: KeyFilter): KeyFilter {
  const owned = new DisposableStore();
  owned.add(bus);
  owned.add(xim);
  return {
    get mayTake() {
      return bus.mayTake || xim.mayTake;
    },
    dispose: () => owned.dispose(),
  };
}
