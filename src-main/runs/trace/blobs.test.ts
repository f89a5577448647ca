import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BlobFolder } from './blobs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-blobs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('stores what is equal once, and no more than a run may hold by now', async () => {
  let most = 1_000;
  const blobs = new BlobFolder(folder, () => most);
  for (let i = 0; i < 3; i++) await blobs.put('x'.repeat(600), 'txt');
  await expect(blobs.put('y'.repeat(600), 'txt')).rejects.toMatchObject({ code: 'file_error' });
  most = 5_000;
  await blobs.put('z'.repeat(600), 'txt');
});
