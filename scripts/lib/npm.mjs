import { dirname, join } from 'node:path';

/**
 * The program and arguments that run npm. On Windows npm is a `.cmd`, which Node starts only through a
 * shell (https://nodejs.org/api/child_process.html#spawning-bat-and-cmd-files-on-windows): there this Node runs npm's
 * script, the one that started us or the one that came with Node.
 * @param {readonly string[]} args
 * @param {{ platform: string, node: string, variables: NodeJS.ProcessEnv }} [here]
 * @returns {[command: string, args: readonly string[]]}
 */
export function npm(args, here = { platform: process.platform, node: process.execPath, variables: process.env }) {
  if (here.platform !== 'win32') return ['npm', args];
  const own = join(dirname(here.node), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const { npm_execpath: running = '' } = here.variables;
  return [here.node, [/npm-cli\.[cm]?js$/.test(running) ? running : own, ...args]];
}
