import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { CallEnd } from '../tools/observer.ts';
import { createTraceWriter } from '../runs/trace-writer.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;

const end: CallEnd = {
  call: 1,
  tool: 'action::click_input',
  parameters: {},
  decision: 'allowed',
  decidedBy: 'a rule',
  caller: { kind: 'agent', name: 'robot' },
  elapsedMs: 5,
  text: 'done',
};

beforeEach(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-runs-'));
  const writer = createTraceWriter({ folder: path.join(folder, 'r1'), run: 'r1', title: 'Sums', log: silentLog });
  await writer.before(end);
  await writer.after({ ...end, error: { code: 'timeout', message: 'Late.', hint: '' } });
  await writer.close();
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

it('runs list', async () => {
  expect(await terminal.json('runs', 'list', '--from', folder)).toMatchObject({
    runs: [{ id: 'r1', title: 'Sums', calls: 1, kind: null, outcome: { status: 'ended' } }],
  });
  expect((await terminal.run('runs', 'list', '--from', folder)).stdout).toMatch(/RUN .*\nr1 .* 1 +Sums\n/);
  expect((await terminal.run('runs', 'list', '--from', path.join(folder, 'none'))).stdout).toContain(
    'There are no runs',
  );
});

it('runs show and export, by name, folder and zip', async () => {
  const zip = path.join(folder, 'out.zip');
  expect(await terminal.json('runs', 'export', 'r1', '--from', folder, '-o', zip)).toMatchObject({
    ok: true,
    calls: 1,
  });
  for (const run of [['r1', '--from', folder], [path.join(folder, 'r1')], [zip]]) {
    const shown = await terminal.json('runs', 'show', ...run);
    expect(shown).toMatchObject({ title: 'Sums', complete: true, calls: [{ status: 'failed', error: 'timeout' }] });
    expect((await terminal.run('runs', 'show', ...run)).stdout).toMatch(
      /1 +failed: timeout +5 ms +action::click_input +robot/,
    );
  }
});

it('says what is wrong', async () => {
  expect(await terminal.run('runs', 'show', 'none', '--from', folder)).toMatchObject({ code: 1 });
  writeFileSync(path.join(folder, 'bad.zip'), 'no zip');
  const bad = await terminal.run('runs', 'show', path.join(folder, 'bad.zip'));
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('is no zip')]);
  for (const wrong of [['show'], ['list', 'x'], ['burn', 'x'], ['export', 'r1']])
    expect((await terminal.run('runs', ...wrong)).code).toBe(2);
});
