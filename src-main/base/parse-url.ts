/** The address, or null where the text is none. `URL.canParse` came with Node 18.17. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
