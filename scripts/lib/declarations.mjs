import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** What the package exports. */
export const exportedModules = /** @type {const} */ (['computer', 'agents', 'scripting', 'test']);

/**
 * What a module of the package exports, for TypeScript: the declarations of `src-main/package/NAME-types.ts`, which needs no
 * others but those that lie beside it.
 * @param {typeof exportedModules[number]} name
 * @returns {Promise<string>}
 */
export async function declarations(name) {
  const { default: ts } = await import('typescript');
  const fileName = join(root, `src-main/package/${name}-types.ts`);
  const made = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), { fileName, reportDiagnostics: false });
  return made.outputText.replaceAll(/'\.\/(\w+)-types\.ts'/g, "'./$1.js'");
}
