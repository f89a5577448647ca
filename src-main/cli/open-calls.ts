import path from 'node:path';
import type { Log } from '../base/log.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import type { BackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import { createAgentCalls, type AgentCalls } from '../services/agents/agent-calls.ts';
import type { ServiceOptions } from '../services/headless.ts';
import type { Turn } from '../tools/desktop-host.ts';
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

/** The calls of agents over the engine, by the user's settings. Closing them closes the engine and stops reading the settings. */
export async function openCalls(engine: Engine, options: OpenOptions): Promise<AgentCalls> {
  const { kept, ...serviceOptions } = await bySettings(options);
  const calls = createAgentCalls(engine, serviceOptions);
  return {
    ...calls,
    async close() {
      await calls.close();
      await kept.close();
    },
  };
}

/** What the command line and the user's settings ask of services, and the settings, to be closed after them. */
export async function bySettings(
  options: OpenOptions,
): Promise<ServiceOptions & { readonly kept: Pick<SettingsStore, 'close'> }> {
  const {
    allow = 'observe',
    settings: forOnce = {},
    trace,
    config,
    backend,
    log,
    streams,
    turn,
    engineEntry,
  } = options;
  const profile = profileFolder(options.variables);
  const kept = await SettingsStore.open(path.join(profile, 'settings.json'), log);
  // An invalid rule is ignored: its user must learn that.
  for (const problem of kept.problems) streams.err.write(`Settings: ${problem}\n`);
  const settings = () => ({ ...kept.current, ...forOnce });
  return {
    kept,
    backend,
    allow,
    log,
    settings,
    profile,
    config,
    desktops: { engineEntry, profileFile: () => options.desktopProfile ?? settings().desktopProfile },
    ...(trace && { trace }),
    ...(turn && { turn }),
  };
}
