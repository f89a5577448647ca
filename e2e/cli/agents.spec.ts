import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary, RunFile } from '#contract/model/runs/trace';
import { cli } from '../fixtures/cli.ts';
import { computeModel, computeTask } from '../fixtures/compute-task.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';

interface ShownRun extends RunFile {
  readonly steps: readonly AgentStepSummary[];
  readonly calls: readonly CallSummary[];
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-run-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('agents compute in one real app and write the result into another', async ({ desktop, target }) => {
  await target('galculator');
  const editor = await target('mousepad');
  const model = await computeModel(join(folder, 'script.json'));
  const trace = join(folder, 'run');
  const args = ['run', computeTask, '--model', model, '--allow', 'act', '--trace', trace];
  const { code, stdout, stderr } = await cli(args, desktop.env);
  expect(code, `${stdout}${stderr}`).toBe(0);
  expect(await outsideTexts(desktop, editor.pid)).toContain('42');
  const shown = await cli(['runs', 'show', trace, '--json'], desktop.env);
  const { outcome, kind, steps, calls } = JSON.parse(shown.stdout) as ShownRun;
  expect({ outcome, kind }).toMatchObject({ kind: 'task', outcome: { status: 'done', text: 'It is written.' } });
  const toolsOf = (step: number) =>
    steps[step - 1]?.calls.map((number) => calls.find(({ call }) => call === number)?.tool.split('::')[1]);
  expect(steps.map(({ step }) => toolsOf(step))).toEqual([
    ['select_application_window'],
    ['click_input', 'click_input', 'click_input', 'click_input'],
    [],
    ['select_application_window'],
    ['keyboard_input'],
    [],
  ]);
  const events = (await readFile(join(trace, 'trace.jsonl'), 'utf8')).trim().split('\n');
  const kinds = events.flatMap((line) => (JSON.parse(line) as { agent?: { event: string } }).agent?.event ?? []);
  expect(new Set(kinds)).toEqual(
    new Set(['round', 'noted', 'state', 'step', 'saw', 'asked', 'answered', 'acted', 'plan', 'stepped', 'outcome']),
  );
});
