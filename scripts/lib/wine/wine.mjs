import { join } from 'node:path';

/** The loader, inside the sandbox. */
export const wine = '/usr/lib/wine/wine64';

/**
 * The sandbox in which Debian's Wine runs.
 * @param {object} options
 * @param {import('./debian.mjs').Debian} options.debian
 * @param {string} options.prefix
 * @param {string} options.work a folder of this run with an empty folder `root`
 * @param {readonly (readonly [folder: string, place: string])[]} options.binds
 * @param {string} options.cwd
 * @param {Readonly<Record<string, string>>} options.env
 * @returns {import('./sandbox.mjs').Sandbox}
 */
export function wineSandbox({ debian, prefix, work, binds, cwd, env }) {
  return {
    root: join(work, 'root'),
    output: join(work, 'output'),
    binds: [
      ...['usr', 'etc'].map((name) => /** @type {const} */ ([join(debian.root, name), `/${name}`])),
      ...['/dev', '/sys'].map((path) => /** @type {const} */ ([path, path])),
      [prefix, '/prefix'],
      ...binds,
    ],
    cwd,
    env: {
      PATH: '/usr/lib/wine:/usr/bin',
      HOME: '/home',
      LANG: 'C.UTF-8',
      WINEPREFIX: '/prefix',
      WINEDEBUG: '-all',
      // Disables .NET, the browser engine, and entries in the user's menus.
      WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
      ...env,
    },
  };
}

/**
 * The Windows path of a file of this machine.
 * @param {string} path absolute
 */
export function windowsPath(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}
