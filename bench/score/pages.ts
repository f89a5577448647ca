import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { endChild, killTree, startChild } from '../../scripts/lib/children.mjs';
import { chromiumFlags } from '../../src-main/engine/testing/programs.ts';

/** A judge's pages. */
export interface Site {
  /** @returns null if there is no such file */
  file(pathname: string): Buffer | string | null;
  /**
   * Runs in each page. Calls `send('/begun', …)` once the page is usable, and `send('/ended', …)` with the page's own
   * decision.
   */
  readonly script: string;
}

/** An open page. */
export interface Shown {
  /** Data its script sent at the beginning. */
  readonly begun: Sent;
  /** First data its script sent at the end; null until then. */
  ended(): Sent | null;
}

export type Sent = Readonly<Record<string, string | number>>;

export interface Pages {
  /** The window, as tools name it. */
  readonly window: string;
  /** @throws Error when the page does not begin within {@link beginsWithin} */
  open(address: string): Promise<Shown>;
  close(): Promise<void>;
}

/** In milliseconds. */
const beginsWithin = 20_000;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
};

/** @returns null if there is no such file in the folder */
export function fileIn(folder: string, pathname: string): Buffer | null {
  const file = join(folder, normalize(pathname));
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
}

/** Serves pages to one Chromium, which shows them one after another. */
export async function openPages(site: Site): Promise<Pages> {
  const profile = mkdtempSync(join(tmpdir(), 'deskscope-score-'));
  // Its prompt to save a password would cover the following pages.
  mkdirSync(join(profile, 'profile', 'Default'), { recursive: true });
  const settings = { credentials_enable_service: false, profile: { password_manager_enabled: false } };
  writeFileSync(join(profile, 'profile', 'Default', 'Preferences'), JSON.stringify(settings));
  const appended = scriptOf(site);
  let wanted = '/idle';
  /** The open page; its next navigation is answered here. */
  const next: { asked: ServerResponse | null } = { asked: null };
  let begun: ((sent: Sent) => void) | null = null;
  let ended: Sent | null = null;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/next') {
      next.asked?.end();
      next.asked = response;
    } else if (pathname === '/begun' || pathname === '/ended') {
      void read(request).then((body) => {
        const { address, ...sent } = JSON.parse(body) as Sent & { address: string };
        // A page may still send data while it unloads.
        if (address === wanted && pathname === '/begun') begun?.(sent);
        if (address === wanted && pathname === '/ended') ended ??= sent;
        response.end();
      });
    } else serve(pathname, pathname === '/idle' ? '<title>idle</title>' : site.file(pathname), appended, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const args = [
    '--disable-gpu',
    '--force-renderer-accessibility',
    '--disable-features=Translate',
    '--window-size=500,560',
  ];
  const app = startChild('chromium', [
    ...chromiumFlags,
    ...args,
    `--user-data-dir=${join(profile, 'profile')}`,
    `--app=http://127.0.0.1:${port}/idle`,
  ]);
  return {
    window: String(app.pid),
    async open(address) {
      ended = null;
      const started = new Promise<Sent>((resolve) => (begun = resolve));
      const deadline = Date.now() + beginsWithin;
      while (!next.asked && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      wanted = address;
      next.asked?.end(wanted);
      next.asked = null;
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`The page ${address} did not begin.`)), beginsWithin).unref();
      });
      return { begun: await Promise.race([started, late]), ended: () => ended };
    },
    async close() {
      killTree(app);
      await endChild(app);
      server.closeAllConnections();
      server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += String(part);
  return body;
}

function serve(pathname: string, content: Buffer | string | null, appended: string, response: ServerResponse) {
  if (content === null) return void response.writeHead(404).end();
  const extension = extname(pathname) || '.html';
  const type = types[extension] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(extension === '.html' ? `${String(content)}${appended}` : content);
}

/** In the top window, not in its frames: navigates to the next page when there is one. */
const scriptOf = ({ script }: Site) => `<script>
(() => {
  if (window !== top) return;
  const address = location.pathname + location.search;
  const send = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify({ address, ...body }), keepalive: true });
  fetch('/next').then((answer) => answer.text()).then((next) => next && location.replace(next));
  if (address === '/idle') return;
${script}
})();
</script>`;
