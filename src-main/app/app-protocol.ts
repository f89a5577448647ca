import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveFile } from './app-files.ts';

export const scheme = 'app';

/** `style-src` needs inline styles for Monaco, which positions its lines that way. */
const contentSecurityPolicy = [
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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the renderer's files under `app://deskscope/`, with the CSP on every answer, and nothing else. */
export function serveRenderer(root: string): void {
  protocol.handle(scheme, async (request) => {
    const file = resolveFile(root, request.url);
    if (file === null || request.method !== 'GET') return new Response('Not found', { status: 404 });
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: {
          'content-type': types[path.extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
        },
      });
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
}
