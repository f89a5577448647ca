import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const native = ['@napi-rs/canvas', 'tesseract.js'];
const root = path.resolve(import.meta.dirname, '../../..');

/** Bundles the test server, or another entry, as the command line is bundled: CommonJS that plain Node runs. */
export async function buildStdioEntry(
  source = 'src-main/mcp/testing/stdio-entry.ts',
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const cache = path.join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(path.join(cache, 'stdio-entry-'));
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
      rolldownOptions: { external: native, output: { format: 'cjs', entryFileNames: 'server.cjs' } },
    },
  });
  return { path: path.join(outDir, 'server.cjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
}
