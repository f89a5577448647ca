import path from 'node:path';

const host = 'deskscope';

/** The file below `root` that an `app:` address names, or null for other hosts, broken addresses and ways out of `root`. */
export function resolveFile(root: string, address: string): string | null {
  try {
    const url = new URL(address);
    const name = decodeURIComponent(url.pathname);
    if (url.host !== host || name.includes('\0')) return null;
    const file = path.resolve(root, `.${name}`);
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}
