import { expect, test } from 'vitest';
import type { Step, UsedProgram } from '#contract/model/recordings/recording';
import { appsToStart } from './apps-to-start.ts';

const click: Step['action'] = { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } };
const step = (id: string, app: string, className: string, more: Partial<Step> = {}): Step => ({
  id,
  at: 0,
  action: click,
  target: null,
  enabled: true,
  window: { app, className },
  ...more,
});
const program = (app: string, className: string, ...args: string[]): UsedProgram => ({
  app,
  className,
  command: `/bin/${app}`,
  args,
});
const commandsOf = (steps: readonly Step[], programs?: readonly UsedProgram[]) =>
  appsToStart({ steps: [...steps], ...(programs && { programs: [...programs] }) }).map(({ command, args, isGuess }) =>
    [command ?? 'unknown', ...args, ...(isGuess ? ['?'] : [])].join(' '),
  );

test('programs start as the user started them, each once; without that knowledge, by name', () => {
  const steps = [
    step('1', 'python3', 'One.py'),
    step('2', 'galculator', ''),
    step('3', 'python3', 'Two.py'),
    step('4', 'python3', 'One.py'),
  ];
  expect(commandsOf(steps)).toEqual(['python3 ?', 'galculator ?']);
  const programs = [
    program('python3', 'Two.py', 'two.py'),
    program('python3', 'One.py', 'one.py'),
    program('other', ''),
  ];
  expect(commandsOf(steps, programs)).toEqual(['/bin/python3 one.py', 'galculator ?', '/bin/python3 two.py']);
  const unknown = [{ app: 'galculator', className: '', args: [] }];
  expect(commandsOf(steps, unknown)).toEqual(['python3 ?', 'unknown']);
});

test('a program with windows of several classes starts once', () => {
  const steps = [step('1', 'office', 'sheet'), step('2', 'office', 'dialog')];
  expect(commandsOf(steps, [program('office', 'sheet')])).toEqual(['/bin/office']);
  expect(commandsOf(steps.reverse(), [program('office', 'sheet')])).toEqual(['/bin/office']);
});

test('what a step starts or opens is not started before', () => {
  const launch = step('1', 'editor', '', { action: { type: 'launch', command: '/bin/editor', args: [] } });
  expect(commandsOf([launch, step('2', 'editor', 'Editor')])).toEqual([]);
  const opened = step('2', 'chooser', '', { openedBy: '1' });
  expect(commandsOf([step('1', 'files', ''), opened], [program('chooser', '')])).toEqual(['files ?']);
  expect(commandsOf([step('1', 'files', '', { enabled: false }), opened], [program('chooser', '')])).toEqual([
    '/bin/chooser',
  ]);
});
