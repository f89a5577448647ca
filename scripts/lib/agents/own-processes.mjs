import { spawnSync } from 'node:child_process';
import { print } from '../run-script.mjs';

const inside = 'DESKSCOPE_OWN_PROCESSES';

/**
 * Runs this script where no processes but its own are seen: a server that is not notified of a display looks for the user's
 * programs, and there must be no other desktop than the test's.
 * @param {() => Promise<number>} main
 * @returns {Promise<number>} its exit code
 */
export async function inOwnProcesses(main) {
  if (process.env[inside]) return main();
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  const unshare = [...user, '--pid', '--mount-proc', '--fork', '--kill-child'];
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) {
    print(
      'Processes cannot be kept apart here (unshare): where other desktops run, servers without a display are told of several.',
    );
    return main();
  }
  const args = [...unshare, process.execPath, process.argv[1] ?? '', ...process.argv.slice(2)];
  return spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [inside]: '1' } }).status ?? 1;
}
