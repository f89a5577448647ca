import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../base/processes/is-alive.ts';
import type { CallEnd } from '../../tools/observer.ts';
import { bundleEntry, type BuiltEntry } from '../../../scripts/lib/bundle.mjs';
import type { Computer } from '../computer.ts';
import { createComputerBench, type ComputerBench, type ComputerBenchOptions } from '../testing/computer-bench.ts';

const tiny = path.resolve(import.meta.dirname, '../testing/tiny-server.cjs');
let bench: ComputerBench | undefined;
afterEach(() => bench?.close());

function yaml(server: string, group = 'action', more = ''): string {
  const entry = `{ namespace: Tiny, type: stdio, command: '${process.execPath}', start_args: ['${tiny}']${server} }`;
  return `Agent: { default: { ${group}: [${entry}]${more} } }`;
}

async function open(config: string, options: Partial<ComputerBenchOptions> = {}, root = 'one'): Promise<Computer> {
  bench ??= await createComputerBench({ config, ...options });
  return bench.manager.getOrCreate({ agent: 'Agent', root });
}
afterEach(() => (bench = undefined));

async function run(computer: Computer, tool_key: string, parameters = {}) {
  const [result] = await computer.runActions([{ tool_key, parameters }]);
  return { ...result!, text: (result!.content[0] as { text: string }).text };
}

async function pidOf(computer: Computer): Promise<number> {
  return (await run(computer, 'pid')).data as number;
}

const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });

describe('a program as server', { timeout: 30_000 }, () => {
  it('is described as it describes itself, and its answers arrive as they are', async () => {
    const computer = await open(yaml(', env: { COLOUR: 3 }'));
    expect(computer.toolCall('Tiny.pid')).toMatchObject({
      description: 'Say the process id.',
      input_schema: { type: 'object', properties: {} },
      output_schema: { 'x-fastmcp-wrap-result': true },
      mcp_server: { kind: 'stdio', namespace: 'Tiny' },
    });
    expect(await run(computer, 'pid')).toMatchObject({ data: expect.any(Number) as number, is_error: false });
    expect((await run(computer, 'count')).data).toBe('1');
    expect((await run(computer, 'environment', { name: 'COLOUR' })).data).toBe('3');
    expect((await run(computer, 'environment', { name: 'DISPLAY' })).data).toBe('unset');
    const failed = await run(computer, 'fail', { why: 'out of paper' });
    expect(failed).toMatchObject({
      is_error: true,
      data: null,
      text: expect.stringMatching(/^out of paper\n/) as string,
    });
  });

  it('is asked about a dry run as about any other call: what its tools do they do not through us', async () => {
    const computer = await open(yaml(''), { policyMode: 'observe' });
    for (const parameters of [{}, { dry_run: true }]) {
      const denied = await run(computer, 'count', parameters);
      expect(denied.structured_content).toMatchObject({ error: { code: 'permission_denied' } });
    }
  });

  it('ends with the computers that use it', async () => {
    const one = await open(yaml(''));
    const two = await open('', {}, 'two');
    const pid = await pidOf(one);
    expect(await pidOf(two)).toBe(pid);
    await one.close();
    expect(await pidOf(two)).toBe(pid);
    await bench!.manager.reset();
    await gone(pid);
  });

  it('belongs to one computer alone where it is to be reset', async () => {
    const one = await open(yaml(', reset: true'));
    const two = await open('', {}, 'two');
    const pids = [await pidOf(one), await pidOf(two)];
    expect(new Set(pids).size).toBe(2);
    await run(one, 'count');
    await one.reset();
    expect((await run(one, 'count')).data).toBe('1');
    await gone(pids[0]!);
    expect(isAlive(pids[1]!)).toBe(true);
  });

  it('that is killed costs one clear error, and is started again', async () => {
    const computer = await open(yaml(''));
    const pid = await pidOf(computer);
    await run(computer, 'count');
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    const reported = await run(computer, 'count');
    expect(reported.text).toMatch(
      /^The server “Tiny” was lost\. It last said “tiny is up”\. It is there again, and may/,
    );
    expect(reported.structured_content).toMatchObject({ error: { code: 'server_unavailable' } });
    expect((await run(computer, 'count')).data).toBe('1');
    expect(await pidOf(computer)).not.toBe(pid);
  });

  it('that is killed during a call ends this call', async () => {
    const ends: CallEnd[] = [];
    const observers = [{ before: () => undefined, after: (end: CallEnd) => void ends.push(end) }];
    const computer = await open(yaml(''), { observers });
    const pid = await pidOf(computer);
    const hanging = run(computer, 'hang');
    // Answered after the call before it has arrived.
    await run(computer, 'count');
    process.kill(pid, 'SIGKILL');
    expect((await hanging).text).toMatch(/^The server “Tiny” was lost\./);
    expect((await run(computer, 'count')).data).toBe('1');
    expect(ends.map(({ tool, error }) => [tool, error?.code])).toContainEqual(['action::hang', 'server_unavailable']);
  });

  it('is told to cancel when time is up', async () => {
    const computer = await open(yaml('', 'action', ', timeouts: { hang: 0.2 }'));
    expect((await run(computer, 'hang')).text).toMatch(/^Tool hang execution timed out after 0\.2s\n/);
    await vi.waitFor(async () => expect((await run(computer, 'cancelled')).data).toBe('1'), { timeout: 5_000 });
  });
});

describe('what a strange server may do', { timeout: 30_000 }, () => {
  const looking = { policyMode: 'observe' } as const;

  it('is not there for collecting data, unless both it and the user report that it only looks', async () => {
    const computer = await open(yaml('', 'data_collection'));
    expect(computer.problems.map(({ message }) => message)).toEqual([
      'wreck act, so they belong under “action”.',
      expect.stringMatching(/^pid, count, .* do not say whether they change anything, so they are left out/) as string,
    ]);
    expect((await run(computer, 'look')).data).toBe('look');
    expect((await run(computer, 'count')).structured_content).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each(['', ', effect: observe', ', effect: act'])('changes nothing under data_collection (%s)', async (suffix) => {
    const computer = await open(yaml(suffix, 'data_collection'));
    const tools = computer.tools().filter(({ namespace }) => namespace === 'Tiny');
    expect(tools.filter(({ annotations }) => annotations?.['readOnlyHint'] !== true)).toEqual([]);
    expect(tools.some(({ tool_name: name }) => name === 'wreck')).toBe(false);
  });

  it('is asked for where it was configured for acting, whatever it reports', async () => {
    const computer = await open(yaml(''), looking);
    expect((await run(computer, 'look')).structured_content).toMatchObject({ error: { code: 'permission_denied' } });
  });

  it('is free where the user reports it', async () => {
    const computer = await open(yaml(', effect: observe', 'data_collection'), looking);
    expect((await run(computer, 'count')).data).toBe('1');
  });
});

describe('Deskscope itself as a program', { timeout: 60_000 }, () => {
  let entry: BuiltEntry;
  beforeAll(async () => void (entry = await bundleEntry('src-main/mcp/testing/stdio-entry.ts')), 60_000);
  afterAll(() => entry.remove());

  it.each(['legacy', 'modern'])('works in the %s era, with our codes for failures', async (era) => {
    const computer = await open(`
Agent:
  default:
    timeouts: { wait: 0.3 }
    action:
      - { namespace: Far, type: stdio, command: '${process.execPath}', start_args: ['${entry.path}'], era: ${era} }
`);
    expect(computer.problems).toEqual([]);
    const [info, missing, late] = await computer.runActions([
      { tool_key: 'Far.get_desktop_app_info' },
      {
        tool_key: 'Far.click_input',
        parameters: { selector: 'name="none"', window: { app: 'calculator' }, timeout_ms: 0 },
      },
      { tool_key: 'Far.wait', parameters: { seconds: 60 } },
    ]);
    expect((info!.data as { name: string }[]).map((window) => window.name)).toContain('Calculator');
    expect(missing!.structured_content).toMatchObject({ ok: false, error: { code: 'element_not_found' } });
    expect(late!.content[0]).toMatchObject({ text: expect.stringContaining('timed out after 0.3s') as string });
  });
});
