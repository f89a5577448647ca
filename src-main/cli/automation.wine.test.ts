import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseRecording } from '#contract/model/recordings/recording';
import { center, type Point } from '#contract/model/geometry';
import type { ElementNode } from '#contract/model/elements/element';
import { startApp, type StartedApp } from '../engine/backends/win32/testing/apps.ts';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { UiaFixture } from '../engine/backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../engine/backends/win32/testing/windows-engine.ts';
import { declare } from '../engine/backends/win32/native/library.ts';
import { readText, type Hwnd } from '../engine/backends/win32/native/types.ts';
import { parseWindowId } from '../engine/backends/win32/native/window.ts';
import { inWords } from '../recorder/testing/live-recording.ts';
import { soon } from '../engine/testing/outcome.ts';
import { openTerminalOver, type EngineTerminal } from './testing/in-process.ts';

const sendMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: Uint16Array | null) => number>(
  'user32',
  'intptr_t SendMessageW(HWND window, uint32 message, uintptr_t wParam, _Inout_ uint16* lParam)',
);
const getDlgItem = declare<(window: Hwnd, id: number) => Hwnd>('user32', 'HWND GetDlgItem(HWND window, int32 id)');
/** `WM_GETTEXT`, `LB_GETCURSEL` and `BM_GETCHECK`. */
const [getText, getSelected, getCheck] = [0x000d, 0x0188, 0x00f0] as const;

const gallery = 'Fixture Gallery';
let fixture: UiaFixture;
let windows: WindowsEngine;
let cli: EngineTerminal;
let app: StartedApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-uia-'));
  fixture = UiaFixture.install();
  windows = await startWindowsEngine();
  cli = await openTerminalOver(windows.engine, { DESKSCOPE_BACKEND: 'windows' });
  await startGallery();
});
afterAll(async () => {
  await app.end();
  await windows.close();
  await cli.close();
  fixture.uninstall();
  rmSync(folder, { recursive: true });
});

async function startGallery(): Promise<void> {
  app = await startApp(windows.engine, controls, ['gallery']);
  await ask('focus', gallery);
}

async function ask<T>(...args: readonly string[]): Promise<T> {
  const answer = await cli.json(...args);
  expect([args, answer['error'], answer['ok']]).toEqual([args, undefined, true]);
  return answer as T;
}

async function find(...words: readonly string[]): Promise<ElementNode> {
  const { matches } = await ask<{ matches: ElementNode[] }>('find', gallery, ...words);
  expect(matches).toHaveLength(1);
  return matches[0]!;
}
const placeOf = async (...words: readonly string[]): Promise<Point> => center((await find(...words)).bounds!);

/** The state that the controls report directly, without UI Automation. */
function state() {
  const control = (id: number) => getDlgItem(parseWindowId(app.window.id), id);
  return {
    name: readText(64, (buffer, size) => sendMessage(control(301), getText, size, buffer)),
    isSubscribed: sendMessage(control(201), getCheck, 0, null) === 1,
    selected: sendMessage(control(321), getSelected, 0, null),
  };
}

test('windows are looked into and worked by UI Automation', async () => {
  const box = await find('--automation-id', '201');
  expect(box).toMatchObject({ id: expect.stringContaining('runtime:u:') as string, name: 'Subscribe' });
  expect(JSON.stringify(await ask('tree', gallery))).toContain(JSON.stringify(box.id));
  const { x, y } = center(box.bounds!);
  expect(await ask('at', String(x), String(y))).toMatchObject({ element: { id: box.id } });
  const { selectors } = await ask<{ selectors: { selector: string }[] }>('selectors', gallery, box.id);
  const selector = 'role=CheckBox name="Subscribe"';
  expect(selectors.map((each) => each.selector)).toContain(selector);
  const on = { selector, window: { title: gallery } };
  for (const isSubscribed of [false, true]) {
    await ask('call', 'action::click_input', JSON.stringify(on));
    await vi.waitFor(() => expect(state()).toMatchObject({ isSubscribed }), soon);
  }
});

test('a text, a toggle and a choice are recorded, and done again in a new app', { timeout: 120_000 }, async () => {
  const file = path.join(folder, 'flow.json');
  const before = state();
  const [field, box, item] = [
    await placeOf('--automation-id', '301'),
    await placeOf('--automation-id', '201'),
    await placeOf('--name', 'Item 4'),
  ];
  fixture.section.set({ calls: 0 });
  const recording = cli.start('record', '-o', file);
  const reported = (pattern: RegExp) => vi.waitFor(() => expect(recording.output.stderr).toMatch(pattern), soon);
  await reported(/Recording\./);
  await person.click(field);
  await person.type(' King');
  await person.click(box);
  await reported(/Click CheckBox/);
  await person.click(item);
  await reported(/Click ListItem/);
  recording.interrupt();
  expect((await recording.done).code).toBe(0);
  const { steps } = parseRecording(JSON.parse(readFileSync(file, 'utf8')));
  expect(inWords(steps)).toEqual([
    'Set Edit “Name:” to “Ada King”',
    'Click CheckBox “Subscribe”',
    'Click ListItem “Item 4”',
  ]);
  const after = { name: 'Ada King', isSubscribed: false, selected: 3 };
  expect(state()).toEqual(after);
  expect(fixture.section.read('calls')).toBeGreaterThan(0);

  await app.end();
  await startGallery();
  expect(state()).toEqual(before);
  fixture.section.set({ calls: 0 });
  expect(await cli.run('replay', file)).toMatchObject({ code: 0, stderr: '' });
  expect(state()).toEqual(after);
  expect(fixture.section.read('calls')).toBeGreaterThan(0);
});
