import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import type { CallEnd } from '../tools/observer.ts';
import { runOnFake } from '../agents/testing/task-bench.ts';
import { createTraceWriter } from '../runs/trace/trace-writer.ts';
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
  expect((await terminal.run('runs', 'list', '--from', folder)).stdout).toMatch(
    /RUN .*\nr1 .*Z +\d+\.\d s +1 +ended +Sums\n/,
  );
  expect((await terminal.run('runs', 'list', '--from', path.join(folder, 'none'))).stdout).toContain(
    'There are no runs',
  );
});

it('runs show, by the beginning of a name or a title', async () => {
  const writer = createTraceWriter({ folder: path.join(folder, 'r2'), run: 'r2', title: 'Sums again', log: silentLog });
  await writer.before(end);
  await writer.close();
  for (const run of ['sums', 'R1']) {
    expect(await terminal.json('runs', 'show', run, '--from', folder)).toMatchObject({ title: 'Sums' });
  }
  expect(await terminal.json('runs', 'show', 'again', '--from', folder)).toMatchObject({ title: 'Sums again' });
  expect(await terminal.json('runs', 'show', 'r', '--from', folder)).toMatchObject({
    error: { code: 'multiple_matches', hint: expect.stringContaining('r1 (Sums)') as string },
  });
  expect(await terminal.json('runs', 'show', 'tests', '--from', folder)).toMatchObject({
    error: { code: 'not_found' },
  });
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
    expect((await terminal.run('runs', 'show', ...run)).stdout).toMatch(/1 +failed: timeout +click_input +5 ms +robot/);
  }
});

it('shows what agents of ours did, step by step, and one step whole', async () => {
  const trace = path.join(folder, 'r2');
  const writer = createTraceWriter({ folder: trace, run: 'r2', title: 'Press 7', kind: 'task', log: silentLog });
  const assign = {
    status: 'ASSIGN',
    observation: 'A calculator is open.',
    thought: 'It has the key.',
    current_subtask: 'Press it',
    plan: [],
    function: 'select_application_window',
    arguments: { id: '{{"name":"Calculator","id":"(\\d+)"}}', name: 'Calculator' },
  };
  const click = { function: 'click_input', arguments: { id: '{{(\\d+)\\. Button: "7"}}', name: '7' } };
  await runOnFake({
    observers: [writer],
    journal: writer,
    script: {
      HostAgent: [assign, { status: 'FINISH', result: 'Pressed.', evidence: [{ window: 'Calculator', text: '7' }] }],
      AppAgent: ['no\u001b[2J JSON', { status: 'FINISH', thought: 'I press\nit.', action: [click], result: '7' }],
    },
  });
  await writer.close();
  const listed = await terminal.run('runs', 'list', '--from', folder);
  expect(listed.stdout).toMatch(/\nr2 .* task +[\d.]+ s +\d+ +done +Press 7\n/);
  const { stdout } = await terminal.run('runs', 'show', trace);
  expect(stdout).toMatch(
    /^Press 7 {2}2.*\ndone: Pressed\.\n[\d.]+ s, 3 steps, \d+ calls\n\nStep 1 {2}HostAgent {2}ASSIGN/,
  );
  const [, app] = stdout.split('\n\n').slice(1);
  expect(app?.split('\n')).toEqual([
    expect.stringMatching(/^Step 2 {2}AppAgent\/calculator\/Calculator {2}sub-task 1, FINISH, .* s, 2 attempts$/),
    expect.stringMatching(/^ {2}saw +\d+ controls, Current Screenshot, about \d+ tokens$/),
    expect.stringMatching(/^ {2}thought {2}I press it\.$/),
    expect.stringMatching(/^ {2}result +7$/),
    expect.stringMatching(/^ {2}action +click_input\(id="\d+", name="7"\)$/),
    expect.stringMatching(/^ {2}success {2}/),
  ]);
  const whole = await terminal.run('runs', 'show', trace, '--step', '2');
  expect(whole.stdout).toContain('Your sub-task: Press it');
  expect(whole.stdout).toMatch(/answer 1 +no\\u001b\[2J JSON\n/);
  expect(whole.stdout).toMatch(/call \d+ +action::click_input .*: ok\n/);
  expect(await terminal.json('runs', 'show', trace, '--step', '2')).toMatchObject({
    summary: { step: 2, attempts: 2 },
    events: expect.arrayContaining([
      expect.objectContaining({ event: expect.objectContaining({ event: 'acted' }) as object }),
    ]) as object,
    calls: [{ tool: 'action::click_input' }],
  });
  expect(await terminal.json('runs', 'show', trace)).toMatchObject({
    steps: [{}, {}, {}],
    outcome: { status: 'done' },
  });
  expect((await terminal.run('runs', 'show', trace, '--calls')).stdout).toMatch(/\d +ok +click_input +.*\d+ ms/);
  const none = await terminal.run('runs', 'show', trace, '--step', '9');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('It has 3 steps.')]);
});

it('reports what is wrong', async () => {
  expect(await terminal.run('runs', 'show', 'none', '--from', folder)).toMatchObject({ code: 1 });
  writeFileSync(path.join(folder, 'bad.zip'), 'no zip');
  const bad = await terminal.run('runs', 'show', path.join(folder, 'bad.zip'));
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('is not a zip')]);
  for (const wrong of [['show'], ['list', 'x'], ['burn', 'x'], ['export', 'r1']])
    expect((await terminal.run('runs', ...wrong)).code).toBe(2);
});

it('runs import, among the runs and as a zip', async () => {
  const log = path.join(folder, 'log');
  mkdirSync(log);
  const line = { agent_type: 'AppAgent', agent_name: 'a', status: 'FINISH', request: 'Say\u001b hi', action: [] };
  writeFileSync(path.join(log, 'response.log'), JSON.stringify(line));
  const runs = path.join(folder, 'runs');
  const saved = (await terminal.json('runs', 'import', log, '--from', runs)) as { run: string };
  expect(saved).toMatchObject({ ok: true, steps: 1, origin: { format: 'UFO v3' } });
  expect(await terminal.json('runs', 'list', '--from', runs)).toMatchObject({
    runs: [{ id: saved.run, kind: 'task' }],
  });
  const zip = path.join(folder, 'taken.zip');
  expect((await terminal.run('runs', 'import', log, '-o', zip)).stdout).toMatch(
    /^Imported from log \(UFO v3\)\.\nMissing: when each step happened; .*\n1 step, 0 calls\.\nSaved .*taken.zip\.\n$/,
  );
  expect((await terminal.run('runs', 'show', zip)).stdout).toContain('Imported from log');
  expect(await terminal.run('runs', 'import', path.join(folder, 'r1'))).toMatchObject({ code: 1 });
});

it('runs export in formats of others, and sends only if it is told to', async () => {
  const run = path.join(folder, 'r1');
  for (const [format, file, holds] of [
    ['atif', 'r1.json', '"ATIF-v1.7"'],
    ['otlp', 'spans.json', '"execute_tool action::click_input"'],
  ] as const) {
    const to = path.join(folder, file);
    expect(await terminal.json('runs', 'export', run, '--to', format, '-o', to)).toMatchObject({ ok: true, format });
    expect(readFileSync(to, 'utf8')).toContain(holds);
  }
  const zip = path.join(folder, 'viewer.zip');
  await terminal.run('runs', 'export', run, '--to', 'playwright', '-o', zip);
  expect(readFileSync(zip).toString('latin1')).toContain('run.trace');
  const elsewhere = await terminal.run('runs', 'export', run, '--to', 'otlp', '--send', 'http://collector.test');
  expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('not sent to another machine')]);
  const video = await terminal.run('runs', 'export', run, '--to', 'webm', '-o', path.join(folder, 'run.webm'));
  expect([video.code, video.stderr]).toEqual([1, expect.stringContaining('Export run as a video…')]);
  for (const wrong of [
    ['--to', 'paper', '-o', zip],
    ['--to', 'atif'],
    ['--send', 'http://127.0.0.1:1'],
  ])
    expect((await terminal.run('runs', 'export', run, ...wrong)).code).toBe(2);
});
