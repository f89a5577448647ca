import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';
import { tool } from './tools.mjs';

const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  'resources',
  'electron.vite.config.ts',
  'package-lock.json',
];
const results = [
  'main/index.js',
  'main/engine.js',
  'main/desktop.js',
  'main/cli.js',
  'main/computer.js',
  'main/agents.js',
  'preload/bridge.js',
  'renderer/index.html',
  'renderer/permission.html',
];

/** @type {Promise<void> | undefined} */
let built;

/**
 * Builds when out/ is missing or older than its sources: once, even for concurrent callers.
 * @throws CannotGoOn with the builder's output
 */
export function ensureBuilt() {
  return (built ??= build());
}

async function build() {
  if (isFresh()) return;
  print('Building…');
  const { code, output } = await run(process.execPath, tool('electron-vite', ['build', '--logLevel', 'warn']), {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    timeoutMs: 300_000,
  });
  if (code !== 0) throw new CannotGoOn(`The build failed:\n${output}`);
}

function isFresh() {
  const built = results.map((name) => join(root, 'out', name));
  if (!built.every((file) => existsSync(file))) return false;
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return sources.every((name) => newest(join(root, name)) < oldest);
}

/**
 * The latest change in a file or below a folder; a folder's own time covers deleted files.
 * @param {string} path
 * @returns {number} milliseconds since the epoch, 0 if missing
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}
