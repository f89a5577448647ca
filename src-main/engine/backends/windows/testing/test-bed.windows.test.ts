import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getWindowThreadProcessId } from '../native/window.ts';
import { windowOf } from './apps.ts';

test('these tests run on Windows', () => {
  expect(process.platform).toBe('win32');
});

test('the programs that tests look at are at hand', () => {
  expect(readdirSync(process.env.DESKSCOPE_WINDOWS_FIXTURES ?? '')).toContain('deskscope-controls.exe');
});

test('a program shows its window', async () => {
  const notepad = spawn('notepad.exe', { stdio: 'ignore' });
  await once(notepad, 'spawn');
  try {
    const window = await windowOf('Notepad');
    const processId: [number] = [0];
    getWindowThreadProcessId(window, processId);
    expect(processId).toEqual([notepad.pid]);
  } finally {
    notepad.kill();
  }
});
