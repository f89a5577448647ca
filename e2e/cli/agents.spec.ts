import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../fixtures/cli.ts';
import { computeModel, computeTask } from '../fixtures/compute-task.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';

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
  const events = (await readFile(join(trace, 'trace.jsonl'), 'utf8')).trim().split('\n');
  const kinds = events.flatMap((line) => (JSON.parse(line) as { agent?: { event: string } }).agent?.event ?? []);
  expect(new Set(kinds)).toEqual(
    new Set(['round', 'noted', 'state', 'step', 'saw', 'asked', 'answered', 'acted', 'plan', 'stepped', 'outcome']),
  );
});
