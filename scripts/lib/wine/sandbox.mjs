import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('enter.sh', import.meta.url));

/**
 * Where a program runs: folders of this machine at their places in its root.
 * @typedef {object} Sandbox
 * @property {string} root an empty folder
 * @property {string} output a file for its output, which is passed on
 * @property {readonly (readonly [folder: string, place: string])[]} binds
 * @property {string} cwd a place
 * @property {Readonly<Record<string, string>>} env the whole environment
 */

/**
 * The command that runs a program in its own namespaces. It needs root, or user namespaces.
 * When the command or its parent is killed, so are all descendants.
 * @param {Sandbox} sandbox
 * @param {readonly string[]} command
 * @param {boolean} [isRoot]
 * @returns {[program: string, ...args: string[]]}
 */
export function inSandbox({ root, output, binds, cwd, env }, command, isRoot = process.getuid?.() === 0) {
  const asRoot = isRoot ? [] : ['--user', '--map-root-user'];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    'setpriv',
    // unshare ignores SIGTERM, which our children get when we die.
    '--pdeathsig',
    'KILL',
    '--',
    'unshare',
    ...asRoot,
    '--mount',
    '--pid',
    '--fork',
    '--kill-child=KILL',
    '/bin/sh',
    script,
    root,
    output,
    ...binds.flat(),
    '--',
    '/usr/bin/env',
    '-i',
    `--chdir=${cwd}`,
    ...variables,
    ...command,
  ];
}
