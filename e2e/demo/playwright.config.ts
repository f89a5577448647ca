import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** Not a test: performs the journeys slowly enough to be photographed. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: '*.demo.ts',
  outputDir: '../../test-results/demo',
  timeout: 180_000,
});
