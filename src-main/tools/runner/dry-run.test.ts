import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBroker } from '../../permissions/broker.ts';
import type { CallStart } from '../observer.ts';
import { agentTools, inputSchema } from '../registry.ts';
import { widestEffect } from '../define-tool.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
const calls: CallStart[] = [];
const broker = createBroker();
let asked = 0;
broker.onChange((pending) => (asked += pending.length));

beforeEach(async () => {
  calls.length = 0;
  asked = 0;
  const observer = { before: (start: CallStart) => void calls.push(start), after: () => undefined };
  bench = await createBench({ observers: [observer], broker, caller: { kind: 'agent', name: 'Robot' } });
});
afterEach(() => bench.close());

const calculator = { app: 'calculator' };
const display = async () => {
  const { items } = await bench.engine.listWindows({});
  const window = items.find(({ app }) => app === 'calculator')!.id;
  return (await bench.engine.find({ window, selector: 'id="display"' })).matches[0]!.value;
};

it('reports matches, method and permission, and does nothing', async () => {
  const front = (await bench.engine.listWindows({})).items[0]!.id;
  const outcome = await bench.run('click_input', {
    selector: 'role=Button name="7"',
    window: calculator,
    dry_run: true,
  });
  expect(outcome).toMatchObject({
    ok: true,
    result: {
      text: expect.stringMatching(
        /^Dry run: nothing was done\. It would: Click .*\nTarget: .*name="7".*\nRoute: .*click .*"button":"left".*\nPermission: you would be asked/,
      ) as string,
      data: { dry_run: true, resolution: { matchCount: 1 }, permission: { answer: 'ask' } },
    },
  });
  expect(await display()).toBe('0');
  expect((await bench.engine.listWindows({})).items[0]!.id).toBe(front);
  expect(asked).toBe(0);
  expect(calls).toMatchObject([
    { effect: 'observe', decision: 'allowed', parameters: { selector: expect.anything() as string, dry_run: true } },
  ]);
});

it('finds the same errors as the call itself', async () => {
  expect(await bench.failure('click_input', { selector: 'role=Button', window: calculator, dry_run: true })).toContain(
    'multiple_matches',
  );
  expect(await bench.failure('click_input', { selector: 'role=Button', dry_run: 'maybe' })).toContain('“dry_run”');
});

it('does not change the session', async () => {
  const [{ id, name }] = JSON.parse(await bench.text('get_desktop_app_info')) as [{ id: string; name: string }];
  expect(await bench.text('select_application_window', { id, name, dry_run: true })).toContain('actOnWindow');
  expect(bench.session.selected).toBeNull();
});

it('masks secret text in the route', async () => {
  const text = await bench.text('set_edit_text', {
    selector: 'id="name"',
    window: { app: 'form' },
    text: 'hunter2',
    clear_current_text: true,
    secret: true,
    dry_run: true,
  });
  expect(text).toContain('•••');
  expect(text).not.toContain('hunter2');
});

it('reports what the rules forbid', async () => {
  await bench.close();
  bench = await createBench({ policyMode: 'observe', caller: { kind: 'agent', name: 'Robot' } });
  const call = { selector: 'role=Button name="7"', window: calculator, dry_run: true };
  expect(await bench.text('click_input', call)).toContain('Permission: it would be refused');
});

it('plans nothing for a window of Deskscope, like the call itself', async () => {
  const form = (await bench.engine.listWindows({})).items.find(({ app }) => app === 'form')!;
  const { matches } = await bench.engine.find({ window: form.id, selector: 'id="name"' });
  const { desktop } = bench.fake;
  const { id } = desktop.open({ ...desktop.window(form.id).spec, title: 'Deskscope', app: 'electron', own: true });
  for (const [tool, parameters] of [
    ['close_window', { handle: id }],
    ['minimize_window', { handle: id }],
    ['move_window', { handle: id, x: 1, y: 1 }],
    ['focus_window', { handle: id }],
    ['press_keys', { keys: 'a', window: id }],
    ['set_value', { element: matches[0]!.id.replace(form.id, id), value: 'x' }],
  ] as const) {
    const failure = await bench.failure(tool, { ...parameters, dry_run: true });
    expect(failure, tool).toContain('window_not_found');
    expect(failure, tool).not.toContain('invalid_parameter');
  }
});

describe('every acting tool', () => {
  const acting = agentTools.filter((tool) => widestEffect(tool) !== 'observe' && !tool.foreign);
  it.each(acting.map((tool) => [tool.name, tool] as const))('%s has a dry run', (_, tool) => {
    expect(Object.keys(inputSchema(tool)['properties'] as object)).toContain('dry_run');
  });
});
