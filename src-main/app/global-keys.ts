import { globalKeys, type GlobalKey } from '../base/global-keys.ts';

/** A key that is held repeats itself, after 660 ms for the first time where nobody set it otherwise. Milliseconds. */
const heldMs = 700;

/**
 * Does what each key is for, once for each press. Where the engine hears keys that menus keep from the system, it alone
 * is listened to for them: the system then only keeps them from the app in front.
 */
export function createGlobalKeys(
  actions: Readonly<Record<GlobalKey, () => void>>,
  engineHears: () => boolean,
): {
  readonly actions: Readonly<Record<GlobalKey, () => void>>;
  readonly press: (chord: string) => void;
} {
  const last = new Map<GlobalKey, number>();
  const run = (key: GlobalKey) => {
    const now = Date.now();
    const fresh = now - (last.get(key) ?? -Infinity) > heldMs;
    last.set(key, now);
    if (fresh) actions[key]();
  };
  const names = Object.keys(globalKeys) as GlobalKey[];
  const fromSystem = (key: GlobalKey) => () => {
    if (key === 'halt' || !engineHears()) run(key);
  };
  return {
    actions: { pick: fromSystem('pick'), record: fromSystem('record'), halt: fromSystem('halt') },
    press: (chord) => names.filter((name) => name !== 'halt' && globalKeys[name] === chord).forEach(run),
  };
}
