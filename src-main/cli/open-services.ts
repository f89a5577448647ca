import path from 'node:path';
import type { Log } from '../base/log.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import type { BackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import type { Turn } from '../tools/desktop-host.ts';
import { createServices, type Services } from '../services/headless.ts';
import { SettingsStore } from '../settings/store.ts';
import type { Context, ServiceRequest } from './command.ts';

export interface OpenOptions extends ServiceRequest, Pick<Context, 'streams' | 'variables'> {
  readonly backend: BackendName;
  readonly engineEntry: string;
  /** Begins an act on the desktop that `--desktop` names. */
  readonly turn: Turn | undefined;
  /** What `--desktop-profile` names. */
  readonly desktopProfile: string | undefined;
  readonly log: Log;
}

/**
 * The services over the engine, by the user's settings. Closing them closes the engine and stops reading the settings.
 */
export async function openServices(engine: Engine, options: OpenOptions): Promise<Services> {
  const {
    allow = 'observe',
    settings: forOnce = {},
    trace,
    config,
    backend,
    log,
    streams,
    variables,
    engineEntry,
    turn,
  } = options;
  const profile = profileFolder(variables);
  const kept = await SettingsStore.open(path.join(profile, 'settings.json'), log);
  // An invalid rule is ignored: its user must learn that.
  for (const problem of kept.problems) streams.err.write(`Settings: ${problem}\n`);
  const settings = () => ({ ...kept.current, ...forOnce });
  const desktops = { engineEntry, profileFile: () => options.desktopProfile ?? settings().desktopProfile };
  const services = createServices(engine, {
    backend,
    allow,
    log,
    settings,
    profile,
    config,
    desktops,
    ...(trace && { trace }),
    ...(turn && { turn }),
  });
  return {
    ...services,
    async close() {
      await services.close();
      await kept.close();
    },
  };
}
