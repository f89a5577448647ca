import { spawnSync } from 'node:child_process';
import { print } from '../run-script.mjs';

const inside = 'DESKSCOPE_OWN_PROCESSES';

/**
 * Runs this script where only its own processes are visible: a server without a display variable searches the user's
 * programs, and must find only the test's desktop.
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
