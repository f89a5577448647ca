/**
 * Chromium switches this user needs. Chromium refuses to run sandboxed as root; nobody else gives the sandbox up.
 * @param {{ platform: string, uid: number | undefined }} who
 * @returns {readonly string[]}
 */
export function sandboxArguments({ platform, uid }) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}

/**
 * The app starts itself again through XWayland where it was not told to, and would leave the terminal.
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly string[]}
 */
export function displayArguments({ WAYLAND_DISPLAY: wayland, DISPLAY: x }) {
  return wayland && x ? ['--ozone-platform=x11'] : [];
}
