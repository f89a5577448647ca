import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** All flows of the corpus, wanted or not by `npm test`: reports how many come out right. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: 'all.corpus.ts',
  outputDir: '../../test-results/corpus',
  timeout: 7_200_000,
});
