import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentSecurityPolicy, resolveFile, types } from './app-files.ts';

export const scheme = 'app';

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
