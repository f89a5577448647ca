import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Large files that outlive a checkout, e.g. an Electron build. */
export function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const all = process.platform === 'win32' ? LOCALAPPDATA || join(homedir(), 'AppData', 'Local') : '';
  return join(XDG_CACHE_HOME || all || join(homedir(), '.cache'), 'deskscope');
}

/** @param {string | Buffer} content */
export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
