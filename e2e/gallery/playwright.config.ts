import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** Not a test of `npm test`: takes a picture of every view, and compares it with the last accepted one. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: 'gallery.ts',
  outputDir: '../../test-results/gallery-run',
  snapshotPathTemplate: '../../test-results/gallery/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 60 } },
});
