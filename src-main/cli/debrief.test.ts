import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runOnFake } from '../agents/testing/task-bench.ts';
import { assign, click, editor, shows, write } from '../agents/testing/answers.ts';
import { silentLog } from '../base/log.ts';
import { createFakeBackend } from '../engine/backends/fake/index.ts';
import { createLocalEngine } from '../engine/process/local-engine.ts';
import { createTraceWriter } from '../runs/trace/trace-writer.ts';
import type { Recording } from '#contract/model/recordings/recording';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;

beforeAll(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-debrief-'));
  await compute('good', ['7', '×', '6', '=']);
  await compute('again', ['7', '×', '6', '=']);
  await compute('wrong', ['7', '8', '6', '=']);
});
afterAll(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

/** Real agents that press these keys, with what their acts saw or without. */
async function compute(name: string, keys: readonly string[], isSeen = false): Promise<void> {
  const fake = createFakeBackend();
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(fake) });
  const writer = createTraceWriter({
    ...(isSeen && { source: engine }),
    folder: path.join(folder, name),
    run: name,
    title: 'Compute',
    kind: 'task',
    log: silentLog,
  });
  await runOnFake({
    engine,
    request: 'compute 7 × 6',
    observers: [writer],
    journal: writer,
    script: {
      HostAgent: [assign('Calculator', 'Compute it'), shows('Calculator', '42')],
      AppAgent: [
        ...keys.map((key) => ({ status: 'CONTINUE', thought: `I press ${key}.`, action: click(key) })),
        { status: 'FINISH', action: null, result: 'computed' },
      ],
    },
  });
  await writer.close();
}

const run = (...args: readonly string[]) => terminal.run('runs', ...args, '--from', folder);

it('runs diff names the first place where two runs part, by its exit code too', async () => {
  expect(await run('diff', 'good', 'again')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Identical in 7 places.\n/) as string,
  });
  const { code, stdout } = await run('diff', 'good', 'wrong');
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'In step 3 click_input acts on Button “×” and on Button “8”.',
    '  target - Button “×”',
    '  target + Button “8”',
  ]);
  expect(await terminal.json('runs', 'diff', 'good', 'wrong', '--from', folder)).toMatchObject({
    ok: true,
    divergence: { kind: 'target', a: { step: 3 }, b: { step: 3 } },
  });
  expect((await run('diff', 'good')).code).toBe(2);
  expect((await run('diff', 'good', 'none')).stderr).toContain('There is no run and no file “none”');
});

it('runs diff puts a run next to what a person recorded', async () => {
  const flow = path.join(folder, 'person.json');
  await compute('seen', ['7', '×', '6', '='], true);
  await compute('seen otherwise', ['7', '8', '6', '='], true);
  await run('export', 'seen', '--to', 'recording', '-o', flow);
  const recorded = JSON.parse(readFileSync(flow, 'utf8')) as Recording;
  const other = (change: Partial<Recording['steps'][number]>) => {
    const steps = recorded.steps.map((step, at) => (at === 1 ? { ...step, ...change } : step));
    writeFileSync(flow, JSON.stringify({ ...recorded, steps }));
    return run('diff', 'seen', flow);
  };
  expect(await other({ at: 99 })).toMatchObject({ code: 0, stdout: 'Identical in 4 places.\n' });
  expect((await run('diff', 'seen otherwise', flow)).stdout).toMatch(
    /^In step 3 the run does: Click Button “8” in calculator; step 2 of the recording is: Click Button “×” in calculator\.\n/,
  );
  expect((await other({ window: { title: 'Notes', app: 'notes' } })).code).toBe(1);
  expect(await other({ enabled: false })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The recording lacks step 3 of the run: Click Button “×”') as string,
  });
  writeFileSync(flow, '{}');
  expect((await run('diff', 'seen', flow)).code).toBe(1);
});

it('runs show reports why a run failed', async () => {
  const { stdout } = await run('show', 'wrong');
  expect(stdout).toMatch(/\nWhy\n {2}Fresh data do not show what it claims: “done "42" is not to be seen/);
  expect((await run('show', 'good')).stdout).not.toContain('Why');
  expect(await terminal.json('runs', 'show', 'wrong', '--from', folder)).toMatchObject({
    why: { reasons: [{ kind: 'unproven' }] },
  });
});

it('runs export makes one page of a run', async () => {
  const page = path.join(folder, 'run.html');
  expect(await run('export', 'wrong', '--to', 'html', '-o', page)).toMatchObject({ code: 0 });
  const html = readFileSync(page, 'utf8');
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).toContain('Fresh data do not show what it claims');
  expect(html.match(/<details/g)).toHaveLength(7);
  expect((await run('export', 'wrong', '--to', 'pdf', '-o', page)).code).toBe(2);
});

it('runs export makes a recording of what agents did, which does it again', async () => {
  const [script, flow] = [path.join(folder, 'script.json'), path.join(folder, 'flow.json')];
  const press = (key: string) => ({ status: 'CONTINUE', action: click(key) });
  const shell = { function: 'run_shell', arguments: { bash_command: 'true' } };
  writeFileSync(
    script,
    JSON.stringify({
      HostAgent: [assign('Calculator', 'Compute', ['Write']), assign(editor, 'Write'), shows('Editor', 'sums')],
      AppAgent: [press('C'), press('7'), { status: 'FINISH' }, { status: 'FINISH', action: [write('sums'), shell] }],
    }),
  );
  const traced = path.join(folder, 'traced');
  await terminal.run('run', 'Sums', '--model', `scripted:${script}`, '--allow', 'act', '--trace', traced);
  const exported = await terminal.json('runs', 'export', traced, '--to', 'recording', '-o', flow);
  expect(exported).toMatchObject({ ok: true, steps: 3 });
  const { steps } = JSON.parse(readFileSync(flow, 'utf8')) as Recording;
  expect(
    steps.map(({ action, target, window }) => [action.type, target?.selectors[0]?.selector, window.title]),
  ).toEqual([
    ['click', 'id="clear"', 'Calculator'],
    ['click', 'role=Button name="7"', 'Calculator'],
    ['setText', expect.any(String), editor],
  ]);
  expect(steps[1]?.expected).toMatchObject([{ type: 'text', text: '7' }]);
  const fresh = await openTerminal();
  onTestFinished(() => fresh.close());
  const again = await fresh.run('replay', flow);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect((await terminal.run('export', flow, '--to', 'python')).stdout).toContain('step_click');
});
