// The entry of `deskscope/desktop`. The polyfill comes first: the MCP SDK needs it while loading.
import '../base/polyfill-crypto.ts';
import { Desktop } from './desktop-tests/desktop.ts';
import { openDesk, servicesOn } from './desktop-tests/open-desk.ts';
import { silentReporter } from './desktop-tests/reporter.ts';
import type * as exported from './scripting-types.ts';

export const openDesktop: typeof exported.openDesktop = async (options = {}) => {
  const { on = 'own', profile, timeout = 5_000, trace } = options;
  const desk = await openDesk({ on, profile, built: __dirname, folder: process.cwd() });
  const services = await servicesOn(desk, trace === undefined ? undefined : { folder: trace, title: 'Script' });
  return new Desktop({ desk, services, reporter: silentReporter, timeout });
};
