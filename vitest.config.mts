import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Some tests replace Windows' UI Automation by their own, which only Wine's is for. */
const inWine = existsSync('C:\\windows\\system32\\winecfg.exe');

export default defineConfig({
  test: {
    // Most of these tests wait most of the time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{linux,windows,wine,conformance}.test.ts'],
          // Files share what they import: to load it for each takes longer than all of the tests.
          isolate: false,
          // A machine may be busy with something else: the limits are there to end what hangs.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The contrast of the colour tokens is measured on the file itself.
          css: { include: [/tokens\.css\?raw/] },
        },
      },
      // With judges from outside, which scripts/lib/judges.mjs fetches.
      { test: { name: 'conformance', include: ['src-*/**/*.conformance.test.ts'] } },
      // Against real apps, each file on a desktop of its own. As many at once as a machine for tests has processors.
      {
        test: {
          name: 'linux',
          include: [
            'src-*/**/*.linux.test.ts',
            'farm/**/*.linux.test.ts',
            'e2e/{acts,scales,texts,wayland}/*.linux.test.ts',
          ],
          setupFiles: ['src-main/engine/backends/linux/testing/file-desktop.ts'],
          maxWorkers: 2,
          // Projects with different numbers of workers run one after the other.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // On Windows, or in Wine: one at a time, they share the pointer.
      {
        test: {
          name: 'windows',
          globalSetup: ['scripts/lib/bundle.mjs'],
          include: ['src-*/**/*.windows.test.ts', ...(inWine ? ['src-*/**/*.wine.test.ts'] : [])],
          // A thread that sits in a native call cannot be ended, a process can.
          pool: 'forks',
          fileParallelism: false,
          // One process for all: to start it and load what it imports takes a second and a half for each file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
