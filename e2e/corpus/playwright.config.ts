import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** All flows of the corpus, part of `npm test` or not: reports how many succeed. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: 'all.corpus.ts',
  outputDir: '../../test-results/corpus',
  timeout: 7_200_000,
});
