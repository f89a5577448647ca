import { join } from 'node:path';
import { root } from './paths.mjs';

/** The development tools, as files for `node`: no shell and no `.cmd` on any platform. */
const files = {
  tsc: 'typescript-native/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
};

/**
 * @param {keyof typeof files} name
 * @param {readonly string[]} args
 * @returns {string[]} arguments for `node`
 */
export function tool(name, args) {
  return [join(root, 'node_modules', files[name]), ...args];
}
