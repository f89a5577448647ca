import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sleep } from '../base/async/deadline.ts';
import { ResultStatus } from '../package/computer.ts';
import { computerPromises } from '../tools/contract/computers.ts';
import { defineTool, type Tool } from '../tools/define-tool.ts';
import type { CallEnd } from '../tools/observer.ts';
import type { Command } from './commands.ts';
import { createComputerBench, type ComputerBench, type ComputerBenchOptions } from './testing/computer-bench.ts';
import { printedConfigurations } from './testing/printed-configurations.ts';

const printed = Object.values(printedConfigurations)[0]!;
let bench: ComputerBench;
afterEach(() => bench.close());

async function open(options: Partial<ComputerBenchOptions> = {}) {
  bench = await createComputerBench({ config: printed, ...options });
  return bench.manager.getOrCreate({ agent: 'default_agent' });
}

const execute = (...commands: Command[]) =>
  bench.router.execute('HostAgent', 'explorer.exe', 'navigate_folder', commands);
const ping: Command = { action: 'ping' };
const list: Command = { action: 'get_desktop_app_info' };
const select: Command = { action: 'select_application_window', parameters: { id: '1', name: 'Calculator' } };

function localTool(name: string, run: (signal: AbortSignal) => Promise<void>): Tool {
  return defineTool({
    name,
    namespace: 'Own',
    type: 'action',
    effect: 'observe',
    title: name,
    description: name,
    input: z.object({}),
    run: async ({ signal }) => (await run(signal), { text: 'done' }),
  });
}
const own = (limits = '') => `{ default_agent: { default: { ${limits} action: [{ namespace: Own, type: local }] } } }`;

const tries: Readonly<Record<keyof typeof computerPromises, () => Promise<void>>> = {
  async several() {
    const one = await open();
    const other = await bench.manager.getOrCreate({ agent: 'AppAgent', process: 'notepad.exe', root: 'notepad' });
    expect(await bench.manager.getOrCreate({ agent: 'default_agent' })).toBe(one);
    expect([one.name, other.name]).toEqual(['default_agent::None::default', 'AppAgent::notepad.exe::notepad']);
  },
  async isolated() {
    const one = await open();
    const other = await bench.manager.getOrCreate({ agent: 'Other' });
    await one.executeCommand(list);
    expect((await other.executeCommand(select)).error_message).toContain('No application windows available');
    await one.deleteServer('gui_automator');
    expect(other.tools().some(({ namespace }) => namespace === 'gui_automator')).toBe(true);
  },
  async looking() {
    const config = 'data_collection_servers: [{ namespace: gui_automator }]';
    const computer = await open({ config });
    expect(computer.tools().map(({ tool_name: name }) => name)).not.toContain('click_input');
    expect(computer.problems[0]!.message).toContain('act, so they belong under “action”');
    await bench.close();
    // Also in the default configuration, and in servers that a program adds.
    const collecting = await open({ config: 'data_collection_servers: [{ namespace: UICollector, type: local }]' });
    const described = { title: '', description: '', run: () => '' };
    await collecting.metaTool({ ...described, name: 'act', effect: 'act' });
    await collecting.metaTool({ ...described, name: 'look' });
    const looking = collecting.tools().filter(({ tool_type: type }) => type === 'data_collection');
    expect(looking.map(({ tool_name: tool }) => tool)).toEqual(expect.arrayContaining(['get_ui_tree', 'look']));
    expect(looking.filter(({ annotations }) => annotations?.['readOnlyHint'] !== true)).toEqual([]);
    expect(collecting.getTool('act').tool_type).toBe('action');
    const marks = { action: 'add_control_list', parameters: { control_list: [] } };
    expect((await collecting.executeCommand(marks)).status).toBe('failure');
  },
  async configuration() {
    for (const config of Object.values(printedConfigurations)) {
      expect((await open({ config })).problems).toEqual([]);
      await bench.close();
    }
    await open();
  },
  async kinds() {
    const config = `action_servers: [{ namespace: gui_automator, type: local }, { namespace: Far, type: http, port: 1 }]`;
    const computer = await open({ config });
    expect(computer.servers().map(({ kind }) => kind)).toEqual(['local']);
    expect(computer.problems[0]).toMatchObject({
      namespace: 'Far',
      message: expect.stringContaining('http://localhost:1') as string,
    });
  },
  async initialization() {
    const computer = await open({ config: `${printed}  - { namespace: Missing, type: local }\n` });
    expect(computer.servers().map(({ namespace }) => namespace)).toEqual([
      'screenshot_collector',
      'ui_collector',
      'gui_automator',
    ]);
    expect(computer.problems.map(({ namespace }) => namespace)).toEqual(['Missing']);
  },
  async added() {
    const computer = await open();
    const tools = [{ name: 'greet', title: 'Greet', description: 'Greet.', run: () => 'hello' }];
    await computer.addServer({ namespace: 'file_ops', type: 'local' }, 'action');
    await computer.addServer({ namespace: 'Own', tools }, 'data_collection');
    expect(computer.getTool('list_folder').namespace).toBe('file_ops');
    expect((await computer.executeCommand({ action: 'Own.greet' })).data).toBe('hello');
  },
  async keys() {
    const computer = await open();
    const keys = ['action.click_input', 'action::click_input', 'gui_automator.click_input', 'click_input'];
    expect(new Set(keys.map((key) => computer.getTool(key).tool_key))).toEqual(new Set(['action::click_input']));
    const all = computer.tools().map((tool) => tool.tool_key);
    expect(new Set(all).size).toBe(all.length);
  },
  async information() {
    const call = (await open()).toolCall('data_collection.get_ui_tree', { max_depth: 2 });
    expect(Object.keys(call).sort()).toEqual([
      'annotations',
      'description',
      'input_schema',
      'mcp_server',
      'meta',
      'namespace',
      'output_schema',
      'parameters',
      'title',
      'tool_key',
      'tool_name',
      'tool_type',
    ]);
  },
  async router() {
    await open();
    const results = await execute(ping, { action: 'summary', parameters: { text: 'Hello' } });
    expect(results.map(({ data }) => data)).toEqual(['pong', 'Hello']);
  },
  async command() {
    await open();
    expect((await execute({ action: 'wait', parameters: { seconds: 0 } }))[0]!.status).toBe('success');
  },
  async result() {
    await open();
    const [good, bad] = await execute(ping, { action: 'wait', parameters: { seconds: -1 } });
    expect(good).toMatchObject({ action: 'ping', status: ResultStatus.SUCCESS, observation: 'pong', data: 'pong' });
    expect(bad).toMatchObject({ action: 'wait', status: ResultStatus.ERROR, data: null });
    expect([good!.error_message, bad!.error_message]).toEqual([null, 'Wait time must be a positive number']);
  },
  async fallback() {
    await open({ config: 'AppAgent: { default: { action: [{ namespace: AppUIExecutor, type: local }] } }' });
    const [summary] = await execute({ action: 'AppUIExecutor.summary', parameters: { text: 'x' } });
    expect(summary!.data).toBe('x');
  },
  async unknown() {
    await open();
    expect((await execute({ action: 'no_tool' }))[0]!.error_message).toBe("Tool 'no_tool' not found in registry");
  },
  async onward() {
    await open();
    expect((await execute({ action: 'no_tool' }, ping)).map(({ status }) => status)).toEqual(['failure', 'success']);
  },
  async single() {
    const computer = await open();
    expect(computer.getTool('texts').namespace).toBe('gui_automator');
    expect(await computer.executeCommand(ping)).toMatchObject({ status: 'success', data: 'pong' });
  },
  async examples() {
    const computer = await open();
    const here = ['click_input', 'set_edit_text', 'capture_window_screenshot', 'get_app_window_controls_info'];
    expect(here.map((name) => computer.getTool(name).tool_name)).toEqual(here);
    const intended = {
      click: 'click_input',
      type_text: 'set_edit_text',
      screenshot: 'capture_window_screenshot',
      get_ui_elements: 'get_ui_tree',
    };
    for (const [action, near] of Object.entries(intended)) {
      const { error_message, observation } = await computer.executeCommand({ action });
      expect(error_message).toContain('not found in registry');
      expect(observation).toContain(`::${near}`);
    }
  },
  async workers() {
    let [running, most] = [0, 0];
    let release = (): void => undefined;
    const open10 = new Promise<void>((resolve) => (release = resolve));
    const block = localTool('block', async () => {
      most = Math.max(most, ++running);
      await open10;
    });
    const computer = await open({ config: own(), local: [block] });
    const other = await bench.manager.getOrCreate({ agent: 'Other' });
    const calls = Array.from({ length: 12 }, () => computer.executeCommand({ action: 'block' }));
    await vi.waitFor(() => expect(running).toBe(10), { timeout: 5_000 });
    expect((await other.executeCommand(ping)).data).toBe('pong');
    release();
    await Promise.all(calls);
    expect(most).toBeGreaterThanOrEqual(10);
    expect(running).toBe(12);
  },
  async timeout() {
    let ended = false;
    const hang = localTool('hang', (signal) => sleep(60_000, signal).finally(() => (ended = true)));
    const computer = await open({ config: own('timeouts: { hang: 0.1 },'), local: [hang] });
    const late = await computer.executeCommand({ action: 'hang' });
    expect(late).toMatchObject({
      error: 'Tool hang execution timed out after 0.1s',
      error_message: 'Tool execution timeout (0.1s)',
      observation: expect.stringMatching(/^Tool execution exceeded time limit\n./) as string,
    });
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 5_000 });
  },
  async failure() {
    const broken = localTool('broken', () => Promise.reject(new Error('x')));
    const hang = localTool('hang', (signal) => sleep(60_000, signal));
    const computer = await open({ config: own('timeouts: { hang: 0.1 },'), local: [broken, hang] });
    for (const action of ['broken', 'hang']) {
      expect(await computer.executeCommand({ action })).toMatchObject({ status: 'failure', action });
    }
    expect(await computer.executeCommand({ action: 'broken' })).toMatchObject({
      error_message: 'Something went wrong inside Deskscope.',
      observation: expect.stringMatching(
        /^Tool execution failed: Something went wrong inside Deskscope\.\n./,
      ) as string,
    });
  },
  async listTools() {
    const computer = await open();
    const parameters = { tool_type: 'action', namespace: 'gui_automator', remove_meta: true };
    const { data } = await computer.executeCommand({ action: 'list_tools', parameters });
    expect((data as { tool_key: string }[])[0]).toMatchObject({ tool_key: 'action::select_application_window' });
    const meta = { namespace: 'Computer', tool_type: 'action', remove_meta: false };
    const own = await computer.executeCommand({ action: 'list_tools', parameters: meta });
    expect(own.data).toHaveLength(3);
  },
  async systemInfo() {
    const { data } = await (await open()).executeCommand({ action: 'get_system_info' });
    expect(data).toMatchObject({
      cpu_count: expect.any(Number) as number,
      memory_gb: expect.any(Number) as number,
      platform: expect.stringMatching(/Linux|Windows|Darwin/) as string,
    });
  },
  async ping() {
    expect((await (await open()).executeCommand(ping)).data).toBe('pong');
  },
  async metaTool() {
    const computer = await open();
    const name = 'name';
    const described = { name, title: name, description: name };
    await computer.metaTool({ ...described, parameters: ['after'], run: (own, { after }) => [own.name, after] });
    expect((await computer.executeCommand({ action: name, parameters: { after: '!' } })).data).toEqual([
      computer.name,
      '!',
    ]);
    const typo = await computer.executeCommand({ action: name, parameters: { aftre: '!' } });
    expect(typo.error_message).toContain('there is no argument “aftre”');
  },
  async reset() {
    let [began, ended] = [false, false];
    const hang = localTool('hang', (signal) => {
      began = true;
      return sleep(60_000, signal).finally(() => (ended = true));
    });
    const computer = await open({ config: own(), local: [hang] });
    const running = computer.executeCommand({ action: 'hang' });
    await vi.waitFor(() => expect(began).toBe(true), { timeout: 5_000 });
    await computer.reset();
    expect((await running).error_message).toContain('The computer was reset.');
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 5_000 });
    await bench.manager.reset();
    expect(bench.manager.names()).toEqual([]);
  },
  // host-computers.test.ts checks that a returning client gets fresh servers.
  async whenReset() {
    await open();
    await execute(list);
    const failing = bench.manager.during(async () => {
      expect((await execute(select))[0]!.status).toBe('failure');
      await execute(list);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect((await execute(select))[0]!.error_message).toContain('No application windows available');
  },
  async slow() {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const ends: CallEnd[] = [];
    const logged: string[] = [];
    const long = localTool('long', () => Promise.resolve(void (now += 301_000)));
    const computer = await open({
      config: own(),
      local: [long],
      observers: [{ before: () => undefined, after: (end) => void ends.push(end) }],
      log: (message) => logged.push(message),
    });
    await computer.executeCommand({ action: 'long' });
    clock.mockRestore();
    expect(ends[0]!.text).toContain('Slow tool: it took 301 s');
    expect(logged.join()).toContain('Slow tool: it took 301 s');
  },
  async files() {
    const computer = await open({ config: 'action_servers: [{ namespace: file_ops }]' });
    const names = computer.tools().filter(({ namespace }) => namespace === 'file_ops');
    expect(names.map((tool) => tool.tool_name)).toEqual(['list_folder', 'read_file', 'write_file', 'move_file']);
    const outside = { path: path.resolve('/outside.txt'), text: '' };
    expect((await computer.executeCommand({ action: 'write_file', parameters: outside })).error_message).toContain(
      'is in no folder that the user allowed',
    );
  },
  // That other programs can import it, with types, is tried in ../package/computer.test.ts.
  async import() {
    await open();
    expect(Object.keys(await import('../package/computer.ts')).sort()).toEqual(['ResultStatus', 'openComputers']);
  },
};

it.each(Object.entries(computerPromises).map(([id, { claim }]) => [claim, tries[id as keyof typeof tries]] as const))(
  '%s',
  (_, attempt) => attempt(),
);
