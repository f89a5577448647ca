import { endChild, startChild } from './children.mjs';
import { firstLine } from './first-line.mjs';
import { xAuthority } from './x-authority.mjs';

/**
 * Starts an X server without a screen. Connecting requires its secret. It listens in the abstract namespace too:
 * clients look there first, so a program that took its name there could impersonate it.
 * @param {string} [wanted] such as `:3`; default: a free number
 * @returns {Promise<{ server: import('node:child_process').ChildProcess, display: string, authority: string }>}
 * @throws CannotGoOn when it does not start
 */
export async function startXServer(wanted) {
  const authority = xAuthority();
  // The server writes its display number to descriptor 3: no race with other servers.
  const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset', '-auth', authority];
  const server = startChild('Xvfb', [...(wanted ? [wanted] : []), ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    return { server, display: `:${await firstLine(server, 3, 'Xvfb')}`, authority };
  } catch (error) {
    await endChild(server);
    throw error;
  }
}
