import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { asciiChunks } from './scripts/lib/ascii-chunks.mjs';
import { declarations, exportedModules } from './scripts/lib/declarations.mjs';
import { writeKnownAnswers } from './scripts/lib/known-answers.mjs';
import { leanX11 } from './scripts/lib/lean-x11.mjs';

/**
 * Native modules stay outside the bundles, and so do what starts a thread from files of its own and the runner of tests, of which
 * there must be one; everything else is inside, so that the built files need little beside them.
 */
const outside = ['@napi-rs/canvas', 'koffi', 'electron', '@playwright/test', /^tesseract\.js/];

export default defineConfig({
  main: {
    plugins: [
      leanX11(),
      asciiChunks(),
      {
        name: 'declarations',
        async generateBundle() {
          for (const name of exportedModules)
            this.emitFile({ type: 'asset', fileName: `${name}.d.ts`, source: await declarations(name) });
        },
      },
      { name: 'known-answers', writeBundle: ({ dir = 'out/main' }) => writeKnownAnswers(dir) },
      {
        // The bundler has a chunk of its helpers required also where none is used, and the bridge travels alone.
        name: 'bridge-in-one-file',
        generateBundle(_, bundle) {
          const bridge = bundle['bridge.js'];
          if (bridge?.type === 'chunk')
            bridge.code = bridge.code.replace(/^require\("\.\/chunks\/rolldown-runtime[^"]*"\);/, '');
        },
      },
    ],
    build: {
      externalizeDeps: false,
      target: 'node18',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        // `engine`, `cli`, `computer` and `agents` run under plain Node: a test asserts that no `electron` reaches them.
        input: {
          index: 'src-main/index.ts',
          engine: 'src-main/engine/process/entry.ts',
          desktop: 'src-main/desktops/inside/main.ts',
          cli: 'src-main/cli/main.ts',
          bridge: 'src-main/mcp/bridge/main.ts',
          computer: 'src-main/package/computer.ts',
          agents: 'src-main/package/agents.ts',
          scripting: 'src-main/package/scripting.ts',
          test: 'src-main/package/test.ts',
          'test-main': 'src-main/package/test-main.ts',
        },
        external: outside,
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // By `require`, which finds packages from inside an archive in every Electron; `import()` does not.
          dynamicImportInCjs: false,
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      target: 'node18',
      rollupOptions: {
        input: { bridge: 'src-preload/bridge.ts' },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    build: {
      target: 'chrome114',
      // Half the bytes that each page has compiled before its first frame.
      minify: true,
      // Monaco takes its colours from the tokens, and no short ones.
      cssMinify: false,
      rollupOptions: {
        input: {
          index: 'src-renderer/index.html',
          crashed: 'src-renderer/crashed.html',
          permission: 'src-renderer/permission.html',
          pick: 'src-renderer/pick.html',
          record: 'src-renderer/record-bar.html',
          held: 'src-renderer/held-bar.html',
        },
        // What all pages share is one file: the process that serves them needs longer for a file than for its bytes.
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: 'base',
                test: /[\\/](react|react-dom|scheduler|zustand)[\\/]|src-renderer[\\/](ui(?![\\/]code)|bridge)[\\/]|preload-helper/,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  },
});
