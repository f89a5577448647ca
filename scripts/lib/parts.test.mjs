import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describe as inWords, runPart, sum } from './parts.mjs';

const quiet = () => {};
/** @type {string} */
let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'deskscope-parts-'))));
afterEach(() => rm(folder, { recursive: true }));

/**
 * @param {number} exitCode
 * @param {string} [report] left behind by the runner
 */
function runner(exitCode, report) {
  const file = join(folder, 'report.json');
  const script = join(folder, 'runner.cjs');
  const write =
    report === undefined ? '' : `require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(report)});`;
  writeFileSync(script, `${write} process.exit(${exitCode});`);
  return {
    name: 'scripted runner',
    args: [script],
    report: { file, read: (/** @type {import('./parts.mjs').Counts} */ counts) => counts },
    logs: folder,
  };
}

test("a runner's report counts", async () => {
  const counts = { passed: 3, failed: 0, skipped: 1 };
  expect(await runPart(runner(0, JSON.stringify(counts)), quiet)).toMatchObject({ ok: true, ...counts });
});

test('a runner that exits with an error without a failed test counts one failure', async () => {
  const result = await runPart(runner(1, JSON.stringify({ passed: 3, failed: 0, skipped: 0 })), quiet);
  expect(result).toMatchObject({ ok: false, passed: 3, failed: 1 });
});

test('a runner without a readable report has failed, whatever its exit code', async () => {
  expect(await runPart(runner(0), quiet)).toMatchObject({ ok: false, passed: 0, failed: 1 });
  expect(await runPart(runner(0, 'half a rep'), quiet)).toMatchObject({ ok: false, failed: 1 });
});

test('counts are added up and printed in one line', () => {
  const total = sum([
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 1, skipped: 3, flaky: 1 },
  ]);
  expect(inWords(total)).toBe('3 passed, 1 failed, 3 skipped, 1 flaky');
  expect(inWords({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
});

test('output shown during a run has a prefix', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const part = { name: 'talker', args: ['-e', 'console.log("one\\ntwo")'], logs: folder };
  await runPart({ ...part, show: 'linux | ' }, quiet);
  await runPart(part, quiet);
  const shown = written.mock.calls.map(([text]) => text).join('');
  written.mockRestore();
  expect(shown).toBe('linux | one\nlinux | two\n');
});
