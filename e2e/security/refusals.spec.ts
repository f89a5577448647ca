import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { tryAsk } from '../fixtures/ask.ts';
import { showView, viewsOf } from '../fixtures/places.ts';
import { expect, test } from '../fixtures/test.ts';

test('a page has no Node, no raw IPC and a strict policy', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  const found = await window.evaluate(() => ({
    require: typeof (globalThis as Record<string, unknown>)['require'],
    process: typeof (globalThis as Record<string, unknown>)['process'],
    bridge: Object.keys((globalThis as unknown as { deskscope: object }).deskscope).sort(),
  }));
  expect(found).toEqual({ require: 'undefined', process: 'undefined', bridge: ['call', 'on'] });
  const blocked = await window.evaluate(async () => {
    const violation = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      }),
    );
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.head.append(script);
    return [await violation, (globalThis as Record<string, unknown>)['injected']];
  });
  expect(blocked).toEqual(['script-src-elem', undefined]);
});

test('the app itself needs nothing that its policy refuses', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.addInitScript(() => {
    const found: string[] = [];
    Object.assign(globalThis, { violations: found });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      found.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await window.reload();
  await window.getByText('Calculator').first().click();
  for (const view of await viewsOf(window)) {
    await showView(window, view);
    await window.waitForTimeout(500);
  }
  await showView(window, 'inspect');
  await window.getByRole('tab', { name: 'Code' }).click();
  await window.waitForTimeout(1_500);
  expect(await window.evaluate(() => (globalThis as Record<string, unknown>)['violations'])).toEqual([]);
});

test('windows are sandboxed and isolated', async ({ launch }) => {
  const { electron } = await launch({ backend: 'fake' });
  const preferences = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents = window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { contextIsolation, sandbox, nodeIntegration, webSecurity } = contents.getLastWebPreferences();
      return { contextIsolation, sandbox, nodeIntegration, webSecurity };
    }),
  );
  expect(preferences).toEqual([{ contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true }]);
});

test('new windows and navigation are refused', async ({ launch }) => {
  const { window, electron } = await launch({ backend: 'fake' });
  expect(await window.evaluate(() => globalThis.open('https://example.org') === null)).toBe(true);
  await window.evaluate(() => (location.href = 'https://example.org/'));
  await window.waitForTimeout(300);
  expect(window.url()).toBe('app://deskscope/index.html');
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a call that is not allowed for the page, or malformed, is rejected with the reason', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  for (const [method, input] of [
    ['permissions.decide', { id: 'x', answer: 'once' }],
    ['constructor', {}],
    ['windows.act', { window: '0x1; rm -rf /', action: 'close' }],
    ['windows.act', { window: '0x1', action: 'explode' }],
    ['tree.follow', null],
  ] as const) {
    const reply = await tryAsk(window, method, input);
    expect(reply, `${method} with ${JSON.stringify(input)}`).toMatchObject({
      ok: false,
      error: { code: 'invalid_parameter' },
    });
  }
});

test('a page of another origin cannot call', async ({ launch }) => {
  const { window, electron } = await launch({ backend: 'fake' });
  const preload = join(root, 'out', 'preload', 'bridge.js');
  const reply = await electron.evaluate(async ({ BrowserWindow }, preload) => {
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true },
    });
    await stranger.loadURL('app://deskscope/index.html');
    const answer: unknown = await stranger.webContents.executeJavaScript("deskscope.call('app.info', {})");
    stranger.destroy();
    return answer;
  }, preload);
  expect(reply).toMatchObject({ ok: false, error: { code: 'permission_denied' } });
  expect(window.url()).toBe('app://deskscope/index.html');
});
