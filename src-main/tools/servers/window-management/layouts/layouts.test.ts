import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownMode } from '../../../../base/testing/shown-mode.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { createBench, type Bench } from '../../../testing/run-tools.ts';
import type { WindowFacts } from '../window-facts.ts';
import type { SavedWindow } from './layout.ts';
import { pairWindows } from './restore.ts';

let bench: Bench;
let profile: string;
beforeEach(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'deskscope-layouts-'));
  bench = await createBench({ profile });
});
afterEach(async () => {
  await bench.close();
  rmSync(profile, { recursive: true });
});

const desktop = () => bench.fake.desktop;
const window = (title: string) => desktop().windows.find((one) => one.title === title)!;

async function restore(name = 'default') {
  const outcome = await bench.run('restore_window_layout', { name });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.result.data as { restored: WindowFacts[]; not_restored: { app: string; reason: string }[] };
}

it('restores position, size, state, desktop and layer of windows', async () => {
  await bench.text('maximize_window', { app: 'form' });
  await bench.text('minimize_window', { app: 'rows' });
  await bench.text('set_always_on_top', { app: 'editor' });
  await bench.text('move_window_to_desktop', { app: 'editor', desktop: 2 });
  const before = await facts();
  await bench.text('save_window_layout');
  await bench.text('restore_window', { app: 'form' });
  await bench.text('move_window', { app: 'form', x: 300, y: 300 });
  await bench.text('focus_window', { app: 'rows' });
  await bench.text('set_always_on_top', { app: 'editor', on: false });
  await bench.text('move_window_to_desktop', { app: 'editor', desktop: 0 });
  await bench.text('move_window', { app: 'calculator', x: 500, y: 30, width: 400, height: 500 });
  expect(await restore()).toMatchObject({ restored: [{}, {}, {}, {}, {}, {}], not_restored: [] });
  expect(await facts()).toEqual(before);
});

/** Without properties that a layout lacks: order and activity. */
async function facts() {
  const outcome = await bench.run('list_windows');
  if (!outcome.ok) throw new Error(outcome.error.message);
  const windows = outcome.result.data as WindowFacts[];
  return windows.map((one) => ({ ...one, active: null })).sort((a, b) => a.handle.localeCompare(b.handle));
}

it('recognises windows after their apps were restarted, and reports missing ones', async () => {
  const wanted = { x: 40, y: 50, width: 300, height: 380 };
  await bench.text('move_window', { app: 'calculator', ...wanted });
  await bench.text('save_window_layout', { name: 'work' });
  await bench.text('close_app', { app: 'calculator' });
  await bench.text('close_app', { app: 'form' });
  await bench.text('launch_app', { command: 'calculator' });
  desktop().retitle(window('Calculator'), 'Calculator – 42');
  const { restored, not_restored } = await restore('work');
  expect(restored.find(({ app }) => app === 'calculator')).toMatchObject({ title: 'Calculator – 42', bounds: wanted });
  expect(not_restored).toEqual([{ title: 'Form', app: 'form', reason: 'it is not open' }]);
  expect(await bench.text('restore_window_layout', { name: 'work' })).toContain('Restored 5 of 6 windows of “work”.\n');
});

it('moves windows along with a monitor, and leaves those of a missing monitor in place', async () => {
  const [first] = desktop().monitors.map(({ bounds }) => bounds);
  desktop().setMonitors([first!, { x: 1280, y: 0, width: 1000, height: 800 }]);
  await bench.text('move_window', { app: 'calculator', x: 1300, y: 20 });
  await bench.text('save_window_layout', { app: 'calculator' });
  desktop().setMonitors([first!, { x: -1000, y: 100, width: 1000, height: 800 }]);
  expect(await restore()).toMatchObject({ restored: [{ monitor: 1, bounds: { x: -980, y: 120 } }] });
  desktop().setMonitors([first!]);
  expect(await restore()).toEqual({
    name: 'default',
    restored: [],
    not_restored: [{ title: 'Calculator', app: 'calculator', reason: 'monitor 1 is not there' }],
  });
});

it('reports windows that did not follow, and continues with the others', async () => {
  await bench.text('save_window_layout');
  await bench.text('move_window', { app: 'calculator', x: 500, y: 30 });
  await bench.text('move_window', { app: 'form', x: 20, y: 30 });
  bench.fake.faults.set('stale', 'move', 1);
  const { restored, not_restored } = await restore();
  expect([restored.length, not_restored.length]).toEqual([5, 1]);
});

it('has a dry run: writes no file and moves no window, but reports them', async () => {
  const dry = { dry_run: true };
  expect(await bench.text('save_window_layout', dry)).toContain(
    'Route: write {"folder":"window-layouts","name":"default"}.',
  );
  expect(await bench.failure('restore_window_layout', dry)).toContain('not_found');
  await bench.text('save_window_layout');
  desktop().move(window('Form'), { x: 1, y: 2 });
  expect(await bench.text('restore_window_layout', dry)).toContain(
    `Route: moveWindow {"window":"${window('Form').id}"`,
  );
  expect(window('Form').bounds).toMatchObject({ x: 1, y: 2 });
});

it('leaves sensitive windows in place', async () => {
  await bench.close();
  const caller = { kind: 'agent', name: 'Robot' } as const;
  bench = await createBench({ profile, caller, policyMode: 'act', settings: { sensitiveApps: ['form'] } });
  await bench.text('save_window_layout');
  desktop().move(window('Form'), { x: 1, y: 2 });
  desktop().move(window('Calculator'), { x: 300 });
  const { restored, not_restored } = await restore();
  expect([restored.length, not_restored.map(({ app }) => app)]).toEqual([5, ['form']]);
  expect(window('Form').bounds).toMatchObject({ x: 1, y: 2 });
});

it('stores layouts in files that only the user can read, and refuses invalid file names', async () => {
  await bench.text('save_window_layout', { name: 'two words' });
  const file = path.join(profile, 'window-layouts', 'two words.json');
  expect(statSync(file).mode & 0o777).toBe(shownMode(0o600));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, windows: { length: 6 } });
  for (const name of ['../evil', '.hidden', '', 'a/b', 'x'.repeat(65), 'c:d', 'nul', 'COM1']) {
    expect(await bench.failure('save_window_layout', { name })).toContain('invalid_parameter');
  }
});

it('lists the layouts, and reports invalid files', async () => {
  const missing = await bench.run('restore_window_layout', { name: 'nope' });
  expect(missing).toMatchObject({ error: { code: 'not_found', hint: 'Save one with save_window_layout.' } });
  await bench.text('save_window_layout', { name: 'a' });
  const other = await bench.run('restore_window_layout', { name: 'nope' });
  expect(other).toMatchObject({ error: { code: 'not_found', hint: 'There are a.' } });
  writeFileSync(path.join(profile, 'window-layouts', 'a.json'), '{"version":2}');
  expect(await bench.failure('restore_window_layout', { name: 'a' })).toContain('file_error');
  writeFileSync(path.join(profile, 'blocked'), '');
  await bench.close();
  bench = await createBench({ profile: path.join(profile, 'blocked') });
  expect(await bench.failure('save_window_layout')).toContain('default.json could not be written');
  await bench.close();
  bench = await createBench();
  expect(await bench.failure('save_window_layout')).toContain('file_error: There is no profile folder');
});

describe('pairing', () => {
  const open = (id: string, title: string, app = 'app', processId = 7) =>
    ({ id, title, app, className: app, processId }) as WindowInfo;
  const saved = (handle: string, title: string, app = 'app') =>
    ({ handle, title, app, class_name: app, pid: 7 }) as SavedWindow;
  const pairs = (ones: SavedWindow[], windows: WindowInfo[]) =>
    pairWindows(ones, windows).pairs.map(([one, window]) => `${one.handle}→${window.id}`);

  it('matches the handle first, while the process is the same', () => {
    const ones = [saved('1', 'A'), saved('2', 'B')];
    expect(pairs(ones, [open('1', 'B'), open('2', 'A')])).toEqual(['1→1', '2→2']);
    expect(pairs(ones, [open('1', 'B', 'app', 8), open('2', 'A', 'app', 9)])).toEqual(['1→2', '2→1']);
    expect(pairs(ones, [open('3', 'A', 'other'), open('4', 'B', 'other')])).toEqual([]);
  });

  it('matches titles next, and equal ones in order', () => {
    const windows = [open('8', 'Twin'), open('9', 'Twin'), open('7', 'B')];
    expect(pairs([saved('1', 'B'), saved('2', 'Twin'), saved('3', 'Twin')], windows)).toEqual(['1→7', '2→8', '3→9']);
  });

  it('matches the last remaining window of an app, and none of several', () => {
    const windows = [open('7', 'A'), open('8', 'Changed')];
    expect(pairs([saved('1', 'A'), saved('2', 'B')], windows)).toEqual(['1→7', '2→8']);
    const { pairs: none, missing } = pairWindows([saved('2', 'B')], windows);
    expect(none).toEqual([]);
    expect(missing[0]!.reason).toBe('none of the open windows of app has its title, and it may be any of 2');
  });
});
