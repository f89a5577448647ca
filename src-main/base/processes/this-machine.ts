/** Whether the host of an address (`URL.hostname`, which writes every form of it alike) is this very machine. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
