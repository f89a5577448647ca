import { join } from 'node:path';
import { startChild } from './children.mjs';
import { root } from './paths.mjs';
import { CannotGoOn } from './run-script.mjs';

/** Path of the command line, for `node`. */
export const deskscope = join(root, 'bin', 'deskscope.cjs');

/** Token of our own scripts' servers. */
export const token = 'a-token-for-judges';

/**
 * Starts `deskscope mcp --http` on a free port, for agents that may act.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [more] arguments
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, url: string }>}
 */
export function serveHttp(env, more = []) {
  const args = [deskscope, ...more, 'mcp', '--http', '--port', '0', '--allow', 'act', '--json'];
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'ignore']);
  const child = startChild(process.execPath, args, { env: { ...env, DESKSCOPE_TOKEN: token }, stdio: [...stdio] });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new CannotGoOn('deskscope mcp did not start.')));
    child.stdout?.once('data', (/** @type {Buffer} */ line) => {
      /** @type {unknown} */
      const reported = JSON.parse(line.toString());
      resolve({ child, url: /** @type {{ url: string }} */ (reported).url });
    });
  });
}
