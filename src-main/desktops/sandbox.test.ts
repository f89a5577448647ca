import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { productFiles } from './sandbox.ts';

it('programs inside can read the cache of compiled code that the engine starts with', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'deskscope-product-'));
  try {
    for (const folder of ['out/main', 'bin', 'node_modules/koffi'])
      mkdirSync(path.join(root, folder), { recursive: true });
    const loader = path.join(root, 'bin/code-cache.cjs');
    expect(productFiles(path.join(root, 'out/main/desktop.js'))).not.toContain(loader);
    writeFileSync(loader, '');
    expect(productFiles(path.join(root, 'out/main/desktop.js'))).toContain(loader);
  } finally {
    rmSync(root, { recursive: true });
  }
});
