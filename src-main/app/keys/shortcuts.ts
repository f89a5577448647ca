import { globalShortcut } from 'electron';
import type { HaltKeyTrouble } from '#contract/model/permissions/permission';
import {
  globalKeys,
  haltKeyThroughViewer,
  otherHaltKeys,
  type GlobalKey,
} from '#contract/model/recordings/global-keys';
import type { Log } from '../../base/log.ts';

interface ShortcutOptions {
  readonly haltKey: string;
  /** A program that lifts Shift before function keys on their way from a remote viewer; null if none does. */
  readonly shiftLifter: string | null;
  /** Our windows are Wayland's own: desktops give such programs keys by a portal that neither refuses nor takes back. */
  readonly isOnWayland: boolean;
  readonly log: Log;
}

/**
 * Replaces the registered keys, as far as possible. If another program holds the halt key, or a remote viewer
 * intercepts it, another key halts.
 * @returns what the person must know of the halt key; null if it halts
 */
export function registerShortcuts(
  actions: Readonly<Record<GlobalKey, () => void>>,
  { haltKey, shiftLifter, isOnWayland, log }: ShortcutOptions,
): HaltKeyTrouble | null {
  if (isOnWayland) return { why: 'Without XWayland, Deskscope has no keys outside of its window.', instead: null };
  globalShortcut.unregisterAll();
  const { halt: _, ...others } = globalKeys;
  for (const [name, keys] of Object.entries(others) as [GlobalKey, string][]) {
    if (!register(keys, actions[name])) log('warn', `${keys} (${name}) is held by another program`);
  }
  const first = (keys: readonly string[]) => keys.find((key) => register(key, actions.halt)) ?? null;
  if (first([haltKey]) === null) {
    const instead = first(otherHaltKeys.filter((key) => key !== haltKey));
    const why = `Another program holds the halt key ${haltKey}.`;
    log('warn', `${why} ${instead ?? 'No key'} halts instead`);
    return { why, instead };
  }
  const through = haltKeyThroughViewer(haltKey);
  if (shiftLifter === null || through === null) return null;
  const instead = first([through, ...otherHaltKeys.filter((key) => !key.includes('shift'))]);
  return { why: `${shiftLifter} lifts Shift from the halt key ${haltKey} on its way from a remote viewer.`, instead };
}

function register(keys: string, action: () => void): boolean {
  try {
    return globalShortcut.register(keys.replace('ctrl', 'CommandOrControl').replace('meta', 'Super'), action);
  } catch {
    return false;
  }
}
