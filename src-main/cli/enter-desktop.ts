import path from 'node:path';
import { turnOn } from '../desktops/turns.ts';
import { startDesktop } from '../desktops/start.ts';
import { openApps } from '../desktops/open-apps.ts';
import { readProfile } from '../desktops/profile.ts';
import { findDesktop } from '../desktops/record.ts';
import { engineInside } from '../desktops/run-inside.ts';
import type { Engine } from '../engine/engine.ts';
import type { forkEngine } from '../engine/process/fork-engine.ts';

/** The desktop that a command works on. */
export interface EnteredDesktop {
  readonly fork: typeof forkEngine;
  /** Begins an act once no person works there. */
  readonly turn: (signal: AbortSignal) => Promise<() => void>;
  /** Starts the apps of its profile, if it is the command's own. */
  openApps(engine: () => Engine): Promise<void>;
  /** Ends it where it is the command's own. */
  close(): Promise<void>;
}

/** `own` is a new desktop for this command only, anything else the id of a running one. */
export async function enterDesktop(
  named: string,
  profileFile: string | undefined,
  { engineEntry, signal }: { readonly engineEntry: string; readonly signal: AbortSignal },
): Promise<EnteredDesktop> {
  if (named !== 'own') {
    const { folder } = await findDesktop(named);
    return {
      fork: engineInside(folder),
      turn: turnOn(folder),
      openApps: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }
  const profile = readProfile(profileFile);
  const own = await startDesktop({ profile, entry: path.join(path.dirname(engineEntry), 'desktop.js'), signal });
  return {
    fork: engineInside(own.folder),
    turn: turnOn(own.folder),
    openApps: async (engine) => {
      if (profile.apps.length > 0) await openApps(engine(), profile, signal);
    },
    close: () => own.stop(),
  };
}
