import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sleep } from '../../base/async/deadline.ts';
import { createBroker, headlessBroker, type Question } from '../../permissions/broker.ts';
import { defineTool } from '../define-tool.ts';
import type { CallEnd, CallObserver, CallStart } from '../observer.ts';
import { allTools } from '../registry.ts';
import { toCallToolResult } from '../../mcp/protocol/result.ts';
import { createBench, type Bench, type BenchOptions } from '../testing/run-tools.ts';
import { permissionsIn } from '../../permissions/testing/asked.ts';

const agent = { kind: 'agent', name: 'robot' } as const;

const stuck = defineTool({
  name: 'stuck',
  namespace: 'Test',
  type: 'action',
  effect: 'observe',
  title: 'Stuck',
  description: 'Never ends by itself.',
  input: z.object({ timeout_ms: z.number().optional() }),
  deadlineMs: 50,
  run: () => new Promise<never>(() => undefined),
});

const broken = defineTool({
  name: 'broken',
  namespace: 'Test',
  type: 'action',
  effect: 'observe',
  title: 'Broken',
  description: 'Has a bug.',
  input: z.object({}),
  run: () => Promise.reject(new TypeError('x of undefined at /home/secret')),
});

const twofold = defineTool({
  name: 'twofold',
  namespace: 'Test',
  type: 'action',
  effect: ({ does }) => does,
  title: 'Twofold',
  description: 'Looks or acts.',
  input: z.object({ does: z.enum(['observe', 'act']) }),
  failure: ({ code }, { does }, durationMs) => ({ success: false, does, errorType: code, durationMs }),
  run: () => Promise.resolve({ text: 'done' }),
});

class Watcher implements CallObserver {
  readonly starts: CallStart[] = [];
  readonly ends: CallEnd[] = [];
  before(start: CallStart): void {
    this.starts.push(start);
  }
  after(end: CallEnd): void {
    this.ends.push(end);
  }
}

let watcher: Watcher;
let logged: [string, unknown][];
let bench: Bench;
async function start(options: BenchOptions = {}): Promise<Bench> {
  bench = await createBench({
    tools: [...allTools, stuck, broken, twofold],
    observers: [watcher],
    log: (message, error) => logged.push([message, error]),
    ...options,
  });
  return bench;
}
beforeEach(() => {
  watcher = new Watcher();
  logged = [];
});
afterEach(() => bench.close());

describe('finding and parsing', () => {
  it.each(['action::summary', 'action.summary', 'AppUIExecutor.summary', 'summary'])('knows %s', async (key) => {
    await start();
    expect(await bench.text(key, { text: 'a' })).toBe('a');
    expect(watcher.starts[0]!.tool).toBe('action::summary');
  });

  it('lists near names for an unknown one, inherited ones included', async () => {
    await start();
    const outcome = await bench.run('action::click_inputs');
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'not_found', hint: 'Did you mean action::click_input?' },
    });
    for (const key of ['toString', '__proto__', 'constructor', '']) {
      expect(await bench.failure(key)).toContain('not_found');
    }
  });

  it.each([
    ['click', 'click_input'],
    ['clickInput', 'click_input'],
    ['CLICK_INPUT', 'click_input'],
    ['AppUIExecutor.Click-Input', 'click_input'],
    ['mcp__deskscope__list_windows', 'list_windows'],
  ])('suggests the intended name for %s', async (key, near) => {
    await start();
    const outcome = await bench.run(key);
    expect(outcome.ok || outcome.error.hint).toContain(`::${near}`);
  });

  it.each<[unknown, string]>([
    [{ text: 'a', txt: 'b' }, 'summary: there is no argument “txt”.'],
    [{}, 'summary: “text” is missing.'],
    [{ text: ['1', '2'] }, 'summary: “text”: Invalid input: expected string, received array.'],
    ['text', 'summary: “the arguments”: Invalid input: expected object, received string.'],
    [['a'], 'summary: “the arguments”: Invalid input: expected object, received array.'],
    // An empty object, as PHP writes it.
    [[], 'summary: “text” is missing.'],
  ])('refuses %j', async (parameters, message) => {
    await start();
    expect(await bench.failure('summary', parameters)).toBe(`invalid_parameter: ${message}`);
    expect(watcher.starts[0]!.decision).toBe('refused');
    expect(watcher.ends[0]!.error?.code).toBe('invalid_parameter');
  });
});

it('reports a call that took more than five minutes, in the log and in the run', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const lasting = (name: string, ms: number) =>
    defineTool({
      ...twofold,
      name,
      effect: 'observe',
      input: z.object({}),
      run: () => Promise.resolve({ text: String((now += ms)) }),
    });
  await start({ tools: [lasting('long', 312_000), lasting('short', 300_000)] });
  await bench.run('short');
  await bench.run('long');
  clock.mockRestore();
  const slow = 'Slow tool: it took 312 s, more than 5 minutes.';
  expect(logged.map(([message]) => message)).toEqual([`action::long of test: ${slow}`]);
  expect(watcher.ends.map(({ text }) => text.includes(slow))).toEqual([false, true]);
});

describe('permission', () => {
  const click = { selector: 'role=Button name="7"', window: { app: 'calculator' } };
  const form = { window: { app: 'form' } };

  it('lets everyone read, and the user, replays and the command line act', async () => {
    await start({ policyMode: 'observe' });
    expect(await bench.run('get_desktop_app_info', {}, { caller: agent })).toMatchObject({ ok: true });
    for (const kind of ['user', 'replay', 'cli'] as const) {
      expect(await bench.run('click_input', click, { caller: { kind, name: 'x' } })).toMatchObject({ ok: true });
    }
    expect(watcher.starts.map((one) => one.decision)).toEqual(['allowed', 'allowed', 'allowed', 'allowed']);
  });

  it.each(['observe', 'ask'] as const)('denies an agent’s act headless (%s), naming the flag', async (policyMode) => {
    await start({ policyMode });
    const outcome = await bench.run('click_input', click, { caller: agent });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(outcome.ok ? '' : outcome.error.hint).toContain('--allow act');
    expect(watcher.starts[0]!.decision).toBe('denied');
    expect(bench.fake.devices.pointer).toEqual({ x: 0, y: 0 });
  });

  it('judges a tool with several effects by its arguments, and fails in the form of its contract', async () => {
    await start();
    expect(await bench.run('twofold', { does: 'observe' }, { caller: agent })).toMatchObject({ ok: true });
    const denied = await bench.run('twofold', { does: 'act' }, { caller: agent });
    expect(denied).toMatchObject({
      ok: false,
      error: { code: 'permission_denied' },
      data: { success: false, does: 'act', errorType: 'permission_denied', durationMs: 0 },
    });
    expect(toCallToolResult(denied).structuredContent).toMatchObject({ errorType: 'permission_denied' });
    expect(await bench.run('twofold', { does: 'x' })).toMatchObject({ data: { errorType: 'invalid_parameter' } });
  });

  it('asks with sentence and app, and remembers “session” for this tool and app only', async () => {
    const broker = createBroker({ readingMs: 0 });
    await start({ broker });
    const asked: [string, string][] = [];
    broker.onChange((pending) => {
      for (const { id, sentence, target, offers } of permissionsIn(pending)) {
        asked.push([sentence, target]);
        broker.decide(id, offers.includes('session') ? 'session' : 'once');
      }
    });
    for (let i = 0; i < 2; i++) await bench.run('click_input', click, { caller: agent });
    expect(asked).toEqual([['Click the element “role=Button name="7"” with the left button', 'calculator']]);
    const other = { selector: 'name="Send"', window: { app: 'form' } };
    await bench.run('click_input', other, { caller: agent });
    await bench.run('wheel_mouse_input', { window: { app: 'form' } }, { caller: agent });
    expect(asked.map(([, target]) => target)).toEqual(['calculator', 'form', 'form']);
    expect(watcher.starts.map((one) => [one.decision, one.decidedBy])).toEqual([
      ['granted', 'acting: the answer “session”'],
      ['granted', 'an answer for this session'],
      ['granted', 'the destructive label “send”: the answer “once”'],
      ['granted', 'acting: the answer “session”'],
    ]);
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['an ordinary act', 'click_input', click, { ...click, selector: 'role=Button name="8"' }],
    ['a destructive label', 'click_input', { ...form, selector: 'name="Send"' }, { ...form, selector: 'id="name"' }],
    ['a look at a sensitive app', 'get_ui_tree', { window: { app: 'editor' } }, { window: { title: 'Editor' } }],
    ['a program', 'launch_app', { command: 'notes' }, { command: 'other' }],
    ['a program in a shell', 'run_shell', { bash_command: 'notes' }, { bash_command: 'twin' }],
  ])('denies %s for the session, without further questions', async (_, tool, first, second) => {
    const broker = createBroker({ readingMs: 60_000 });
    await start({ broker, settings: { sensitiveApps: ['editor'], allowedCommands: ['notes', 'twin'] } });
    let asked = 0;
    broker.onChange((pending) => {
      const [open] = permissionsIn(pending);
      if (!open) return;
      asked++;
      expect(open.offers).toContain('deny-session');
      broker.decide(open.id, 'deny-session');
    });
    for (const parameters of [first, second, second]) {
      expect(await bench.run(tool, parameters, { caller: agent })).toMatchObject({
        ok: false,
        error: {
          code: 'permission_denied',
          delivery: 'not_delivered',
          message: 'The user denied this for the session.',
        },
      });
    }
    expect(asked).toBe(1);
    expect(watcher.starts.map(({ decision, decidedBy }) => [decision, decidedBy])).toEqual([
      ['denied', expect.stringContaining('the answer “deny-session”')],
      ['denied', 'a denial for this session'],
      ['denied', 'a denial for this session'],
    ]);
  });

  it('recognises a destructive element under any form of name', async () => {
    const asked: Question[] = [];
    const ask = (question: Question) => {
      asked.push(question);
      return Promise.resolve('deny' as const);
    };
    await start({ broker: { ...headlessBroker, ask }, policyMode: 'act' });
    const form = { window: { app: 'form' } };
    const { id: window } = bench.fake.desktop.windows.find(({ title }) => title === 'Form')!;
    const { matches } = await bench.engine.find({ window, selector: 'name="Send"' }, {});
    bench.session.controls = new Map([['5', matches[0]!]]);
    for (const parameters of [
      { id: '5', name: 'Send' },
      { id: matches[0]!.id },
      { id: bench.session.refs.refOf(matches[0]!.id) },
      { selector: 'id="send"', ...form },
      { selector: 'name="Nothing"', alternatives: ['name="Send"'], ...form },
    ]) {
      await bench.run('click_input', parameters, { caller: agent });
    }
    expect(asked.map(({ reason }) => reason)).toEqual(Array(5).fill('the destructive label “send”'));
  });

  it('asks before it shows sensitive windows or screens, and lists names freely', async () => {
    await start({ settings: { sensitiveApps: ['form'] } });
    const run = async (tool: string, parameters = {}) => (await bench.run(tool, parameters, { caller: agent })).ok;
    const form = { window: { app: 'form' } };
    expect(await run('get_ui_tree', form)).toBe(false);
    expect(await run('get_ui_tree', { window: { app: 'calculator' } })).toBe(true);
    expect(await run('capture_desktop_screenshot')).toBe(false);
    expect(await run('get_desktop_app_info')).toBe(true);
    expect((await bench.run('get_ui_tree', form)).ok).toBe(true);
  });

  it('does nothing in a window that became sensitive after it was permitted', async () => {
    const window = () => bench.fake.desktop.windows.find(({ title }) => title === 'Form');
    watcher.before = () => bench.fake.desktop.retitle(window()!, 'Vault');
    await start({ policyMode: 'act', settings: { sensitiveApps: ['title:vault*'] } });
    const call = { window: { app: 'form' }, selector: 'role=Edit' };
    const outcome = await bench.run('click_input', call, { caller: agent });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    const vault = bench.fake.desktop.windows.find(({ title }) => title === 'Vault')!;
    bench.fake.desktop.retitle(vault, 'Form');
    const other = { window: vault.id, name: 'Name' };
    expect(await bench.run('click_element', other, { caller: agent })).toMatchObject({
      ok: false,
      error: { code: 'permission_denied', delivery: 'not_delivered' },
    });
  });

  it('uses the labels of a tool even if another look-up fails', async () => {
    const asked: string[] = [];
    const ask = ({ reason }: Question) => {
      asked.push(reason);
      return Promise.resolve('deny' as const);
    };
    const wiper = { ...twofold, name: 'wiper', reach: { labels: () => Promise.resolve(['Erase']) } };
    const input = z.object({ does: z.enum(['observe', 'act']), element: z.string() });
    await start({ broker: { ...headlessBroker, ask }, policyMode: 'act', tools: [{ ...wiper, input }] });
    await bench.run('wiper', { does: 'act', element: 'gone' }, { caller: agent });
    expect(asked).toEqual(['the destructive label “erase”']);
  });

  it('a halt ends the question', async () => {
    const broker = createBroker();
    await start({ broker });
    broker.onChange((pending) => {
      if (pending.length > 0) setTimeout(() => bench.runner.haltAll());
    });
    const outcome = await bench.run('click_input', click, { caller: agent });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(broker.pending()).toEqual([]);
  });
});

describe('running', () => {
  it('ends at the deadline, which timeout_ms extends', async () => {
    await start();
    expect(await bench.failure('stuck')).toBe('timeout: stuck took longer than 50 ms.');
    expect(await bench.failure('stuck', { timeout_ms: 100 })).toBe('timeout: stuck took longer than 150 ms.');
  });

  it('ends when halted and when its caller cancels, and works afterwards', async () => {
    await start();
    const halted = bench.run('wait', { seconds: 60 });
    await sleep(20);
    bench.runner.haltAll();
    expect(await halted).toMatchObject({ error: { code: 'cancelled', message: 'The user halted every call.' } });
    const abort = new AbortController();
    const cancelled = bench.run('wait', { seconds: 60 }, { signal: abort.signal });
    await sleep(20);
    abort.abort();
    expect(await cancelled).toMatchObject({ error: { code: 'cancelled' } });
    expect(await bench.run('wait', { seconds: 60 }, { signal: abort.signal })).toMatchObject({ ok: false });
    expect(await bench.text('wait', { seconds: 0 })).toContain('Success');
  });

  it('a hanging desktop costs only one call a timeout', async () => {
    await start();
    bench.fake.faults.set('hang', 'list');
    expect(await bench.failure('get_desktop_app_info')).toContain('timeout');
  }, 10_000);

  it('logs a bug without details in the answer', async () => {
    await start();
    expect(await bench.failure('broken')).toBe('internal: Something went wrong inside Deskscope.');
    expect(logged).toEqual([['action::broken failed', expect.any(TypeError)]]);
  });

  it('a failing observer is logged', async () => {
    const failing = { before: () => Promise.reject(new Error('disk')), after: () => undefined };
    await start({ observers: [failing, watcher] });
    expect(await bench.text('summary', { text: 'a' })).toBe('a');
    expect(logged).toEqual([['a call observer failed', expect.any(Error)]]);
    expect(watcher.ends).toMatchObject([{ call: 1, text: 'a' }]);
  });
});

describe('secrets', () => {
  const secret = 'hunter2';
  const form = { app: 'form' };

  it.each<[string, string, Record<string, unknown>]>([
    ['a password field', 'set_edit_text', { selector: 'role=Edit name="Password"', text: secret }],
    ['a field that is not there', 'set_edit_text', { selector: 'id="x"', text: secret, timeout_ms: 0 }],
    ['what is declared secret', 'set_edit_text', { selector: 'id="name"', text: secret, secret: true }],
    ['keys for a password field', 'keyboard_input', { selector: 'role=Edit name="Password"', keys: secret }],
    ['a call that is refused', 'set_edit_text', { selector: 'id="name"', text: secret, clear_text: secret }],
  ])('%s: the text is in no trace', async (_, tool, parameters) => {
    await start();
    await bench.run(tool, { ...parameters, window: form });
    const seen = JSON.stringify([watcher.starts, watcher.ends, logged]);
    expect(watcher.ends).toHaveLength(1);
    expect(seen).not.toContain(secret);
    expect(seen).toContain('•••');
  });

  it('nor if the field is named by its id, its ref or a point', async () => {
    await start();
    const { id: window } = bench.fake.desktop.windows.find(({ title }) => title === 'Form')!;
    const { matches } = await bench.engine.find({ window, selector: 'role=Edit name="Password"' });
    const { id, bounds } = matches[0]!;
    for (const called of [id, bench.session.refs.refOf(id), `${bounds!.x + 5},${bounds!.y + 5}`]) {
      await bench.run('set_edit_text', { id: called, text: secret });
      await bench.run('keyboard_input', { id: called, keys: secret });
      await bench.run('type_text', { element: called, text: secret });
    }
    expect(watcher.ends.map(({ error }) => error)).toEqual(Array(9).fill(undefined));
    expect(JSON.stringify([watcher.starts, watcher.ends, logged])).not.toContain(secret);
  });

  it('keys that go to a focused password field are masked too', async () => {
    await start();
    await bench.run('click_input', { selector: 'role=Edit name="Password"', window: form });
    await bench.run('keyboard_input', { keys: secret, window: form });
    expect(watcher.ends.map(({ tool, error }) => [tool, error])).toEqual([
      ['action::click_input', undefined],
      ['action::keyboard_input', undefined],
    ]);
    expect(watcher.starts[1]!.parameters['keys']).toContain('•••');
    expect(JSON.stringify(watcher)).not.toContain(secret);
  });

  it('other text is shown', async () => {
    await start();
    await bench.run('set_edit_text', { selector: 'id="name"', text: 'Ada', window: form });
    expect(watcher.starts[0]!.parameters['text']).toBe('Ada');
  });

  it('the question shows the mask', async () => {
    const broker = createBroker();
    await start({ broker });
    const sentences: string[] = [];
    broker.onChange((pending) => {
      for (const one of permissionsIn(pending)) {
        sentences.push(one.sentence);
        broker.decide(one.id, 'deny');
      }
    });
    const parameters = { selector: 'role=Edit name="Password"', text: secret, window: form };
    const outcome = await bench.run('set_edit_text', parameters, { caller: agent });
    expect(outcome).toMatchObject({ error: { code: 'permission_denied', message: 'The user did not allow it.' } });
    expect(sentences).toEqual(['Enter “•••” in the element “role=Edit name="Password"”']);
  });
});
