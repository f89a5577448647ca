import { ensureSystemPackages } from './system-packages.mjs';
import { startVirtualDesktop } from './virtual-desktop.mjs';
import { openWineBed } from './wine/bed.mjs';

/**
 * A Windows to run Node in: the machine's own, elsewhere Wine on a virtual desktop of its own.
 * @typedef {object} WindowsNode
 * @property {(args: readonly string[]) => string[]} command with its program first
 * @property {() => Promise<void>} close
 */

/**
 * @returns {Promise<WindowsNode>}
 * @throws CannotGoOn when a part of it cannot be fetched or started
 */
export async function openWindowsNode() {
  if (process.platform === 'win32') {
    return { command: (args) => [process.execPath, ...args], close: () => Promise.resolve() };
  }
  await ensureSystemPackages(['display', 'windows']);
  const bed = await openWineBed();
  const desktop = await startVirtualDesktop();
  return {
    command: (args) => bed.node(args, desktop),
    async close() {
      await desktop.close();
      bed.close();
    },
  };
}
