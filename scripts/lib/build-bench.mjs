import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const external = ['@napi-rs/canvas', 'koffi', '@playwright/test', 'tesseract.js'];

/**
 * Bundles the benchmarks and the engine's process as the app's build does, into a folder that goes with this process.
 * @param {'linux' | 'windows'} platform
 * @returns {Promise<{ bench: string, engine: string }>} the scripts, for plain Node
 */
export async function buildBench(platform) {
  const entries = [
    { name: 'bench', entry: `bench/${platform}/run.ts` },
    { name: 'engine', entry: 'src-main/engine/entry.ts' },
  ];
  const { build } = await import('vite');
  // Below the project, so that native modules are found from there; in Wine another folder lies over node_modules.
  const cache = platform === 'linux' ? join(root, 'node_modules', '.cache') : join(root, 'test-results');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'bench-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  for (const { name, entry } of entries) {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      mode: 'production',
      ssr: { noExternal: true, external },
      build: {
        ssr: entry,
        outDir,
        emptyOutDir: false,
        target: 'node18',
        minify: false,
        rolldownOptions: { external, output: { format: 'cjs', entryFileNames: `${name}.js` } },
      },
    });
  }
  return { bench: join(outDir, 'bench.js'), engine: join(outDir, 'engine.js') };
}
