import { defineConfig } from '@playwright/test';

/** The real app on a real desktop: one test at a time, they share the pointer. */
export default defineConfig({
  testDir: 'e2e',
  // What is there of vitest's is not Playwright's to run.
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // They are plain Node already; made into CommonJS they would lose their `import.meta`.
  build: { external: ['**/scripts/**'] },
});
