import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads a built file beside the given one. Playwright compiles what a test file loads, and looks up each part of a module in
 * another thread: with this product's own loader, its files come ready from their cache.
 */
export function loadBuilt(beside: string, name: string): unknown {
  const load = createRequire(beside);
  const codeCache = path.join(path.dirname(beside), '../../bin/code-cache.cjs');
  if (existsSync(codeCache)) (load(codeCache) as { useCodeCache(kind: string): void }).useCodeCache('test');
  return load(`./${name}`);
}
