import path from 'node:path';
import type { RunKind } from '#contract/model/runs/trace';
import { silentLog, type Log } from '../base/log.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import { loadConfig } from '../computer/config/load-config.ts';
import { allowedServers, allowServers, refuseServers, type MayStart } from '../computer/config/starts.ts';
import { createServices, type Services } from '../services/headless.ts';
import { startEngine } from '../services/start-engine.ts';
import { SettingsStore } from '../settings/store.ts';
import type { OpenOptions } from './computer-types.ts';

/** The desktop for programs that import the package. */
export interface OpenDesktop {
  readonly services: Services;
  readonly log: Log;
  /** Decides what the configuration may start. */
  readonly mayStart: MayStart;
  /** Ends the engine and stops reading the settings. */
  close(): Promise<void>;
}

/**
 * As the command line works: by the user's settings, with the same engine, tools and audit log.
 * @param built the folder of the built entry: what entries share is built into another
 * @param trace where to write a trace of every call; nowhere by default
 * @throws AppError with the lines to mend where the configuration cannot be used
 */
export async function openDesktop(
  built: string,
  options: OpenOptions,
  trace?: { readonly folder: string; readonly title: string; readonly kind: RunKind },
): Promise<OpenDesktop> {
  const { config: file, allow = 'observe', backend = 'auto', log = silentLog } = options;
  const read = file === undefined ? null : await loadConfig(file, process.env);
  const profile = profileFolder(process.env);
  const kept = await SettingsStore.open(path.join(profile, 'settings.json'), log);
  for (const problem of kept.problems) log('warn', problem);
  const settings = () => ({
    ...kept.current,
    ...read?.settings,
    ...(options.allowCommands && { allowedCommands: [...options.allowCommands] }),
    ...(options.allowFolders && { allowedFolders: [...options.allowFolders] }),
  });
  const entry = path.join(built, 'engine.js');
  const engine = startEngine({ backend, entry, engineLog: 'ignore', log });
  const services = createServices(engine, {
    backend,
    allow,
    log,
    settings,
    profile,
    config: typeof file === 'string' ? file : undefined,
    trace,
  });
  return {
    services,
    log,
    mayStart:
      typeof file !== 'string' || options.allowLaunch === true
        ? allowServers
        : refuseServers(allowedServers(profile), 'open it with `allowLaunch: true`'),
    async close() {
      await services.close();
      await kept.close();
    },
  };
}
