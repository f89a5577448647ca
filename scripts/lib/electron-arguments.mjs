/**
 * Chromium switches this user needs. Chromium refuses to run sandboxed as root; nobody else gives the sandbox up.
 * @param {{ platform: string, uid: number | undefined }} who
 * @returns {readonly string[]}
 */
export function sandboxArguments({ platform, uid }) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}

/**
 * To which display server the app goes. It starts itself again through XWayland where it was not told to, and would leave the
 * terminal; before 38, Electron knows no session without X11.
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly string[]}
 */
export function displayArguments({ WAYLAND_DISPLAY: wayland, DISPLAY: x }) {
  return wayland ? [`--ozone-platform=${x ? 'x11' : 'wayland'}`] : [];
}
