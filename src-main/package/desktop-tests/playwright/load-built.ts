import { createRequire } from 'node:module';
import { useCodeCache } from '../../../base/use-code-cache.ts';

/**
 * Loads a built file beside the given one. Playwright compiles what a test file loads, and looks up each part of a module in
 * another thread: with this product's own loader, its files come ready from their cache.
 */
export function loadBuilt(beside: string, name: string): unknown {
  useCodeCache('test', beside);
  return createRequire(beside)(`./${name}`);
}
