/**
 * Chromium switches this user needs. Chromium refuses to run sandboxed as root; nobody else gives the sandbox up.
 * @param {{ platform: string, uid: number | undefined }} who
 * @returns {readonly string[]}
 */
export function sandboxArguments({ platform, uid }) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}
