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

/** Observes the running filters. Those started later are not observed. */
export async function listenToKeyFilters(
  { display, accessibilityBus, log }: FilterSources,
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
    open('fcitx', (signal) => listenToFcitx((news) => received('fcitx', news), signal)),
    open('screenReader', async (signal) =>
      listenToScreenReader(await accessibilityBus(signal), (news) => received('screenReader', news), signal),
    ),
  ]);
  return {
    mayTake: () => [...filters].flatMap(([name, { mayTake }]) => (mayTake ? [name] : [])),
    dispose: () => owned.dispose(),
  };
}
