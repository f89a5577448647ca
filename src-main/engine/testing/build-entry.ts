import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');
const native = ['@napi-rs/canvas', 'koffi', 'tesseract.js'];

export interface BuiltEntry {
  /** The script that runs the engine under plain Node. */
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Bundles the engine's process entry as the app's build does, into a folder of its own.
 * @param source another script instead, from the project's root
 */
export async function buildEntry(source = 'src-main/engine/entry.ts'): Promise<BuiltEntry> {
  // Below the project, so that native modules are found from there.
  const cache = path.join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(path.join(cache, 'engine-entry-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    ssr: { noExternal: true, external: native },
    build: {
      ssr: source,
      outDir,
      target: 'node18',
      minify: false,
      rolldownOptions: { external: native, output: { format: 'cjs', entryFileNames: 'engine.js' } },
    },
  });
  return { path: path.join(outDir, 'engine.js'), remove: () => rm(outDir, { recursive: true, force: true }) };
}
