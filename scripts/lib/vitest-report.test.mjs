import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { results } from './parts.mjs';
import { readJson } from './read-json.mjs';
import VitestReport from './vitest-report.mjs';

const sources = {
  'tests.test.mjs': `
    import { expect, it } from 'vitest';
    it('one', () => {});
    it.skip('two', () => {});
    it('adds', () => expect(1).toBe(2));`,
  'hooks.test.mjs': `
    import { beforeAll, describe, it } from 'vitest';
    describe('on a desktop', () => {
      beforeAll(() => { throw new Error('no desktop\\n  here'); });
      it('shows', () => {});
    });`,
  'unreadable.test.mjs': `import './nowhere.mjs';`,
};

test('failures are reported in a line each: a test, the hook of a group, an unreadable file', async () => {
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'report-'));
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const file = join(folder, 'report.json');
    const exitCode = process.exitCode;
    const vitest = await startVitest('test', [], {
      root: folder,
      config: false,
      watch: false,
      reporters: [new VitestReport()],
      outputFile: { report: file },
    });
    await vitest.close();
    process.exitCode = exitCode;
    const inFolder = (/** @type {string} */ text) => text.replace(/^.*?report-\w+\//, '');
    const report = /** @type {import('./parts.mjs').Report} */ (readJson(file));
    expect(report).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
    expect(report.failedFiles?.map(inFolder).sort()).toEqual(Object.keys(sources).sort());
    expect(report.failures?.map(inFolder).sort()).toEqual([
      'hooks.test.mjs › on a desktop: no desktop here',
      'tests.test.mjs › adds: expected 1 to be 2 // Object.is equality',
      expect.stringMatching(/^unreadable\.test\.mjs: .*nowhere\.mjs/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
