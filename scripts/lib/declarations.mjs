import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * What the package exports, for TypeScript: the declarations of `src-main/package/computer-types.ts`, which needs no others.
 * @returns {Promise<string>}
 */
export async function declarations() {
  const { default: ts } = await import('typescript');
  const fileName = join(root, 'src-main/package/computer-types.ts');
  return ts.transpileDeclaration(readFileSync(fileName, 'utf8'), { fileName, reportDiagnostics: false }).outputText;
}
