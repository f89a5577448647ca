import { connect } from 'node:net';
import { startVirtualDesktop } from './virtual-desktop.mjs';

/** @typedef {import('./virtual-desktop.mjs').Desktop} Desktop */

/**
 * The desktop the user sits at, or null where DISPLAY is not set or does not answer.
 * @returns {Promise<Desktop | null>}
 */
export async function runningDesktop() {
  if (process.platform !== 'linux') return { env: process.env, display: '', virtual: false, close: async () => {} };
  const display = process.env.DISPLAY ?? '';
  if (!(await answers(display))) return null;
  return { env: process.env, display, virtual: false, close: async () => {} };
}

/** @returns {Promise<Desktop>} */
export async function anyDesktop() {
  return (await runningDesktop()) ?? (await startVirtualDesktop());
}

/**
 * @param {string} display as in the variable: `:1`, `:1.0`, `host:1`
 * @returns {Promise<boolean>}
 */
function answers(display) {
  const parts = /^([^:]*):(\d+)(\.\d+)?$/.exec(display);
  if (!parts) return Promise.resolve(false);
  const [, host, number] = parts;
  const address =
    host && host !== 'unix' ? { host, port: 6000 + Number(number) } : { path: `/tmp/.X11-unix/X${number}` };
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
