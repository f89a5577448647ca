import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sleep } from '../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { defineTool, type Tool } from '../tools/define-tool.ts';
import type { CallEnd } from '../tools/observer.ts';
import { agentTools } from '../tools/registry.ts';
import type { Computer } from './computer.ts';
import { defineMetaTool } from './meta-tools.ts';
import { localServer } from './servers/local-servers.ts';
import { createComputerBench, type ComputerBench, type ComputerBenchOptions } from './testing/computer-bench.ts';
import { toolInfo } from './tool-call.ts';

const config = `
HostAgent:
  default:
    timeouts: { wait: 0.2 }
    data_collection:
      - { namespace: UICollector, type: local }
    action:
      - { namespace: HostUIExecutor, type: local }
      - { namespace: AppUIExecutor, type: local }
`;

let bench: ComputerBench;
afterEach(() => bench.close());

async function open(options: Partial<ComputerBenchOptions> = {}): Promise<Computer> {
  bench = await createComputerBench({ config, ...options });
  return bench.manager.getOrCreate({ agent: 'HostAgent' });
}

function echo(name: string, namespace: string, answer: string): Tool {
  return defineTool({
    name,
    namespace,
    type: 'action',
    effect: 'observe',
    title: name,
    description: name,
    input: z.object({}),
    run: () => Promise.resolve({ text: answer }),
  });
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Blocks until released, and counts the running calls. */
function gate(namespace: string) {
  const state = { running: 0, most: 0, aborted: 0, release: (): void => undefined };
  const open = new Promise<void>((resolve) => (state.release = resolve));
  const tool = defineTool({
    name: 'enter',
    namespace,
    type: 'action',
    effect: 'observe',
    title: 'Enter',
    description: 'Enter.',
    input: z.object({ number: z.number() }),
    async run({ signal }, { number }) {
      state.most = Math.max(state.most, ++state.running);
      signal.addEventListener('abort', () => state.aborted++, { once: true });
      await Promise.race([open, sleep(30_000, signal)]).finally(() => state.running--);
      return { text: `entered ${number}`, data: { number } };
    },
  });
  return { state, tool };
}

/** Every tool, page after page, each said in the text as in the data. */
async function listedBy(computer: Computer, tool_key: string, parameters: object = {}) {
  const tools: Record<string, unknown>[] = [];
  for (let more = true; more;) {
    const asked = { tool_key, parameters: { ...parameters, offset: tools.length } };
    const [listed] = await computer.runActions([asked]);
    const page = listed!.data as Record<string, unknown>[];
    expect(JSON.parse((listed!.content[0] as { text: string }).text)).toEqual(page);
    tools.push(...page);
    more = String(listed!.structured_content!['note']).includes(`Next page: offset ${tools.length}`);
  }
  return tools;
}

describe('a computer', () => {
  it('lists tools with every field of UFO’s', async () => {
    const computer = await open();
    expect(computer.name).toBe('HostAgent::None::default');
    expect(computer.problems).toEqual([]);
    const tools = await listedBy(computer, 'action::list_tools');
    const click = tools.find((tool) => tool['tool_key'] === 'action::click_input');
    expect(click).toEqual(toolInfo(computer.toolCall('action::click_input')));
    expect(click).toMatchObject({
      tool_name: 'click_input',
      title: 'Click a control',
      namespace: 'AppUIExecutor',
      tool_type: 'action',
      input_schema: { type: 'object' },
      output_schema: null,
      annotations: { readOnlyHint: false },
    });
    expect(tools.map((tool) => tool['namespace'])).not.toContain('Computer');
  });

  it('filters them, and shows its own tools when asked', async () => {
    const computer = await open();
    const names = async (parameters: Record<string, unknown>) => {
      const tools = await listedBy(computer, 'data_collection::list_tools', parameters);
      return tools.map((tool) => tool['tool_key']);
    };
    expect(await names({ namespace: 'HostUIExecutor' })).toEqual(['action::select_application_window']);
    expect(await names({ namespace: 'Computer', tool_type: 'action', remove_meta: false })).toEqual([
      'action::list_tools',
      'action::get_system_info',
      'action::ping',
    ]);
    const collecting = agentTools.filter(
      ({ namespace, effect }) => namespace === 'UICollector' && effect === 'observe',
    );
    expect(await names({ tool_type: 'data_collection' })).toHaveLength(collecting.length);
  });

  it('answers for itself', async () => {
    const computer = await open();
    const [info, pong] = await computer.runActions([{ tool_key: 'get_system_info' }, { tool_key: 'action.ping' }]);
    expect(pong!.data).toBe('pong');
    expect(info!.data).toMatchObject({
      cpu_count: expect.any(Number) as number,
      platform: expect.any(String) as string,
    });
  });

  it('calculates 7 × 6 with the parameters each call brings', async () => {
    const computer = await open();
    const [windows] = await computer.runActions([{ tool_key: 'data_collection::get_desktop_app_info' }]);
    const { id, name } = (windows!.data as { id: string; name: string }[]).find((one) => one.name === 'Calculator')!;
    const selected = await computer.runActions([
      { tool_key: 'action::select_application_window', parameters: { id, name } },
      ...['7', '×', '6', '='].map((key) => ({
        tool_key: 'AppUIExecutor.click_input',
        parameters: { selector: `role=Button name="${key}"` },
      })),
      { tool_key: 'texts', parameters: { selector: 'id="display"' } },
    ]);
    expect(selected.map((result) => result.is_error)).not.toContain(true);
    expect(selected[0]!.data).toMatchObject({ root_name: 'calculator', window_info: { title: 'Calculator' } });
    expect(selected.at(-1)!.data).toEqual(['Display', '42']);
    expect(computer.session.selected?.title).toBe('Calculator');
    const [picture] = await computer.runActions([{ tool_key: 'data_collection::capture_window_screenshot' }]);
    expect(picture!.data).toMatch(/^data:image\/png;base64,/);
  });

  it('makes an unknown tool one failed result, with what was probably meant', async () => {
    const computer = await open();
    const [unknown, pong] = await computer.runActions([
      { tool_key: 'action::click_inptu', parameters: {} },
      { tool_key: 'action::ping' },
    ]);
    expect(unknown).toMatchObject({
      is_error: true,
      data: null,
      content: [
        {
          text: 'Tool action::click_inptu is not registered in current computer: HostAgent::None::default\nDid you mean action::click_input?',
        },
      ],
    });
    expect(pong!.data).toBe('pong');
  });

  it('passes the one choke point, in the name of its agent', async () => {
    const ends: CallEnd[] = [];
    const computer = await open({ observers: [{ before: () => undefined, after: (end) => void ends.push(end) }] });
    await computer.runActions([{ tool_key: 'action::ping' }, { tool_key: 'action::wait', parameters: { second: 1 } }]);
    expect(ends.map(({ tool, caller, error }) => [tool, caller, error?.code])).toEqual([
      ['action::ping', { kind: 'agent', name: 'HostAgent' }, undefined],
      ['action::wait', { kind: 'agent', name: 'HostAgent' }, 'invalid_parameter'],
    ]);
  });
});

describe('limits', () => {
  it('end a call at its time, and the tool learns of it', async () => {
    const ends: CallEnd[] = [];
    const computer = await open({ observers: [{ before: () => undefined, after: (end) => void ends.push(end) }] });
    const [late] = await computer.runActions([{ tool_key: 'action::wait', parameters: { seconds: 60 } }]);
    expect(late).toMatchObject({
      is_error: true,
      content: [{ text: expect.stringMatching(/^Tool wait execution timed out after 0\.2s\n/) as string }],
    });
    await vi.waitFor(() => expect(ends[0]?.error?.code).toBe('cancelled'), { timeout: 5_000 });
  });

  it.each([
    ['timeout: 0.1', 'action::brisk', true],
    ['timeout: 60', 'action::brisk', false],
    ['timeouts: { brisk: 60 }', 'action::brisk', false],
    ['timeouts: { wait: 60 }', 'action::brisk', true],
  ])('of a configuration that reports %s hold for our own tools, %s', async (limit, tool_key, isLate) => {
    const brisk = defineTool({
      ...echo('brisk', 'Slow', ''),
      deadlineMs: 50,
      async run({ signal }) {
        await sleep(300, signal);
        return { text: 'done' };
      },
    });
    const computer = await open({
      local: [brisk],
      config: `HostAgent: { default: { ${limit}, action: [{ namespace: Slow, type: local }] } }`,
    });
    const [result] = await computer.runActions([{ tool_key }]);
    expect(result!.is_error).toBe(isLate);
  });

  it('end a call when its caller does', async () => {
    const { state, tool } = gate('Gate');
    const computer = await open();
    await computer.addServer(localServer('Gate', 'action', [tool]), 'action');
    const caller = new AbortController();
    const running = computer.runActions([{ tool_key: 'enter', parameters: { number: 1 } }], { signal: caller.signal });
    await vi.waitFor(() => expect(state.running).toBe(1), { timeout: 5_000 });
    caller.abort(new AppError('cancelled', 'The user halted the task.'));
    expect((await running)[0]!.content[0]).toMatchObject({
      text: expect.stringContaining('Tool enter execution failed: The user halted the task.') as string,
    });
    await vi.waitFor(() => expect([state.running, state.aborted]).toEqual([0, 1]), { timeout: 5_000 });
  });

  it('let ten run at once; others wait, and nothing is mixed up', async () => {
    const { state, tool } = gate('Gate');
    const computer = await open();
    await computer.addServer(localServer('Gate', 'action', [tool]), 'action');
    const calls = Array.from({ length: 25 }, (_, number) =>
      computer.runActions([{ tool_key: 'action::enter', parameters: { number } }]),
    );
    const waiting = new AbortController();
    const left = computer.runActions([{ tool_key: 'action::enter', parameters: { number: 99 } }], {
      signal: waiting.signal,
    });
    await vi.waitFor(() => expect(state.running).toBe(10), { timeout: 5_000 });
    waiting.abort();
    expect((await left)[0]!.is_error).toBe(true);
    state.release();
    const results = (await Promise.all(calls)).flat();
    expect(results.map((result) => (result.data as { number: number }).number)).toEqual(results.map((_, i) => i));
    expect(state.most).toBe(10);
  });
});

describe('servers', () => {
  it('with tools of one name: the first in the configuration has it, and each is known with its server', async () => {
    const computer = await open({
      config: `
HostAgent:
  default:
    action: [{ namespace: B, type: local }, { namespace: A, type: local }]
`,
      local: [echo('same', 'A', 'of A'), echo('same', 'B', 'of B'), echo('only', 'A', 'of A')],
    });
    const keys = ['same', 'only', 'A.same', 'B.same', computer.toolCall('A.same').tool_key];
    const results = await computer.runActions(keys.map((tool_key) => ({ tool_key })));
    expect(results.map((result) => result.data)).toEqual(['of B', 'of A', 'of A', 'of B', 'of A']);
    expect(computer.tools().map(({ tool_key }) => tool_key)).toEqual(
      expect.arrayContaining(['action::same', 'action::A.same', 'action::only']),
    );
    expect(computer.getTool('A.same').namespace).toBe('A');
    expect(computer.problems).toEqual([]);
  });

  it('that fail do not take the others down', async () => {
    const computer = await open({
      config: `
HostAgent:
  default:
    action:
      - { namespace: WordCOMExecutor, type: local }
      - { namespace: Nowhere, type: http, host: 127.0.0.1, port: ${await freePort()} }
      - { namespace: NoProgram, type: stdio, command: no-such-program }
      - { namespace: Crashes, type: stdio, command: '${process.execPath}', start_args: ["-e", "console.error('no licence'); process.exit(3)"] }
      - { namespace: AppUIExecutor, type: local }
`,
    });
    expect(computer.problems.map(({ namespace, message }) => `${namespace}: ${message}`)).toEqual([
      expect.stringContaining(
        "WordCOMExecutor: No MCP server found for name 'WordCOMExecutor' in local server registry.",
      ),
      expect.stringMatching(/Nowhere: The server at http:\/\/127\.0\.0\.1:\d+ did not answer: .*ECONNREFUSED/),
      expect.stringMatching(/NoProgram: The server “no-such-program” did not answer: .*(ENOENT|recogni)/),
      expect.stringMatching(/Crashes: The server “.*” did not answer: Connection closed\. It said: no licence\. /),
    ]);
    expect(bench.warnings.join('\n')).toContain('HostAgent::None::default: Nowhere: The server at');
    expect((await computer.runActions([{ tool_key: 'summary', parameters: { text: 'hi' } }]))[0]!.data).toBe('hi');
  });

  it('for collecting data are not given what acts', async () => {
    const computer = await open({
      config: 'HostAgent: { default: { data_collection: [{ namespace: AppUIExecutor, type: local }] } }',
    });
    expect(computer.tools().map((tool) => tool.tool_key)).toContain('data_collection::texts');
    expect(computer.tools().map((tool) => tool.tool_name)).not.toContain('click_input');
    expect(computer.problems[0]!.message).toMatch(/^click_input, .* act, so they belong under “action”\.$/);
  });

  it('come and go while it runs', async () => {
    const computer = await open();
    const closed = vi.fn(() => Promise.resolve());
    const server = { ...localServer('Extra', 'action', [echo('extra', 'Extra', 'here')]), close: closed };
    await computer.addServer(server, 'action');
    expect((await computer.runActions([{ tool_key: 'Extra.extra' }]))[0]!.data).toBe('here');
    await expect(computer.deleteServer('Extra', 'data_collection')).rejects.toThrow('has no server “Extra”');
    await computer.deleteServer('Extra');
    expect(closed).toHaveBeenCalledOnce();
    expect((await computer.runActions([{ tool_key: 'Extra.extra' }]))[0]!.is_error).toBe(true);
    await expect(computer.addServer(server, '' as 'action')).rejects.toThrow(
      'Tool type must be specified (i.e., data_collection or action).',
    );
    await expect(computer.addServer(server, 'both' as 'action')).rejects.toThrow(
      'Invalid tool type: both. Must be one of data_collection or action.',
    );
  });
});

describe('servers that a program adds', () => {
  const greet = (_: unknown, { whom }: Readonly<Record<string, unknown>>) => `Hello ${String(whom)}`;
  const greeting = {
    namespace: 'Greeting',
    tools: [
      { name: 'greet', title: 'Greet', description: 'Greet.', parameters: ['whom'], run: greet },
      { name: 'wipe', title: 'Wipe', description: 'Wipe.', effect: 'act' as const, run: () => 'wiped' },
    ],
  };
  const answerOf = async (computer: Computer, tool_key: string, parameters = {}) =>
    (await computer.runActions([{ tool_key, parameters }]))[0]!.data;

  it('may be tools of its own, as objects: permitted like any, kept over a reset, and gone when deleted', async () => {
    const computer = await open();
    await computer.addServer(greeting, 'action');
    expect(await answerOf(computer, 'Greeting.greet', { whom: 'Ada' })).toBe('Hello Ada');
    expect(await answerOf(computer, 'action::wipe')).toBe('wiped');
    await computer.reset();
    expect(await answerOf(computer, 'greet', { whom: 'Grace' })).toBe('Hello Grace');
    await computer.deleteServer('Greeting');
    await computer.reset();
    expect(computer.tools().map(({ namespace }) => namespace)).not.toContain('Greeting');
  });

  it('change nothing under data_collection, and report what was left out', async () => {
    const computer = await open();
    await computer.addServer(greeting, 'data_collection');
    expect(computer.tools().filter(({ namespace }) => namespace === 'Greeting')).toMatchObject([
      { tool_key: 'data_collection::greet', annotations: { readOnlyHint: true } },
    ]);
    expect(computer.problems).toEqual([
      {
        namespace: 'Greeting',
        tool_type: 'data_collection',
        message: 'wipe act, so they belong under “action”.',
      },
    ]);
  });

  it('may be as a configuration has them, with the lines to mend', async () => {
    const computer = await open();
    await computer.addServer({ namespace: 'file_ops', type: 'local' }, 'action');
    expect(computer.getTool('list_folder').namespace).toBe('file_ops');
    const add = (server: object) => computer.addServer({ ...server }, 'action');
    await expect(add({ namespace: 'Far', type: 'htp' })).rejects.toThrow(
      /^configuration:\d+:\d+: Unsupported server type: htp/,
    );
    await expect(add({ namespace: 'Nobody', type: 'local' })).rejects.toThrow('No MCP server found for name');
    const far = { namespace: 'Far', type: 'http', host: '127.0.0.1', port: await freePort() };
    await expect(add(far)).rejects.toThrow('did not answer');
    expect(computer.problems).toEqual([]);
  });
});

it('takes meta tools of one’s own, and keeps them over a reset', async () => {
  const computer = await open();
  const countTools = defineMetaTool({
    name: 'count_tools',
    title: 'Count tools',
    description: 'Count the tools.',
    input: z.object({ namespace: z.string() }),
    run: ({ list }, { namespace }) => ({ count: list().filter((tool) => tool.namespace === namespace).length }),
  });
  await computer.metaTool(countTools);
  const count = () => computer.runActions([{ tool_key: 'count_tools', parameters: { namespace: 'HostUIExecutor' } }]);
  expect((await count())[0]!.data).toEqual({ count: 1 });
  await computer.reset();
  expect((await count())[0]!.data).toEqual({ count: 1 });
});

it('forgets on reset, and ends what runs', async () => {
  const { state, tool } = gate('Gate');
  const computer = await open({
    local: [tool],
    config: `
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: Gate, type: local }]
`,
  });
  await computer.runActions([{ tool_key: 'get_desktop_app_info' }]);
  expect(computer.session.windows.size).toBeGreaterThan(0);
  const running = computer.runActions([{ tool_key: 'enter', parameters: { number: 1 } }]);
  await vi.waitFor(() => expect(state.running).toBe(1), { timeout: 5_000 });
  await computer.reset();
  expect((await running)[0]!.content[0]).toMatchObject({
    text: expect.stringContaining('The computer was reset.') as string,
  });
  expect([computer.session.windows.size, state.aborted]).toEqual([0, 1]);
  expect(computer.tools().map((one) => one.tool_name)).toContain('enter');
});
