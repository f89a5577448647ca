import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import koffi from 'koffi';
import { expect, test, vi } from 'vitest';

const user32 = koffi.load('user32.dll');
const FindWindow = user32.func('uintptr_t __stdcall FindWindowW(str16 className, str16 title)');
const GetWindowThreadProcessId = user32.func(
  'uint32_t __stdcall GetWindowThreadProcessId(uintptr_t window, _Out_ uint32_t *processId)',
);

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
    const window = await vi.waitUntil(() => FindWindow('Notepad', null) as number, { timeout: 20_000 });
    const processId = [0];
    GetWindowThreadProcessId(window, processId);
    expect(processId).toEqual([notepad.pid]);
  } finally {
    notepad.kill();
  }
});
