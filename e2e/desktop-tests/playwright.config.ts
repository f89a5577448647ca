import { defineConfig } from '@playwright/test';

/** Tests of real apps, each on its own desktop; see README.md. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.desktop.ts',
  outputDir: '../../test-results/desktop-tests',
  fullyParallel: true,
  timeout: 60_000,
  reporter: 'list',
});
