import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallEnd } from '../../tools/observer.ts';
import { scopeOf } from '../../tools/registry.ts';
import { createHttpBench, token, type HttpBench } from '../../mcp/testing/http-bench.ts';
import { serveHttp } from '../../mcp/transports/http.ts';
import type { Computer } from '../computer.ts';
import { createComputerBench, type ComputerBench, type ComputerBenchOptions } from '../testing/computer-bench.ts';
import { serveLegacyHttp, type LegacyHttp } from '../testing/legacy-http.ts';

let bench: ComputerBench | undefined;
let far: HttpBench | undefined;
let legacy: LegacyHttp | undefined;
afterEach(async () => {
  await bench?.close();
  await far?.close();
  await legacy?.kill();
  bench = far = legacy = undefined;
});

function observing(ends: CallEnd[]) {
  return [{ before: () => undefined, after: (end: CallEnd) => void ends.push(end) }];
}

function yaml(port: number, more = ''): string {
  return `
Agent:
  default:
    timeouts: { wait: 0.3, slumber: 0.3 }
    action:
      - namespace: Far
        type: http
        host: 127.0.0.1
        port: ${port}
        headers: { Authorization: "Bearer \${TOKEN}" }
        ${more}
`;
}

async function open(port: number, options: Partial<ComputerBenchOptions> = {}): Promise<Computer> {
  bench = await createComputerBench({ config: yaml(port), variables: { TOKEN: token }, ...options });
  return bench.manager.getOrCreate({ agent: 'Agent' });
}

async function run(computer: Computer, tool_key: string, parameters = {}) {
  const [result] = await computer.runActions([{ tool_key, parameters }]);
  return { ...result!, text: (result!.content[0] as { text: string }).text };
}

describe('another Deskscope over HTTP', { timeout: 30_000 }, () => {
  it('sees, acts and fails as if it were here, and passes the choke point of both', async () => {
    const ends = { here: [] as CallEnd[], far: [] as CallEnd[] };
    far = await createHttpBench({ observers: observing(ends.far) });
    const computer = await open(far.serving.port, { observers: observing(ends.here) });
    expect(computer.problems).toEqual([]);
    expect(computer.toolCall('click_input')).toMatchObject({
      title: 'Click a control',
      namespace: 'Far',
      annotations: { readOnlyHint: false, openWorldHint: false },
      input_schema: { properties: { button: {} }, additionalProperties: false },
    });
    const window = { app: 'calculator' };
    for (const key of ['7', '×', '6', '=']) {
      const selector = `role=Button name="${key}"`;
      expect(await run(computer, 'action::click_input', { selector, window })).toMatchObject({ is_error: false });
    }
    expect((await run(computer, 'texts', { selector: 'id="display"', window })).data).toEqual(['Display', '42']);
    expect((await run(computer, 'capture_desktop_screenshot')).data).toMatch(/^data:image\/png;base64,/);
    const wrong = await run(computer, 'click_input', { bogus: 1 });
    expect(wrong.structured_content).toMatchObject({ error: { code: 'invalid_parameter' } });
    const clicks = (list: readonly CallEnd[]) => list.filter(({ tool }) => tool === 'action::click_input').length;
    expect([clicks(ends.here), clicks(ends.far)]).toEqual([5, 5]);
    expect(ends.far[0]!.caller).toEqual({ kind: 'agent', name: 'deskscope' });
  });

  it('learns of a time limit', async () => {
    const ends: CallEnd[] = [];
    far = await createHttpBench({ observers: observing(ends) });
    const computer = await open(far.serving.port);
    expect((await run(computer, 'wait', { seconds: 60 })).text).toMatch(/^Tool wait execution timed out after 0\.3s\n/);
    await vi.waitFor(() => expect(ends[0]?.error?.code).toBe('cancelled'), { timeout: 5_000 });
  });

  it('reports its progress', async () => {
    far = await createHttpBench();
    bench = await createComputerBench({
      config: yaml(far.serving.port).replace('wait: 0.3, ', ''),
      variables: { TOKEN: token },
    });
    const computer = await bench.manager.getOrCreate({ agent: 'Agent' });
    const seen: number[] = [];
    await computer.runActions([{ tool_key: 'wait', parameters: { seconds: 1.2 } }], {
      progress: (fraction) => seen.push(fraction),
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
  });

  it('is reached by its address, and asked for permission before it is asked at all', async () => {
    const ends: CallEnd[] = [];
    far = await createHttpBench({ observers: observing(ends) });
    const url = `url: "\${ADDRESS}/AppUIExecutor"`;
    const computer = await open(1, {
      config: yaml(1, url),
      variables: { TOKEN: token, ADDRESS: far.serving.url },
      policyMode: 'observe',
    });
    expect(computer.problems).toEqual([]);
    expect(computer.tools().map((tool) => tool.tool_name)).not.toContain('get_ui_tree');
    const denied = await run(computer, 'summary', { text: 'x' });
    expect(denied.structured_content).toMatchObject({ error: { code: 'permission_denied' } });
    expect(ends).toEqual([]);
  });

  it('that ended costs one clear error, and is reached again when it is back', async () => {
    far = await createHttpBench();
    const { port } = far.serving;
    const computer = await open(port);
    await run(computer, 'summary', { text: 'x' });
    await far.serving.close();
    const lost = await run(computer, 'summary', { text: 'x' });
    expect(lost.text).toMatch(/^The server “Far” was lost\. The server at http:\/\/127.0.0.1:\d+ did not answer: /);
    const back = await serveHttp({
      runner: far.runner,
      version: '0',
      token,
      port,
      scope: scopeOf(['ufo']),
      log: () => undefined,
    });
    expect((await run(computer, 'summary', { text: 'y' })).data).toBe('y');
    await bench!.manager.reset();
    await back.close();
  });

  it('reports why it lets nobody in', async () => {
    far = await createHttpBench();
    const computer = await open(far.serving.port, { variables: { TOKEN: 'wrong' } });
    expect(computer.problems[0]!.message).toMatch(/did not answer: .*401/);
  });
});

describe('a server of the 2025 era over HTTP', { timeout: 30_000 }, () => {
  it('answers, is told to cancel, and its session is ended', async () => {
    legacy = await serveLegacyHttp();
    const computer = await open(legacy.port);
    expect((await run(computer, 'hello')).data).toBe('hello');
    expect((await run(computer, 'slumber')).text).toContain('timed out after 0.3s');
    await vi.waitFor(() => expect(legacy!.cancelled()).toBe(1), { timeout: 5_000 });
    await computer.close();
    expect(legacy.ended()).toBe(1);
  });

  it('that dies during a call ends the call', async () => {
    legacy = await serveLegacyHttp();
    const computer = await open(legacy.port, { config: yaml(legacy.port).replace('slumber: 0.3', '') });
    const call = run(computer, 'slumber');
    await run(computer, 'hello');
    await legacy.kill();
    const { text } = await call;
    expect(text).toMatch(/^The server “Far” was lost\./);
    const { port } = legacy;
    legacy = await serveLegacyHttp(port);
    expect((await run(computer, 'hello')).data).toBe('hello');
  });
});
