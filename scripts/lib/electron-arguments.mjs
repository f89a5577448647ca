/**
 * Chromium switches for this user. Chromium refuses to run sandboxed as root; only root gives up the sandbox.
 * @param {{ platform: string, uid: number | undefined }} who
 * @returns {readonly string[]}
 */
export function sandboxArguments({ platform, uid }) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}

/**
 * The app's display server. Without a switch the app restarts itself through XWayland, and would leave the
 * terminal; before 38, Electron supports no session without X11.
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly string[]}
 */
export function displayArguments({ WAYLAND_DISPLAY: wayland, DISPLAY: x }) {
  return wayland ? [`--ozone-platform=${x ? 'x11' : 'wayland'}`] : [];
}
