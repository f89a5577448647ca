import { globalKeys, type GlobalKey } from '#contract/model/recordings/global-keys';
import type { GlobalKeyEvent } from '#contract/model/engine';

/** The system repeats a held key, first after 660 ms by default, and reports no release. Milliseconds. */
const heldMs = 700;

type Actions = Readonly<Record<GlobalKey, () => void>>;

/**
 * Runs the action of each key, once per press. While the engine receives keys that menus hide from the system, only it
 * is listened to for them: the system then only keeps them from the app in front. The halt key is the system's, and no
 * press of it is ever ignored.
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
