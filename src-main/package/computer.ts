// The entry of `deskscope/computer`. First of all: the MCP SDK wants it as soon as it is loaded.
import '../base/polyfill-crypto.ts';
import path from 'node:path';
import { version } from '../../package.json';
import { silentLog } from '../base/log.ts';
import { profileFolder } from '../base/profile-folder.ts';
import { loadConfig } from '../computer/config/load-config.ts';
import { openComputers as open } from '../computer/open-computers.ts';
import { createServices } from '../services/headless.ts';
import { startEngine } from '../services/start-engine.ts';
import { SettingsStore } from '../settings/store.ts';
import type * as exported from './computer-types.ts';

export const ResultStatus: typeof exported.ResultStatus = {
  SUCCESS: 'success',
  FAILURE: 'failure',
  ERROR: 'failure',
  SKIPPED: 'skipped',
  NONE: 'none',
};

/** As the command line works: by the user's settings, with the same engine, tools and audit log. */
export const openComputers: typeof exported.openComputers = async (options = {}) => {
  const { config: file, allow = 'observe', backend = 'auto', log = silentLog } = options;
  const variables = process.env;
  const read = file === undefined ? null : await loadConfig(file, variables);
  const profile = profileFolder(variables);
  const kept = await SettingsStore.open(path.join(profile, 'settings.json'), log);
  for (const problem of kept.problems) log('warn', problem);
  const settings = () => ({
    ...kept.current,
    ...read?.settings,
    ...(options.allowCommands && { allowedCommands: [...options.allowCommands] }),
    ...(options.allowFolders && { allowedFolders: [...options.allowFolders] }),
  });
  const entry = path.join(__dirname, 'engine.js');
  const engine = startEngine({ backend, entry, engineLog: 'ignore', log });
  const services = createServices(engine, { backend, allow, log, settings, profile, config: file });
  const end = async () => {
    await services.close();
    await kept.close();
  };
  try {
    const { runner } = services;
    const computers = await open({ ...(file !== undefined && { file }), variables, runner, version, log });
    const { manager, router } = computers;
    return {
      manager,
      router,
      async close() {
        await computers.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
};
