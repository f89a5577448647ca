import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../fixtures/cli.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-run-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const assign = (title: string, subTask: string, plan: readonly string[] = []) => ({
  status: 'ASSIGN',
  current_subtask: subTask,
  plan,
  function: 'select_application_window',
  arguments: { id: `{{"name":"[^"]*${title}[^"]*","id":"(\\d+)"}}`, name: `{{"name":"([^"]*${title}[^"]*)","id"}}` },
});
const click = (name: string) => ({
  function: 'click_input',
  arguments: { id: `{{(\\d+)\\. Button: "${name.replace('*', '\\*')}"}}`, name },
});

test('agents compute in one real app and write the result into another', async ({ desktop, target }) => {
  await target('galculator');
  const editor = await target('mousepad');
  const script = {
    HostAgent: [
      assign('galculator', 'Compute 7 × 6', ['Write the result']),
      assign('Mousepad', 'Write the result'),
      { status: 'FINISH', result: 'It is written.', evidence: [{ window: 'Mousepad', text: '42' }] },
    ],
    AppAgent: [
      { status: 'CONTINUE', action: ['7', '*', '6', '='].map(click) },
      { status: 'FINISH', action: [], result: '42' },
      {
        status: 'FINISH',
        action: [
          {
            function: 'keyboard_input',
            arguments: { keys: '{{"result":"(\\d+)"}}', control_focus: false },
          },
        ],
        result: 'written',
      },
    ],
  };
  const file = join(folder, 'script.json');
  await writeFile(file, JSON.stringify(script));
  const trace = join(folder, 'run');
  const task = 'compute 7 × 6 and write the result into the editor';
  const args = ['run', task, '--model', `scripted:${file}`, '--allow', 'act', '--trace', trace];
  const { code, stdout, stderr } = await cli(args, desktop.env);
  expect(code, `${stdout}${stderr}`).toBe(0);
  expect(await outsideTexts(desktop, editor.pid)).toContain('42');
  const events = (await readFile(join(trace, 'trace.jsonl'), 'utf8')).trim().split('\n');
  const kinds = events.flatMap((line) => (JSON.parse(line) as { agent?: { event: string } }).agent?.event ?? []);
  expect(new Set(kinds)).toEqual(
    new Set(['round', 'noted', 'state', 'step', 'saw', 'asked', 'answered', 'acted', 'plan', 'stepped', 'outcome']),
  );
});
