import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '#contract/model/diagnosis';
import type { WindowInfo } from '#contract/model/windows/window';
import { useOwnDesktop } from '../testing/desktop-suite.ts';
import { targetApps } from '../testing/folders.ts';
import { allNodes, readTree, until, python, targetScript } from '../testing/apps/target-app.ts';
import { chromiumFlags } from '../../../testing/programs.ts';

const { desktop, backend, start, shown, windowOf } = useOwnDesktop();

async function diagnosisOf(window: WindowInfo): Promise<Diagnosis | null> {
  return (await readTree(backend(), window)).diagnosis;
}

/** The diagnosis after the app had time to expose its elements. */
async function settled(window: WindowInfo): Promise<Diagnosis | null> {
  let diagnosis: Diagnosis | null = null;
  await until(async () => {
    diagnosis = await diagnosisOf(window);
    return diagnosis?.code !== 'still_loading';
  });
  return diagnosis;
}

const chromiumArguments = [...chromiumFlags, '--disable-gpu', 'about:blank'];
const qt6 = '/usr/lib/qt6/bin/linguist';
const qt5 = '/usr/lib/qt5/bin/linguist';

describe('an app with accessibility disabled', () => {
  it.each([
    ['galculator', [], { NO_AT_BRIDGE: '1' }, /GTK 3.*NO_AT_BRIDGE=1/],
    ['gnome-calculator', [], { GTK_A11Y: 'none' }, /GTK 4.*GTK_A11Y=none/],
    ['firefox-esr', ['--no-remote', 'about:license'], { GNOME_ACCESSIBILITY: '0' }, /Firefox.*GNOME_ACCESSIBILITY=0/],
  ])('%s %j %j', async (command, args, env, message) => {
    const diagnosis = await diagnosisOf(await windowOf(command, args, env));
    expect(diagnosis).toMatchObject({ code: 'toolkit_bridge_off', message: expect.stringMatching(message) as string });
    expect(diagnosis?.fix).toBe(`Start it again without ${Object.keys(env)[0]}.`);
  });
});

describe('accessibility that is off when an app starts', () => {
  it.each([
    ['Qt 6', qt6, [], { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: undefined }, 'start it again.'],
    [
      'Chromium',
      'chromium',
      chromiumArguments,
      { QT_ACCESSIBILITY: undefined },
      'start it again with --force-renderer-accessibility.',
    ],
  ])('%s', async (name, command, args, env, fix) => {
    await desktop().setAccessibility(false);
    const window = await windowOf(command, args, env);
    expect(await diagnosisOf(window)).toMatchObject({
      code: 'accessibility_off',
      message: `Accessibility is off, and ${window.app} (${name}) looks for that when it starts.`,
      fix: expect.stringContaining(`toolkit-accessibility true\``) as string,
    });
    expect((await diagnosisOf(window))?.fix).toContain(fix);
  });

  it('Firefox exposes its elements once accessibility is on', async () => {
    await desktop().setAccessibility(false);
    const window = await windowOf('firefox-esr', ['--no-remote', 'about:license']);
    expect(await diagnosisOf(window)).toMatchObject({
      code: 'accessibility_off',
      message: expect.stringContaining('(Firefox) offers its elements only once it is on.') as string,
      fix: expect.stringContaining('need not be started again') as string,
    });
    await desktop().setAccessibility(true);
    await until(async () => {
      const { root, diagnosis } = await readTree(backend(), window);
      return diagnosis === null && allNodes(root).some(({ role }) => role === 'document web');
    }, 20_000);
  });

  it.each([
    [qt6, [], { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: undefined }, 'accessibility_off', 'Start it again.'],
    [
      'chromium',
      chromiumArguments,
      { QT_ACCESSIBILITY: undefined },
      'chromium_flag_missing',
      'Start it again with --force-renderer-accessibility.',
    ],
  ])('is reported as too late for %s once it is on', async (command, args, env, code, fix) => {
    await desktop().setAccessibility(false);
    const window = await windowOf(command, args, env);
    await desktop().setAccessibility(true);
    expect(await settled(window)).toMatchObject({ code, fix });
  });
});

it('Chromium is woken without its flag if accessibility is on', async () => {
  expect(await settled(await windowOf('chromium', chromiumArguments))).toBeNull();
});

it('a program of a toolkit without accessibility', async () => {
  const window = await windowOf('wish');
  expect(await diagnosisOf(window)).toMatchObject({
    // Tk does not report its process: whether it is known depends on the X server.
    code: window.processId === 0 ? 'unknown_process' : 'no_accessibility',
    fix: expect.stringContaining('pictures') as string,
  });
});

it('Java exposes its elements after following the advice', async () => {
  const script = [join(targetApps, 'Swing.java')];
  const silent = await windowOf('java', script, {}, 'Swing controls');
  const finding = await settled(silent);
  expect(finding).toMatchObject({ code: 'not_offered' });
  const [, name, value] = /^Start it again with (\w+)="([^"]*)"/.exec(finding?.fix ?? '')!;
  start('java', script, { [name!]: value });
  let window: WindowInfo | undefined;
  await until(async () => {
    const all = await backend().windows.list({ all: false });
    window = all.find(({ id, title }) => title === 'Swing controls' && id !== silent.id);
    return window !== undefined;
  }, 30_000);
  await until(async () => allNodes((await readTree(backend(), window!)).root).some((node) => node.name === 'Press'));
});

it('a program of another session', async () => {
  const window = await windowOf(qt5, [], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' });
  expect(await diagnosisOf(window)).toMatchObject({ code: 'other_session' });
});

it('GTK 4 that is too busy drawing to register', async () => {
  expect(await settled(await windowOf(python, [targetScript('gtk4_busy.py')]))).toMatchObject({
    code: 'starved',
    fix: 'Start it again with GSK_RENDERER=cairo.',
  });
});

it('GTK 4 that draws an endless animation with Cairo registers', async () => {
  expect(await settled(await windowOf('gtk4-widget-factory', [], { GSK_RENDERER: 'cairo' }))).toBeNull();
});

it('a stopped program that never exposed its elements', async () => {
  const app = start('galculator', [], { NO_AT_BRIDGE: '1' });
  const window = await shown();
  app.kill('SIGSTOP');
  expect(await diagnosisOf(window)).toMatchObject({
    code: 'app_not_responding',
    fix: expect.stringContaining(`kill -CONT ${window.processId}`) as string,
  });
});

it('a window that its app does not expose, next to those that it does', async () => {
  const script = [targetScript('gtk3_windows.py'), 'second'];
  const first = await windowOf(python, script, {}, 'First');
  expect(await settled(first)).toBeNull();
  const second = (await backend().windows.list({ all: true })).find((window) => window.title === 'Second')!;
  expect(await settled(second)).toMatchObject({ code: 'window_not_offered' });
});

it('an empty window', async () => {
  const window = await windowOf(python, [targetScript('gtk3_windows.py'), 'empty'], {}, 'Empty');
  expect(await settled(window)).toMatchObject({ code: 'empty_window' });
});
