import { connect } from 'node:net';
import { resolve } from 'node:path';
import { startVirtualDesktop } from './virtual-desktop.mjs';

/** @typedef {import('./virtual-desktop.mjs').Desktop} Desktop */

/**
 * The user's desktop, or null if neither DISPLAY nor WAYLAND_DISPLAY is set and responds.
 * @returns {Promise<Desktop | null>}
 */
export async function runningDesktop() {
  const desktop = { env: process.env, display: '', virtual: false, close: async () => {} };
  if (process.platform !== 'linux') return desktop;
  const { DISPLAY: display = '', WAYLAND_DISPLAY: wayland = '', XDG_RUNTIME_DIR: runtime = '' } = process.env;
  if (await answers(display)) return { ...desktop, display };
  return wayland !== '' && (await opens({ path: resolve(runtime, wayland) })) ? desktop : null;
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
  return opens(host && host !== 'unix' ? { host, port: 6000 + Number(number) } : { path: `/tmp/.X11-unix/X${number}` });
}

/**
 * @param {import('node:net').NetConnectOpts} address
 * @returns {Promise<boolean>}
 */
function opens(address) {
  return new Promise((settle) => {
    const socket = connect(address);
    const end = (/** @type {boolean} */ result) => {
      socket.destroy();
      settle(result);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
