import { globalKeys, type GlobalKey } from '#contract/model/recordings/global-keys';
import type { GlobalKeyEvent } from '#contract/model/engine';

/**
 * The system calls again for a key that is held, after 660 ms for the first time if nobody set it otherwise, and reports no
 * release. Milliseconds.
 */
const heldMs = 700;

type Actions = Readonly<Record<GlobalKey, () => void>>;

/**
 * Does what each key is for, once for each press. While the engine receives keys that menus keep from the system, it alone is
 * listened to for them: the system then only keeps them from the app in front. The halt is the system's, and nothing is ever
 * counted against it.
 */
export function createGlobalKeys(actions: Actions): {
  /** For the system to call. */
  readonly actions: Actions;
  readonly received: (event: GlobalKeyEvent) => void;
} {
  const last = new Map<GlobalKey, number>();
  let engineListens = false;
  const fromSystem = (key: GlobalKey) => () => {
    const now = Date.now();
    const fresh = now - (last.get(key) ?? -Infinity) > heldMs;
    last.set(key, now);
    if (fresh && !engineListens) actions[key]();
  };
  const received = (event: GlobalKeyEvent) => {
    if (event.type !== 'pressed') engineListens = event.type === 'listening';
    else if (event.key === globalKeys.pick) actions.pick();
    else if (event.key === globalKeys.record) actions.record();
  };
  return { actions: { pick: fromSystem('pick'), record: fromSystem('record'), halt: actions.halt }, received };
}
