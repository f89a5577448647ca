import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assign, click, shows } from '../agents/testing/answers.ts';
import { descend } from '../engine/backends/fake/element.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let folder: string;
let terminal: Terminal;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-again-cli-'));
  terminal = await openTerminal();
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: object): string {
  const place = path.join(folder, name);
  writeFileSync(place, JSON.stringify(content));
  return place;
}

function press(key: string): void {
  const calculator = terminal.fake.desktop.windows.find(({ title }) => title === 'Calculator')!;
  [...descend(calculator.root)].find(({ name }) => name === key)?.onInvoke?.();
}

it('does a step of a run again with another answer, where the desktop is as it was', async () => {
  const first = file('first.json', {
    HostAgent: [assign('Calculator', 'Press 7'), shows('Calculator', '7')],
    AppAgent: [
      { status: 'CONTINUE', action: click('7') },
      { status: 'FINISH', result: '7' },
    ],
  });
  const run = path.join(folder, 'first');
  expect(
    await terminal.run('run', 'Press 7', '--model', `scripted:${first}`, '--allow', 'act', '--trace', run),
  ).toMatchObject({ code: 0 });

  const rest = file('rest.json', {
    HostAgent: [shows('Calculator', '8')],
    AppAgent: [{ status: 'FINISH', result: '8' }],
  });
  const selector = 'role=Button name="8"';
  const answer = file('answer.json', {
    status: 'CONTINUE',
    action: { function: 'click_input', arguments: { selector, window: { app: 'calculator' } } },
  });
  const again = (name: string) => {
    const asked = ['run', '--again', run, '--from', '2', '--answer', answer, '--model', `scripted:${rest}`];
    return terminal.run(...asked, '--allow', 'act', '--trace', path.join(folder, name));
  };
  const refused = await again('refused');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('the desktop is not as it was before step 2');
  press('C');
  expect(await again('again')).toMatchObject({ code: 0, stdout: expect.stringContaining('done') as string });
  const { steps } = await terminal.json('runs', 'show', path.join(folder, 'again'));
  expect(steps).toMatchObject([
    { step: 1, state: 'ASSIGN' },
    { step: 2, action: expect.stringContaining(selector.slice(0, 11)) as string },
    {},
    { state: 'FINISH' },
  ]);
});

it.each([
  [['--again', 'r1'], 'needs --from'],
  [['--from', '2', 'Press 7'], 'go with --again'],
  [['--again', 'r1', '--from', '2', 'Press 7'], 'run’s task is used'],
] as const)('run %j is not a call', async (args, why) => {
  const { code, stderr } = await terminal.run('run', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(why);
});
