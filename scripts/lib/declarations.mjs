import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** What the package exports. */
export const exportedModules = /** @type {const} */ (['computer', 'agents', 'scripting', 'test']);

/**
 * TypeScript declarations of a module of the package: those of `src-main/package/NAME-types.ts`, which needs only
 * the ones beside it.
 * @param {typeof exportedModules[number]} name
 * @returns {Promise<string>}
 */
export async function declarations(name) {
  const { default: ts } = await import('typescript');
  const fileName = join(root, `src-main/package/${name}-types.ts`);
  const made = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), { fileName, reportDiagnostics: false });
  return made.outputText.replaceAll(/'\.\/(\w+)-types\.ts'/g, "'./$1.js'");
}
