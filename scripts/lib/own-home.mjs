import { join } from 'node:path';

/**
 * Environment of a program with its own settings folder, in the language of the tests.
 * @param {string} home
 */
export function ownHome(home) {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    LC_ALL: 'C.UTF-8',
  };
}
