/** The address, or null if the text is none. `URL.canParse` came with Node 18.17. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Whether the host of an address (`URL.hostname`, which normalizes it) is this machine. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
