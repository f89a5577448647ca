import { ensureBuilt } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { run } from './run.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { tool } from './tools.mjs';
import { startVirtualDesktop } from './virtual-desktop.mjs';

/**
 * Walks the built app with Playwright on a virtual desktop, by a configuration other than that of the tests.
 * @param {string} config its path
 * @param {object} [options]
 * @param {readonly string[]} [options.args] for Playwright
 * @param {number} [options.timeoutMs]
 * @param {boolean} [options.show] prints the output as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function walk(config, { args = [], timeoutMs = 900_000, show = false } = {}) {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests']);
  await ensureBuilt();
  const desktop = await startVirtualDesktop();
  try {
    const env = { ...desktop.env, DESKSCOPE_TEST_DESKTOP: desktop.display };
    const all = tool('playwright', ['test', '--config', config, '--reporter=line', ...args]);
    return await run(process.execPath, all, { env, timeoutMs, show });
  } finally {
    await desktop.close();
  }
}
