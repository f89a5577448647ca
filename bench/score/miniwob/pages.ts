import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { endChild, killTree, startChild } from '../../../scripts/lib/children.mjs';
import { chromiumFlags } from '../../../src-main/engine/testing/chromium-flags.ts';

/** What the page itself said at the end of an episode. */
export interface Verdict {
  /** 1 where the task is done; parts of it, 0 and -1 are none. */
  readonly reward: number;
  readonly reason: string;
}

/** A page with its task, begun with a seed. */
export interface Episode {
  readonly sentence: string;
  /** null as long as the episode goes on */
  verdict(): Verdict | null;
}

export interface Pages {
  readonly window: string;
  /** @throws Error when the page does not begin within {@link beginsWithin} */
  begin(page: string, seed: string): Promise<Episode>;
  close(): Promise<void>;
}

const beginsWithin = 20_000;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.png': 'image/png',
  '.gif': 'image/gif',
};

/**
 * Serves the judge's folder to one Chromium. Each page gets a few lines that begin an episode with a seed, without the limit of ten
 * seconds and without the scores beside the task, and that send the page's own verdict here.
 * @param html the judge's `miniwob/html`
 */
export async function openPages(html: string): Promise<Pages> {
  const profile = mkdtempSync(join(tmpdir(), 'deskscope-score-'));
  // Its question whether to keep a password would lie over the pages that follow.
  mkdirSync(join(profile, 'profile', 'Default'), { recursive: true });
  const settings = { credentials_enable_service: false, profile: { password_manager_enabled: false } };
  writeFileSync(join(profile, 'profile', 'Default', 'Preferences'), JSON.stringify(settings));
  let wanted = '/idle';
  /** Of the page that is open: what it goes to next is answered here. */
  const next: { asked: ServerResponse | null } = { asked: null };
  let begun: ((sentence: string) => void) | null = null;
  let verdict: Verdict | null = null;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/next') {
      next.asked?.end();
      next.asked = response;
    } else if (pathname === '/begun' || pathname === '/ended') {
      void read(request).then((body) => {
        const { address, ...said } = JSON.parse(body) as { address: string; sentence?: string } & Partial<Verdict>;
        // A page that is being left may still speak.
        if (address === wanted && pathname === '/begun') begun?.(said.sentence ?? '');
        if (address === wanted && pathname === '/ended')
          verdict ??= { reward: said.reward ?? 0, reason: said.reason ?? '' };
        response.end();
      });
    } else if (pathname === '/idle') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<title>idle</title>${script}`);
    } else serve(html, pathname, response);
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
    async begin(page, seed) {
      verdict = null;
      const started = new Promise<string>((resolve) => (begun = resolve));
      const deadline = Date.now() + beginsWithin;
      while (!next.asked && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      wanted = `/miniwob/${page}.html?seed=${encodeURIComponent(seed)}`;
      next.asked?.end(wanted);
      next.asked = null;
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`The page ${page} did not begin.`)), beginsWithin).unref();
      });
      const sentence = await Promise.race([started, late]);
      return { sentence, verdict: () => verdict };
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

function serve(html: string, pathname: string, response: ServerResponse) {
  const file = join(html, normalize(pathname));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
  const type = types[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  const content = readFileSync(file);
  response.end(extname(file) === '.html' ? `${content.toString('utf8')}${script}` : content);
}

const script = `<script>
(() => {
  const address = location.pathname + location.search;
  const send = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify({ address, ...body }), keepalive: true });
  fetch('/next').then((answer) => answer.text()).then((next) => next && location.replace(next));
  if (typeof core === 'undefined') return;
  addEventListener('load', () => setTimeout(() => {
    Math.seedrandom(new URLSearchParams(location.search).get('seed'));
    core.EPISODE_MAX_TIME = 3_600_000;
    const end = core.endEpisode;
    core.endEpisode = (reward, timed, reason) => {
      if (core.EP_TIMER !== null) send('/ended', { reward, reason: String(reason ?? '') });
      end(reward, timed, reason);
    };
    core.startEpisodeReal();
    core.hideDisplay();
    const begun = () => WOB_TASK_READY ? send('/begun', { sentence: document.getElementById('query').textContent.replace(/\\s+/g, ' ').trim() }) : setTimeout(begun, 50);
    begun();
  }, 100));
})();
</script>`;
