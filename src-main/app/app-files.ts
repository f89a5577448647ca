import path from 'node:path';

/** `style-src` needs inline styles for Monaco, which positions its lines that way. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** MIME types by file extension. */
export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const host = 'deskscope';

/** The file below `root` for an `app:` address, or null for other hosts, invalid addresses and paths out of `root`. */
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
