import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { build } from 'vite';
import { root } from '../../scripts/lib/paths.mjs';
import { contentSecurityPolicy, resolveFile, types } from '../../src-main/app/app-files.ts';
import { layoutFaults } from '../fixtures/layout-faults.ts';
import { visitPlaces } from '../fixtures/places.ts';

const origin = 'http://deskscope';
/** Sizes settle a frame after they were measured. */
const settledMs = 100;

/** Debian's Chromium is the page engine of users' Electron; the app's tests may run an older one. */
test('the built pages show in today’s Chromium without errors, layout faults or accessibility problems', async () => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    const found: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) found.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`error: ${error.message}`));
    await page.addInitScript(await fakeBridge());
    await page.addInitScript(await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
    await page.route('**/*', async (route) => {
      const file = resolveFile(join(root, 'out/renderer'), route.request().url());
      if (file === null) return route.abort();
      return route.fulfill({
        body: await readFile(file),
        headers: {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': contentSecurityPolicy,
        },
      });
    });
    await page.goto(`${origin}/index.html`);
    await page.getByText('Calculator').first().click();
    await page.getByRole('treeitem').nth(1).click();
    await visitPlaces(page, async (place) => {
      await page.waitForTimeout(settledMs);
      // Axe reports the tabs of a view in the app's tests too.
      const isView = !place.includes(',');
      const faults = [...(await layoutFaults(page)), ...(isView ? await violations(page) : [])];
      found.push(...faults.map((fault) => `${place}: ${fault}`));
    });
    await page.goto(`${origin}/permission.html`);
    await page.waitForTimeout(settledMs);
    found.push(...(await layoutFaults(page)).map((fault) => `permission: ${fault}`));
    expect(found).toEqual([]);
  } finally {
    await browser.close();
  }
});

/** The in-memory desktop for pages in a plain browser, as a script. */
async function fakeBridge(): Promise<string> {
  const entry = join(root, 'src-renderer/bridge/fake/fake-bridge.ts');
  const lib = { entry, formats: ['iife' as const], name: 'fake' };
  const built = await build({
    configFile: false,
    root: join(root, 'src-renderer'),
    logLevel: 'error',
    build: { write: false, lib },
  });
  const parts = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = parts.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
  return `${script}; window.deskscope = fake.createFakeBridge();`;
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
    };
    return (await axe.run()).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    );
  });
}
