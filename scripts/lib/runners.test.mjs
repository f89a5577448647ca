import { expect, test } from 'vitest';
import { playwright, readPlaywright, vitest } from './runners.mjs';

test('a failed Playwright test is reported in a line with its location', () => {
  const failed = {
    ok: false,
    file: 'e2e/a.spec.ts',
    line: 7,
    title: 'opens',
    tests: [{ results: [{ error: { message: 'Timed out' } }] }],
  };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [], suites: [{ specs: [failed, { ...failed, ok: true }] }] }],
  };
  expect(readPlaywright(report)).toMatchObject({
    failures: ['e2e/a.spec.ts:7 › opens: Timed out'],
    failedTitles: ['opens'],
  });
});

test('tests are chosen by their whole titles', () => {
  const grep = playwright(['a.spec.ts'], {}, undefined, ['opens (twice)', 'closes']).args.find((one) =>
    one.startsWith('--grep='),
  );
  const pattern = new RegExp(grep?.slice('--grep='.length) ?? '');
  expect(
    ['e2e a.spec.ts opens (twice)', 'e2e a.spec.ts closes', 'e2e a.spec.ts closes late'].map((each) =>
      pattern.test(each),
    ),
  ).toEqual([true, true, false]);
});

test('shards of a project keep their reports apart and are rerun as that project', () => {
  const [first, second] = ['1/2', '2/2'].map((shard) => vitest('linux', [], {}, shard));
  expect(first?.args).toContain('--shard=1/2');
  expect(first?.report?.file).not.toBe(second?.report?.file);
  expect([first?.name, first?.stage]).toEqual(['linux-1-of-2 tests', 'linux']);
});
