import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentationOf } from './app-agent.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-docs-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('is the content of a program’s file, cut to a length that a model can take', async () => {
  writeFileSync(path.join(folder, 'editor.md'), `Press F1. ${'x'.repeat(20_000)}`);
  const reported = await documentationOf(folder, 'C:\\Apps\\editor.exe'.replaceAll('\\', path.sep));
  expect(reported).toMatch(/^Documentation of the application:\nPress F1\. x+$/);
  expect(reported.length).toBeLessThan(8_100);
  expect(await documentationOf(folder, '../editor')).toBe(reported);
  expect(await documentationOf(folder, 'other')).toBe('');
});

it.runIf(process.platform !== 'win32')(
  'gives models nothing from outside the folder, and waits for no file',
  async () => {
    const secret = path.join(folder, 'secret');
    writeFileSync(secret, 'a key of the person');
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs);
    for (const [name, target] of [
      ['a', secret],
      ['b', '/dev/zero'],
      ['c', '../secret'],
    ] as const) {
      symlinkSync(target, path.join(theirs, `${name}.md`));
      expect(await documentationOf(theirs, name)).toBe('');
    }
  },
);
