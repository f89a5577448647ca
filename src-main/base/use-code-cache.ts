import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads the built files that are required from now on with what an earlier process of this kind compiled. The app's packages lack
 * the loader, as nothing is written beside their files: there all works as without it.
 * @param builtFile one of them, directly in their folder
 */
export function useCodeCache(kind: string, builtFile: string): void {
  const loader = path.join(path.dirname(builtFile), '../../bin/code-cache.cjs');
  if (existsSync(loader)) (createRequire(builtFile)(loader) as { useCodeCache(kind: string): void }).useCodeCache(kind);
}
