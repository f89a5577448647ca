import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** Not a test: takes the pictures of `docs/`. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../test-results/pictures',
  timeout: 120_000,
});
