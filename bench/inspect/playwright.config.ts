import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** Not a test: measures how soon Inspect shows what an app has changed. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../../test-results/bench-inspect',
  timeout: 1_200_000,
});
