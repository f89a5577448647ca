import { expect, test } from 'vitest';
import { runFailedAlone } from './again.mjs';
import { describe as inWords, sum } from './parts.mjs';

/** @typedef {import('./parts.mjs').Result} Result */

/** @type {Result} */
const green = { name: 'types', ok: true, passed: 1, failed: 0, skipped: 0 };
/** @type {(...files: string[]) => Result} */
const red = (...failedFiles) => ({
  name: 'no such tests',
  stage: 'scripted',
  ok: false,
  passed: 3,
  failed: failedFiles.length,
  skipped: 0,
  failedFiles,
});

/**
 * @param {readonly Result[]} results
 * @param {Partial<Result>} alone
 */
async function settle(results, alone) {
  /** @type {(readonly [string, readonly string[], readonly string[]])[]} */
  const asked = [];
  /** @type {string[]} */
  const reported = [];
  /** @type {import('./again.mjs').RunAlone} */
  const run = (stage, files, titles) => {
    asked.push([stage, files, titles]);
    return Promise.resolve([{ ...green, ...alone }]);
  };
  const settled = await runFailedAlone(results, run, (sentence) => reported.push(sentence));
  return { settled, asked, reported: reported.join('\n') };
}

test('a file that fails beside others and passes alone is flaky, and named', async () => {
  const { settled, asked, reported } = await settle([green, red('a.test.ts')], { ok: true });
  expect(asked).toEqual([['scripted', ['a.test.ts'], []]]);
  expect(settled.map(({ ok }) => ok)).toEqual([true, true]);
  expect(inWords(sum(settled))).toBe('4 passed, 0 failed, 1 flaky');
  expect(reported).toContain('FLAKY: a.test.ts');
});

test('only the failed tests run again, if the runner can choose them', async () => {
  const { asked } = await settle([{ ...red('a.spec.ts'), failedTitles: ['opens'] }], { ok: true });
  expect(asked).toEqual([['scripted', ['a.spec.ts'], ['opens']]]);
});

test('a file that fails alone too has failed', async () => {
  const { settled, reported } = await settle([red('a.test.ts')], { ok: false, failedFiles: ['a.test.ts'] });
  expect(settled).toEqual([red('a.test.ts')]);
  expect(reported).not.toContain('FLAKY');
});

test('each of several files is counted separately', async () => {
  const failures = ['a.test.ts › one: no', 'b.test.ts › two: no'];
  const both = { ...red('a.test.ts', 'b.test.ts'), failures };
  const { settled, reported } = await settle([both], { ok: false, failedFiles: ['b.test.ts'] });
  expect(settled).toEqual([
    { ...both, failed: 1, flaky: 1, failedFiles: ['b.test.ts'], failures: ['b.test.ts › two: no'] },
  ]);
  expect(reported).toContain('FLAKY: a.test.ts:');
});

test("no file's pass clears an error outside any test", async () => {
  const result = { ...red('a.test.ts'), failures: ['a.test.ts › one: no', 'outside of any test: no'] };
  const { settled } = await settle([result], { ok: true });
  expect(settled).toMatchObject([{ ok: false, failed: 1, flaky: 0, failures: ['outside of any test: no'] }]);
});

test('a failed rerun that names no file clears none', async () => {
  const { settled } = await settle([red('a.test.ts')], { ok: false });
  expect(settled).toEqual([red('a.test.ts')]);
});

test('many failed files have a cause of their own', async () => {
  const results = [red(...Array.from('abcdefgh')), red(...Array.from('ijklmnopq'))];
  expect(await settle(results, { ok: true })).toEqual({ settled: results, asked: [], reported: '' });
});

test('a runner that fails without a failed file is not rerun', async () => {
  const { settled, asked } = await settle([red(), { ...green, ok: false, failed: 1 }], { ok: true });
  expect(asked).toEqual([]);
  expect(settled.map(({ ok }) => ok)).toEqual([false, false]);
});
