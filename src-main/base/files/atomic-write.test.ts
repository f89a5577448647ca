import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveFile, moveFileSync } from './atomic-write.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-move-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

it('replaces a file, on every platform', async () => {
  for (const platform of ['linux', 'win32'] as const) {
    writeFileSync(at('old'), 'old');
    writeFileSync(at('new'), platform);
    await moveFile(at('new'), at('old'), platform);
    expect(readFileSync(at('old'), 'utf8')).toBe(platform);
    writeFileSync(at('new'), 'again');
    moveFileSync(at('new'), at('old'), platform);
    expect(readFileSync(at('old'), 'utf8')).toBe('again');
  }
});

it('does not wait for what is no lock', async () => {
  await expect(moveFile(at('nothing'), at('old'), 'win32')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(() => moveFileSync(at('nothing'), at('old'), 'win32')).toThrow('ENOENT');
});

// A folder in the way is refused on Windows with the very EPERM that a file held open gets.
it.runIf(process.platform === 'win32')('waits until the other program lets go', async () => {
  writeFileSync(at('new'), 'new');
  mkdirSync(at('old'));
  const moving = moveFile(at('new'), at('old'));
  setTimeout(() => rmdirSync(at('old')), 50);
  await moving;
  expect(readFileSync(at('old'), 'utf8')).toBe('new');
});

it.runIf(process.platform === 'win32')('gives up in the end', async () => {
  writeFileSync(at('new'), 'new');
  mkdirSync(at('old'));
  await expect(moveFile(at('new'), at('old'))).rejects.toMatchObject({ syscall: 'rename' });
  expect(() => moveFileSync(at('new'), at('old'))).toThrow('rename');
  expect(readFileSync(at('new'), 'utf8')).toBe('new');
});
