import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { createComputerBench, type ComputerBench } from './testing/computer-bench.ts';

const config = `
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: HostUIExecutor, type: local }]
AppAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: AppUIExecutor, type: local }]
  Notes:
    action: [{ namespace: AppUIExecutor, type: local }]
OnlyWord:
  WINWORD.EXE: { action: [] }
`;

let bench: ComputerBench;
beforeEach(async () => void (bench = await createComputerBench({ config })));
afterEach(() => bench.close());

const ping: Command = { tool_name: 'ping', tool_type: 'action', call_id: 'p' };
const missing: Command = { tool_name: 'no_such_tool', tool_type: 'action', parameters: {}, call_id: 'm' };

it('answers each command, and skips after a failure', async () => {
  const results = await bench.router.execute('AppAgent', null, null, [ping, missing, ping]);
  expect(results).toEqual([
    {
      status: 'success',
      action: 'ping',
      result: 'pong',
      data: 'pong',
      observation: 'pong',
      error: null,
      error_message: null,
      namespace: 'Computer',
      call_id: 'p',
    },
    {
      status: 'failure',
      action: 'no_such_tool',
      result: null,
      data: null,
      namespace: null,
      call_id: 'm',
      error: 'Tool action::no_such_tool is not registered in current computer: AppAgent::None::default',
      error_message: 'Tool action::no_such_tool is not registered in current computer: AppAgent::None::default',
      observation: expect.stringContaining('is not registered') as string,
    },
    {
      status: 'skipped',
      action: 'ping',
      result: null,
      data: null,
      namespace: null,
      call_id: 'p',
      error: 'Skipped due to previous failure (early_exit=True).',
      error_message: 'Skipped due to previous failure (early_exit=True).',
      observation: 'Skipped due to previous failure (early_exit=True).',
    },
  ]);
});

it('goes on after a failure where told to', async () => {
  const late: Command = { tool_name: 'wait', tool_type: 'action', parameters: { seconds: -1 } };
  const commands = [missing, late, ping, { tool_name: '', tool_type: 'action' } as const];
  const results = await bench.router.execute('AppAgent', null, null, commands, { earlyExit: false });
  expect(results.map(({ status, result, error }) => [status, result, error])).toEqual([
    ['failure', null, expect.stringContaining('no_such_tool') as string],
    ['failure', null, 'Wait time must be a positive number'],
    ['success', 'pong', null],
    ['success', 'No action taken.', null],
  ]);
  expect(results[1]).toMatchObject({
    namespace: 'AppUIExecutor',
    observation: expect.stringContaining('\n') as string,
  });
});

it('takes commands as the document prints them, and goes on after one that fails', async () => {
  const commands: Command[] = [
    { action: 'click', parameters: { label: 'File' } },
    { action: 'ping', call_id: 'p' },
  ];
  const [unknown, pong] = await bench.router.execute('AppAgent', null, null, commands);
  expect(unknown).toMatchObject({
    status: 'failure',
    action: 'click',
    error_message: "Tool 'click' not found in registry",
    observation: expect.stringContaining('Did you mean action::click_input') as string,
  });
  expect(pong).toMatchObject({ status: 'success', action: 'ping', data: 'pong', call_id: 'p' });
  const stopped = await bench.router.execute('AppAgent', null, null, commands, { earlyExit: true });
  expect(stopped.map(({ status }) => status)).toEqual(['failure', 'skipped']);
  const mixed = await bench.router.execute('AppAgent', null, null, [...commands, ping]);
  expect(mixed.map(({ status }) => status)).toEqual(['failure', 'skipped', 'skipped']);
});

it('runs a single command on a Computer, whatever its names are', async () => {
  const computer = await bench.manager.getOrCreate({ agent: 'AppAgent' });
  for (const action of ['summary', 'action.summary', 'action::summary', 'AppUIExecutor.summary']) {
    const done = await computer.executeCommand({ action, parameters: { text: 'hi' } });
    expect(done).toMatchObject({ status: 'success', action, data: 'hi', namespace: 'AppUIExecutor' });
  }
  const texts = await computer.executeCommand({ tool_name: 'no_such_tool' });
  expect(texts.error_message).toBe('Tool no_such_tool is not registered in current computer: AppAgent::None::default');
  // A bare name prefers the action, if both types have it.
  expect(computer.getTool('list_tools').tool_key).toBe('action::list_tools');
});

it('gives agents that nobody configured what any agent has by default', async () => {
  const asked = (agent: string) => bench.manager.getOrCreate({ agent });
  const keys = (await asked('WebAgent')).tools().map((tool) => tool.tool_key);
  expect(keys).toEqual(expect.arrayContaining(['action::select_application_window', 'action::click_input']));
  expect((await asked('WebAgent')).problems).toEqual([]);
  const [pong] = await bench.router.execute('constructor', null, 'calc.exe', [ping]);
  expect(pong).toMatchObject({ status: 'success', data: 'pong' });
  await bench.close();

  const named = 'default_agent: { default: { action: [{ namespace: AppUIExecutor, type: local }] } }';
  bench = await createComputerBench({ config: `${config}\n${named}` });
  expect((await asked('WebAgent')).tools().map((tool) => tool.tool_name)).not.toContain('get_ui_tree');
});

it('lets nothing of one task reach the next', async () => {
  const list: Command = { tool_name: 'get_desktop_app_info', tool_type: 'data_collection' };
  const select: Command = { tool_name: 'select_application_window', parameters: { id: '1', name: 'Calculator' } };
  await bench.router.execute('HostAgent', null, null, [list]);
  const first = await bench.manager.during(() => bench.router.execute('HostAgent', null, null, [select]));
  expect(first[0]!.error).toBe('No application windows available. Please call get_desktop_app_info first.');
  await expect(
    bench.manager.during(async () => {
      await bench.router.execute('HostAgent', null, null, [list]);
      throw new Error('The task failed.');
    }),
  ).rejects.toThrow('The task failed.');
  expect(bench.manager.names()).toEqual([]);
});

it('fails commands that are none, and apps that an agent has no servers for, each by itself', async () => {
  const nonsense = [
    { tool_name: 1 },
    null,
    { tool_name: 'ping', tool_type: 'both' },
    { call_id: 'x' },
    { tool_name: 'ping', action: 'wait' },
    { action: ['ping'] },
  ] as unknown as Command[];
  const wrong = await bench.router.execute('AppAgent', null, null, nonsense, { earlyExit: false });
  expect(wrong.map(({ status }) => status)).toEqual(nonsense.map(() => 'failure'));
  expect(wrong[3]).toMatchObject({ error: 'The command names no tool.', call_id: 'x' });
  const [noDefault] = await bench.router.execute('OnlyWord', null, 'calc.exe', [ping]);
  expect(noDefault!.error).toBe('Agent configuration for root_name=calc.exe not found for agent_name=OnlyWord.');
});

it('routes by agent, process and app, and falls back to the default', async () => {
  for (const [process, root] of [
    [null, null],
    ['Sum', 'galculator'],
    ['Sum', 'galculator'],
    ['Mine', 'notes'],
  ]) {
    await bench.router.execute('AppAgent', process ?? null, root ?? null, [ping]);
  }
  await bench.router.execute('OnlyWord', null, 'winword.exe', [ping]);
  expect(bench.manager.names()).toEqual([
    'AppAgent::None::default',
    'AppAgent::Sum::galculator',
    'AppAgent::Mine::notes',
    'OnlyWord::None::winword.exe',
  ]);
  const notes = await bench.manager.getOrCreate({ agent: 'AppAgent', process: 'Mine', root: 'notes' });
  expect(notes.tools().map((tool) => tool.tool_name)).not.toContain('get_ui_tree');
});

it('hands the selected window from the host to the app, and keeps them apart from then on', async () => {
  const [windows] = await bench.router.execute('HostAgent', null, null, [
    { tool_name: 'get_desktop_app_info', tool_type: 'data_collection' },
  ]);
  const listed = windows!.data as { id: string; name: string }[];
  const select = (title: string): Command => ({
    tool_name: 'select_application_window',
    tool_type: 'action',
    parameters: listed.find(({ name }) => name === title)!,
  });
  const { id, name } = listed.find((window) => window.name === 'Calculator')!;
  const [selected] = await bench.router.execute('HostAgent', null, null, [
    { ...select('Calculator'), parameters: { id, name } },
  ]);
  expect(selected).toMatchObject({ status: 'success', data: { root_name: 'calculator' } });
  const keys = ['7', '×', '6', '='].map((key): Command => ({
    tool_name: 'click_input',
    tool_type: 'action',
    parameters: { selector: `role=Button name="${key}"` },
  }));
  const display: Command = { tool_name: 'texts', parameters: { selector: 'id="display"' } };
  const results = await bench.router.execute('AppAgent', 'Calculator', 'calculator', [...keys, display]);
  expect(results.at(-1)).toMatchObject({ status: 'success', data: ['Display', '42'] });

  const other = listed.find((window) => window.name !== 'Calculator')!;
  await bench.router.execute('HostAgent', null, null, [
    { ...select('Calculator'), parameters: { id: other.id, name: other.name } },
  ]);
  const app = await bench.manager.getOrCreate({ agent: 'AppAgent', process: 'Calculator', root: 'calculator' });
  expect(app.session.selected?.title).toBe('Calculator');
});

it('forgets everything on reset', async () => {
  await bench.router.execute('HostAgent', null, null, [
    { tool_name: 'get_desktop_app_info', tool_type: 'data_collection' },
  ]);
  await bench.manager.reset();
  expect(bench.manager.names()).toEqual([]);
  const fresh = await bench.manager.getOrCreate({ agent: 'HostAgent' });
  expect(fresh.session.windows.size).toBe(0);
});

it('makes one computer for calls that come together', async () => {
  const place = { agent: 'HostAgent', process: 'x', root: 'y' };
  const [one, two] = await Promise.all([bench.manager.getOrCreate(place), bench.manager.getOrCreate(place)]);
  expect(one).toBe(two);
});
