import { run } from './run.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { startVirtualDesktop } from './virtual-desktop.mjs';
import { openWineBed } from './wine/bed.mjs';

/**
 * Runs Node for Windows and shows what it says: on Windows itself, elsewhere in Wine on a virtual desktop of its own.
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 * @returns {Promise<{ code: number, output: string }>}
 * @throws CannotGoOn when something of it cannot be fetched or started
 */
export async function runOnWindows(args, timeoutMs) {
  if (process.platform === 'win32') return run(process.execPath, args, { show: true, timeoutMs });
  await ensureSystemPackages(['display', 'windows']);
  const bed = await openWineBed();
  const desktop = await startVirtualDesktop();
  const [program = '', ...rest] = bed.node(args, { DISPLAY: desktop.display });
  const result = await run(program, rest, { show: true, timeoutMs });
  await desktop.close();
  bed.close();
  return result;
}
