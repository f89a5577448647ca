// The entry of `deskscope/computer`. The polyfill comes first: the MCP SDK needs it while loading.
import '../base/polyfill-crypto.ts';
import { version } from '../../package.json';
import { openComputers as open } from '../computer/open-computers.ts';
import type * as exported from './computer-types.ts';
import { openDesktop } from './open-desktop.ts';

export const ResultStatus: typeof exported.ResultStatus = {
  SUCCESS: 'success',
  FAILURE: 'failure',
  ERROR: 'failure',
  SKIPPED: 'skipped',
  NONE: 'none',
};

export const openComputers: typeof exported.openComputers = async (options = {}) => {
  const { config: file } = options;
  const desktop = await openDesktop(__dirname, options);
  try {
    const { log, mayStart } = desktop;
    const { runner } = desktop.services;
    const computers = await open({
      ...(file !== undefined && { file }),
      variables: process.env,
      runner,
      version,
      log,
      mayStart,
      whole: true,
    });
    const { manager, router } = computers;
    return {
      manager,
      router,
      async close() {
        await computers.close();
        await desktop.close();
      },
    };
  } catch (error) {
    await desktop.close();
    throw error;
  }
};
