import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Check } from '#contract/model/engine';
import { isAlive } from '../base/processes/is-alive.ts';
import { center, type Rect } from '#contract/model/geometry';
import type { ElementNode } from '#contract/model/elements/element';
import type { FindingsReport } from '#contract/model/findings';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { WindowInfo } from '#contract/model/windows/window';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { readPicture } from '../engine/testing/read-picture.ts';
import { startWindowsEngine, type WindowsEngine } from '../engine/backends/win32/testing/windows-engine.ts';
import { soon } from '../engine/testing/outcome.ts';
import { openTerminalOver, type EngineTerminal } from './testing/in-process.ts';

const calculator = 'Fixture Calculator';
const started: number[] = [];
/** In this process, over one engine: starting both for each of many commands takes three seconds in Wine. */
let cli: EngineTerminal;
let windows: WindowsEngine;
let folder: string;
/** One answer of the command line, as the program says it. */
async function ask<T>(...args: readonly string[]): Promise<T> {
  const answer = await cli.json(...args);
  expect([args, answer['error'], answer['ok']]).toEqual([args, undefined, true]);
  return answer as T;
}

async function launch(...command: readonly string[]): Promise<void> {
  const { window } = await ask<{ window: WindowInfo }>('launch', ...command);
  started.push(window.processId);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  windows = await startWindowsEngine();
  cli = await openTerminalOver(windows.engine, { DESKSCOPE_BACKEND: 'windows' });
  await launch(controls, 'calculator');
  await launch('notepad.exe');
});
afterAll(async () => {
  for (const processId of started) if (isAlive(processId)) process.kill(processId, 'SIGKILL');
  await windows.close();
  await cli.close();
  rmSync(folder, { recursive: true });
});

const windowNamed = async (title: string) => {
  const { windows } = await ask<{ windows: WindowInfo[] }>('windows');
  return windows.find((window) => window.title.includes(title))!;
};
const sevenOf = async () => {
  const { matches } = await ask<{ matches: ElementNode[] }>(
    'find',
    calculator,
    '--name',
    '7',
    '--control-type',
    'Button',
  );
  return matches[0]!;
};

test('windows are listed, focused, minimised, restored, moved and sized', { timeout: 120_000 }, async () => {
  const done = async (...args: string[]) => (await ask<{ window: WindowInfo }>(...args)).window;
  expect(await done('focus', calculator)).toMatchObject({ active: true });
  expect(await done('active')).toMatchObject({ title: calculator });
  expect(await done('minimize', 'Notepad')).toMatchObject({ state: 'minimized' });
  expect(await done('restore', 'Notepad')).toMatchObject({ state: 'normal' });
  expect(await done('move', 'Notepad', '120', '90')).toMatchObject({ bounds: { x: 120, y: 90 } });
  expect(await done('resize', 'Notepad', '640', '400')).toMatchObject({
    bounds: { x: 120, y: 90, width: 640, height: 400 },
  });
  const { code, stderr } = await cli.run('fullscreen', 'Notepad');
  expect([code, stderr]).toEqual([1, expect.stringContaining('F11')]);
});

test('changes are reported one by one, until it is interrupted', async () => {
  const watching = cli.start('windows', '--watch');
  const reported = (pattern: RegExp) => vi.waitFor(() => expect(watching.output.stdout).toMatch(pattern), soon);
  await vi.waitFor(() => expect(watching.output.stderr).toContain('Watching'), soon);
  await launch('winemine.exe');
  await reported(/"change":"added".*winemine/i);
  await ask('close', 'WineMine');
  await reported(/"change":"removed"/);
  watching.interrupt();
  expect((await watching.done).code).toBe(0);
});

test('tree, find, at and selectors report the same element', async () => {
  await ask('focus', calculator);
  const seven = await sevenOf();
  expect(JSON.stringify(await ask('tree', calculator))).toContain(JSON.stringify(seven.id));
  const { x, y } = center(seven.bounds!);
  expect(await ask('at', String(x), String(y))).toMatchObject({ element: { id: seven.id } });
  const { selectors } = await ask<{ selectors: RankedSelector[] }>('selectors', calculator, seven.id);
  expect(selectors.map(({ selector }) => selector)).toContain('role=Button name="7"');
});

test('a picture of a window shows it, and its text can be read', { timeout: 120_000 }, async () => {
  await ask('focus', calculator);
  const file = path.join(folder, 'calculator.png');
  const { bounds } = await ask<{ bounds: Rect }>('screenshot', '--window', calculator, '-o', file);
  const picture = await readPicture(readFileSync(file));
  expect([picture.width, picture.height]).toEqual([bounds.width, bounds.height]);
  const colours = new Set<string>();
  for (let x = 0; x < picture.width; x += 7) {
    for (let y = 0; y < picture.height; y += 7) colours.add(picture.at({ x, y }).join());
  }
  expect(colours.size).toBeGreaterThan(3);
  expect((await windowNamed(calculator)).bounds).toEqual(bounds);
  const { text } = await ask<{ text: string }>('ocr', '--window', calculator);
  expect(text).toContain('7');
});

test('the tools answer: the windows for an agent, and clicks', { timeout: 120_000 }, async () => {
  const info = await cli.run('call', 'data_collection::get_desktop_app_info', '{"remove_empty":true}');
  expect(info).toMatchObject({ code: 0 });
  expect(info.stdout).toContain(calculator);
  for (const name of ['C', '7']) {
    const selector = `role=Button name="${name}"`;
    await ask('call', 'action::click_input', JSON.stringify({ selector, window: { title: calculator } }));
  }
  await vi.waitFor(async () => {
    const { matches } = await ask<{ matches: ElementNode[] }>('find', calculator, '--automation-id', '150');
    expect(matches[0]?.value).toBe('7');
  }, soon);
});

test(
  'a check reads the same elements: what they lack, and how they are found again',
  { timeout: 120_000 },
  async () => {
    const report = (await cli.json('check', calculator)) as unknown as FindingsReport;
    expect(report).toMatchObject({ window: { title: calculator }, readiness: { notJudged: 0 } });
    const seven = await sevenOf();
    // Its digits are buttons with names of their own.
    expect(report.readiness!.usable).toBeGreaterThan(10);
    expect(report.readiness!.findable).toBeGreaterThan(10);
    const grave = report.findings.filter(({ element, severity }) => element.id === seven.id && severity === 'error');
    expect(grave).toEqual([]);
    for (const { element, selector } of report.findings.slice(0, 3)) {
      const { matches } = await ask<{ matches: ElementNode[] }>('find', calculator, '--selector', selector);
      expect(matches.map(({ id }) => id)).toEqual([element.id]);
    }
  },
);

test('every tool has a schema', async () => {
  const { tools } = await ask<{ tools: { input_schema: object }[] }>('tools');
  expect(tools.length).toBeGreaterThan(50);
  for (const { input_schema } of tools) expect(input_schema).toMatchObject({ type: 'object' });
});

test('the doctor reports what works, and what to do about the rest', async () => {
  const { checks } = (await cli.json('doctor')) as { checks?: Check[] };
  expect(checks!.length).toBeGreaterThan(3);
  for (const { status, fix } of checks!) expect(fix !== '').toBe(status !== 'ok');
});
