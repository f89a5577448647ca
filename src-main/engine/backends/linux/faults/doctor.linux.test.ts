import { expect, it, vi } from 'vitest';
import type { Check } from '#contract/model/engine';
import { useOwnDesktop } from '../testing/desktop-suite.ts';
import { readTree, until } from '../testing/apps/target-app.ts';

const { desktop, backend, start, shown } = useOwnDesktop();

async function checks(): Promise<ReadonlyMap<string, Check>> {
  return new Map((await backend().diagnose()).map((check) => [check.name, check]));
}

it('finds nothing wrong with a complete desktop', async () => {
  const found = await checks();
  expect([...found.values()].filter(({ status }) => status !== 'ok')).toEqual([]);
  expect([...found.keys()]).toEqual([
    'Session type',
    'Display',
    'Window manager',
    'Extension XTEST',
    'Extension RECORD',
    'Extension SHAPE',
    'Pictures of windows',
    'Halt key',
    'Input method',
    'Slow and bounce keys',
    'Session bus',
    'Accessibility bus',
    'Accessibility registry',
    'Accessibility',
    'Apps',
    'Processes',
    'Fonts',
  ]);
  expect(found.get('Apps')?.detail).toBe('No app shows a window.');
  // The bundled fonts cover these, whatever is installed.
  expect(found.get('Fonts')?.detail).toContain('show Latin, Greek, Cyrillic, Hebrew, Arabic');
});

it('names windows whose process cannot be inspected', async () => {
  start('xmessage', ['-title', 'Elsewhere', 'hello']);
  await until(async () => (await backend().windows.list({ all: false })).length === 1);
  expect((await checks()).get('Processes')).toMatchObject({ status: 'ok' });
  const [window] = await backend().windows.list({ all: false });
  const set = (name: string, format: string, value: string) =>
    start('xprop', ['-id', window?.id ?? '', '-f', name, format, '-set', name, value]);
  set('WM_CLIENT_MACHINE', '8s', 'elsewhere');
  set('_NET_WM_PID', '32c', '1');
  await vi.waitFor(async () => expect((await checks()).get('Processes')?.status).toBe('warning'), { timeout: 10_000 });
  expect((await checks()).get('Processes')?.detail).toContain('“Elsewhere”');
});

it('names the apps that expose their elements, and why others do not', async () => {
  start('galculator');
  start('/usr/lib/qt5/bin/linguist');
  start('mousepad', ['--disable-server'], { NO_AT_BRIDGE: '1' });
  await until(async () => (await backend().windows.list({ all: false })).length === 3);
  for (const window of await backend().windows.list({ all: false })) {
    if (window.app !== 'mousepad') await until(async () => (await readTree(backend(), window)).nodeCount > 5);
  }
  const found = await checks();
  const { detail = '' } = found.get('Apps') ?? {};
  expect(detail).toContain('2 of 3 offer their elements');
  for (const app of ['galculator (GTK 3)', 'linguist (Qt 5)']) expect(detail).toContain(app);
  expect(found.get('App “mousepad”')).toMatchObject({ status: 'warning', fix: 'Start it again without NO_AT_BRIDGE.' });
});

it('names a stopped app', async () => {
  const app = start('galculator');
  await shown();
  app.kill('SIGSTOP');
  expect((await checks()).get('App “galculator”')?.fix).toContain('kill -CONT');
});

it('reports that accessibility is off, the consequences, and the effects of turning it on', async () => {
  await desktop().setAccessibility(false);
  const check = (await checks()).get('Accessibility');
  expect(check).toMatchObject({ status: 'warning', detail: expect.stringContaining('Qt 6') as string });
  expect(check?.fix).toMatch(/gsettings set .*lasting setting/);
});

it('reports problems of each bus separately', async () => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/bus');
  vi.stubEnv('AT_SPI_BUS_ADDRESS', 'unix:path=/nowhere/a11y');
  try {
    const found = await checks();
    for (const name of ['Session bus', 'Accessibility bus', 'Accessibility registry', 'Accessibility']) {
      expect(found.get(name)).toMatchObject({ status: 'failed', fix: expect.stringMatching(/\w/) as string });
    }
    expect(found.get('Display')?.status).toBe('ok');
  } finally {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', desktop().env['DBUS_SESSION_BUS_ADDRESS']);
    vi.stubEnv('AT_SPI_BUS_ADDRESS', undefined);
  }
});
