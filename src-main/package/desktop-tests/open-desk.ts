import path from 'node:path';
import { defaultSettings } from '#contract/model/settings';
import { silentLog } from '../../base/log.ts';
import { profileFolder } from '../../base/files/profile-folder.ts';
import { openApps } from '../../desktops/open-apps.ts';
import { profileFrom, readProfile, type DesktopProfile } from '../../desktops/profile.ts';
import { findDesktop, viewSocket } from '../../desktops/record.ts';
import { engineInside } from '../../desktops/run-inside.ts';
import { turnOn, untilGivenBack } from '../../desktops/turns.ts';
import type { Turn } from '../../tools/desktop-host.ts';
import { startDesktop } from '../../desktops/start.ts';
import type { Engine } from '../../engine/engine.ts';
import type { forkEngine } from '../../engine/process/fork-engine.ts';
import { createServices, type Services } from '../../services/headless.ts';
import { startEngine } from '../../services/start-engine.ts';
import { settingsIn } from '../../settings/read-settings.ts';
import type * as exported from '../scripting-types.ts';
import { patient } from './patient.ts';

/** A desktop that is ready, with an engine in it and its apps open. */
export interface Desk {
  /** `live` for this machine's. */
  readonly id: string;
  readonly engine: Engine;
  readonly isOwn: boolean;
  readonly profile: DesktopProfile;
  /** The socket for VNC viewers; null if there is no view. */
  readonly view: string | null;
  /** Begins an act once no person works there. */
  readonly turn?: Turn;
  /** Waits until a person has taken it over and given it back; missing on this machine's. */
  readonly untilGivenBack?: () => Promise<void>;
  stop(): Promise<void>;
}

export interface DeskOptions {
  /** `own`, `live`, or the id of a running desktop. */
  readonly on: string;
  readonly profile: exported.DesktopProfile | string | undefined;
  /** The folder of the built engine. */
  readonly built: string;
  /** Base of a profile's relative paths, and location of `deskscope.yaml`. */
  readonly folder: string;
}

/** Opens the desktop that is asked for. @throws AppError as `startDesktop` and `findDesktop` */
export async function openDesk({ on, profile: given, built, folder }: DeskOptions): Promise<Desk> {
  const entry = path.join(built, 'engine.js');
  const engineFor = (fork?: typeof forkEngine) =>
    patient(startEngine({ backend: 'auto', entry, engineLog: 'ignore', log: silentLog, fork }));
  const profile = typeof given === 'object' ? profileFrom(given, folder) : readProfile(given, folder);
  if (on === 'live') {
    const engine = engineFor();
    return { id: on, engine, isOwn: false, profile, view: null, stop: () => engine.close() };
  }
  if (on !== 'own') {
    const running = await findDesktop(on);
    const engine = engineFor(engineInside(running.folder));
    const view = running.record.hasView ? viewSocket(running) : null;
    return { id: on, engine, isOwn: false, profile, view, ...turnsOn(running.folder), stop: () => engine.close() };
  }
  const own = await startDesktop({ profile, entry: path.join(built, 'desktop.js'), openedBy: 'tests' });
  const engine = engineFor(engineInside(own.folder));
  const stop = async () => {
    await engine.close();
    await own.stop();
  };
  try {
    await engine.describe({});
    if (profile.apps.length > 0) await openApps(engine, profile);
    // Otherwise the element under the pointer shows its tool tip.
    await engine.moveMouse({ x: 1, y: 1 });
  } catch (error) {
    await stop();
    throw error;
  }
  const view = own.record.hasView ? viewSocket(own) : null;
  return { id: own.record.id, engine, isOwn: true, profile, view, ...turnsOn(own.folder), stop };
}

function turnsOn(folder: string): Pick<Desk, 'turn' | 'untilGivenBack'> {
  return { turn: turnOn(folder), untilGivenBack: () => untilGivenBack(folder) };
}

/**
 * What acts on a desktop. On one of our own all is allowed: nothing of the person's is there. On the one of this machine the
 * person's settings, audit log and limits hold, as for the command line.
 * @param trace a new folder, and the title of the run; none by default
 */
export async function servicesOn(
  { engine, id, turn }: Desk,
  trace?: { readonly folder: string; readonly title: string; readonly isLate?: boolean },
): Promise<Services> {
  const isLive = id === 'live';
  const profile = profileFolder(process.env);
  const settings = isLive ? await settingsIn(path.join(profile, 'settings.json')) : defaultSettings;
  return createServices(engine, {
    backend: 'auto',
    allow: isLive ? 'act' : 'all',
    settings: () => settings,
    log: silentLog,
    ...(isLive && { profile }),
    ...(turn && { turn }),
    ...(trace && { trace: { ...trace, kind: 'replay' as const } }),
  });
}

/** Keeps desktops ready: the next one starts while the one before is used. */
export class Pool {
  readonly #open: () => Promise<Desk>;
  readonly #size: number;
  readonly #warm: Promise<Desk>[] = [];

  /** @param size how many are ready at a time; 0 for none ahead */
  constructor(open: () => Promise<Desk>, size: number) {
    this.#open = open;
    this.#size = size;
    this.#fill();
  }

  /** A fresh desktop; the caller stops it. */
  async take(): Promise<Desk> {
    const taken = this.#warm.shift() ?? this.#open();
    // Not beside the start of a requested one: they would only share the processors.
    void taken.then(
      () => this.#fill(),
      () => undefined,
    );
    return taken;
  }

  /** Stops those that were not taken. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#warm.splice(0).map(async (desk) => (await desk.catch(() => null))?.stop()));
  }

  #isClosed = false;

  #fill(): void {
    while (!this.#isClosed && this.#warm.length < this.#size) {
      const desk = this.#open();
      // `take` reports the error.
      desk.catch(() => undefined);
      this.#warm.push(desk);
    }
  }
}
