import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeKnownAnswers } from './known-answers.mjs';
import { root } from './paths.mjs';

/** Native modules, and packages that start a thread from their own files: the app's build excludes the same ones. */
const outside = ['@napi-rs/canvas', 'koffi', 'tesseract.js', '@playwright/test'];

/**
 * @typedef {object} Bundle
 * @property {string} folder
 * @property {(name: string) => string} path the script of that name
 * @property {() => Promise<void>} remove
 */

/** @typedef {{ readonly path: string, remove(): Promise<void> }} BuiltEntry */

/**
 * Bundles scripts as the app's build does, for plain Node, into a folder of their own.
 * @param {Readonly<Record<string, string>>} input the source of each by name, from the project's root
 * @param {object} [options]
 * @param {string} [options.parent] where the folder is made; below the project, so that native modules are found from there
 * @returns {Promise<Bundle>}
 */
export async function bundle(input, { parent = join(root, 'node_modules', '.cache') } = {}) {
  const { build } = await import('vite');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'bundle-'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node18',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { ...input },
        external: outside,
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  return {
    folder,
    path: (name) => join(folder, `${name}.js`),
    // Windows does not release a process's files immediately after its exit.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

const engineEntry = 'src-main/engine/process/entry.ts';

/**
 * One script alone, by default the engine's process; see {@link bundle}.
 * @param {string} [source]
 * @returns {Promise<BuiltEntry>}
 */
export async function bundleEntry(source = engineEntry) {
  const shared = source === engineEntry ? bundledForRun() : null;
  if (shared) return { path: shared.path('engine'), remove: shared.remove };
  const built = await bundle({ entry: source });
  return { path: built.path('entry'), remove: built.remove };
}

/**
 * The `engine`, the first program of a `desktop`, and the command line, `cli`.
 * @returns {Promise<Bundle>}
 */
export async function bundleApp() {
  return (
    bundledForRun() ??
    bundle({ engine: engineEntry, desktop: 'src-main/desktops/inside/main.ts', cli: 'src-main/cli/main.ts' })
  );
}

/** Environment variable for the folder of a test run's shared builds. */
const forRun = 'DESKSCOPE_BUNDLED_FOR_RUN';

/** @returns {Bundle | null} */
function bundledForRun() {
  const folder = process.env[forRun];
  if (!folder) return null;
  return { folder, path: (name) => join(folder, `${name}.js`), remove: () => Promise.resolve() };
}

/** For vitest, `globalSetup`: builds once where each test file would take seconds for it, as in Wine. */
export async function setup() {
  const built = await bundleApp();
  await writeKnownAnswers(built.folder);
  process.env[forRun] = built.folder;
  return built.remove;
}
