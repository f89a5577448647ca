import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect as expectPage, type Browser } from '@playwright/test';
import { afterEach, expect, it } from 'vitest';
import type { TraceEvent, TreeRow } from '#contract/model/runs/trace';
import { chromiumFlags } from '../engine/testing/programs.ts';
import { runExporters } from './exporters/list.ts';
import { playwrightVersion } from './exporters/playwright.ts';
import { writeZip } from './files/zip-writer.ts';

const core = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let folder = '';
let server: Server | null = null;
let browser: Browser | null = null;
afterEach(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** One white pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);
const blob = `${'a'.repeat(64)}.png`;
const bounds = { x: 100, y: 50, width: 400, height: 300 };
const row = { parent: null, depth: 0, role: '', automationId: '', value: null, states: ['enabled' as const], bounds };
const rows: readonly TreeRow[] = [
  { ...row, id: 'w', controlType: 'Window', name: 'Calculator' },
  {
    ...row,
    id: 'b',
    parent: 'w',
    depth: 1,
    controlType: 'Button',
    name: 'Seven',
    bounds: { x: 120, y: 70, width: 20, height: 10 },
  },
  { ...row, id: 't', parent: 'w', depth: 1, controlType: 'Text', name: 'Ready', value: '' },
];
const at = (ms: number) => new Date(1_800_000_000_000 + ms).toISOString();
const seen = (call: number, phase: 'before' | 'after', ms: number): TraceEvent => ({
  type: 'seen',
  call,
  phase,
  at: at(ms),
  picture: { blob, bounds },
  tree: { blob: `${'b'.repeat(64)}.json.gz` },
  note: '',
});
const events = [1, 2].flatMap((call): TraceEvent[] => [
  {
    type: 'before',
    call,
    at: at(call * 1_000),
    tool: 'action::click_input',
    caller: { kind: 'agent', name: 'robot' },
    parameters: { name: 'Seven' },
    decision: 'allowed',
    target: { id: '1', title: 'Calculator', app: 'calc' },
  },
  seen(call, 'before', call * 1_000),
  {
    type: 'after',
    call,
    at: at(call * 1_000 + 500),
    elapsedMs: 500,
    text: 'clicked',
    resolution: { selector: 'Button "Seven"', matchCount: 1, attempts: 1, elapsedMs: 1, bounds: rows[1]!.bounds },
    ...(call === 2 && { error: { code: 'timeout', message: 'It took too long.', hint: '' } }),
  },
  seen(call, 'after', call * 1_000 + 600),
]);

async function viewer(zip: string): Promise<string> {
  const root = path.join(core, 'lib/vite/traceViewer');
  server = createServer((asked, reply) => {
    const name = new URL(asked.url ?? '/', 'http://x').pathname;
    const file = name === '/run.zip' ? zip : path.join(root, path.posix.normalize(name));
    void readFile(file).then(
      (bytes) => reply.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(bytes),
      () => reply.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return `${origin}/index.html?trace=${encodeURIComponent(`${origin}/run.zip`)}`;
}

it('writes what Playwright’s own trace viewer shows: film strip, pointer, elements, errors', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'deskscope-viewer-'));
  const zip = path.join(folder, 'run.zip');
  const about = { version: 3, run: 'r', title: 'Press 7', started: at(0) };
  const run = {
    about,
    events,
    blob: () => Promise.resolve(picture),
    tree: () => Promise.resolve(rows),
  };
  const exporter = runExporters.find(({ id }) => id === 'playwright')!;
  await writeZip(exporter.files(run, { version: '1', content: false }), zip);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...chromiumFlags] });
  const page = await browser.newPage();
  await page.goto(await viewer(zip));
  const clicks = page.getByRole('treeitem').filter({ hasText: 'click_input “Seven” in calc' });
  await expectPage(clicks).toHaveCount(2, { timeout: 20_000 });
  await expectPage(page.locator('.film-strip-frame').first()).toBeVisible();
  await clicks.first().click();
  await expectPage(page.getByText('clicked').first()).toBeVisible();
  await expectPage(page.getByText('button "Seven"').first()).toBeVisible();
  await expectPage(page.getByText('text: Ready').first()).toBeVisible();
  await clicks.last().click();
  await page.getByRole('tab', { name: /Errors/ }).click();
  await expectPage(page.getByText('It took too long.').first()).toBeVisible();
}, 60_000);

/** Playwright documents its version nowhere; its recorder and its viewer contain the number. */
it('is of the version that the installed Playwright writes', async () => {
  const source = await readFile(path.join(core, 'lib/vite/traceViewer/sw.bundle.js'), 'utf8');
  const [, least] = /_modernize_(\d+)_to_(\d+)\(e\)\{(?![\s\S]*_modernize_\d+_to_\d+\(e\)\{)/.exec(source) ?? [];
  expect(Number(least) + 1).toBe(playwrightVersion);
});
