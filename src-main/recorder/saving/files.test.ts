import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRecording, readText } from './files.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it.runIf(process.platform !== 'win32')('does not read a link to an endless file', async () => {
  const file = path.join(folder, 'recording.json');
  symlinkSync('/dev/zero', file);
  const refused = { code: 'invalid_parameter', message: expect.stringContaining('not a regular file') as string };
  await expect(readText(file)).rejects.toMatchObject(refused);
  await expect(readRecording(file)).rejects.toMatchObject(refused);
});
