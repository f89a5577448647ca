import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findProgram, createPrograms } from './start.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { soon } from '../../../testing/outcome.ts';

interface Reported {
  readonly args: readonly string[];
  readonly grandchild: number;
}

let windows: WindowsEngine;
beforeAll(async () => {
  windows = await startWindowsEngine();
});
afterAll(() => windows.close());

test.each(['notepad', 'regedit', 'winefile'])('%s is started, and its window found', async (command) => {
  const window = await windows.engine.launch({ command, args: [] });
  expect(window.app).toBe(`${command}.exe`);
  expect(await windows.engine.actOnWindow({ window: window.id, action: 'close' })).toBeNull();
});

test('arguments arrive unchanged, and child processes are descendants', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'deskscope-')), 'arguments.json');
  const args = ['say "hi"', 'back\\', 'two words\\', '', 'é‼'];
  const script = `
    const grandchild = require('node:child_process').spawn('notepad', { stdio: 'ignore' });
    grandchild.on('spawn', () => require('node:fs').writeFileSync(process.argv[1],
      JSON.stringify({ args: process.argv.slice(2), grandchild: grandchild.pid })));
  `;
  const programs = createPrograms();
  const started = await programs.start(process.execPath, ['-e', script, file, ...args]);
  const reported = await vi.waitFor(async () => JSON.parse(await readFile(file, 'utf8')) as Reported, soon);
  try {
    expect(reported.args).toEqual(args);
    expect(await programs.descendants!(started)).toContain(reported.grandchild);
  } finally {
    process.kill(reported.grandchild);
    await rm(path.dirname(file), { recursive: true });
  }
});

test('a program is found by its app’s registered name', () => {
  expect(findProgram('iexplore')).toMatch(/^C:\\.*\\iexplore\.exe$/i);
});

test.each(['no-such-program', 'notepad & calc', ''])('%j is not found', async (command) => {
  const refused = { code: 'not_found', delivery: 'not_delivered' };
  await expect(windows.engine.launch({ command, args: [] })).rejects.toMatchObject(refused);
});
