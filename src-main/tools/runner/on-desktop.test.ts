import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend } from '../../engine/backends/fake/index.ts';
import { deadlines } from '../../engine/deadlines.ts';
import type { Engine } from '../../engine/engine.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { headlessBroker } from '../../permissions/broker.ts';
import { createGate } from '../../permissions/gate.ts';
import { createHalt } from '../../permissions/halt.ts';
import { AppError } from '#contract/errors';
import { center } from '#contract/model/geometry';
import { defaultSettings } from '#contract/model/settings';
import { toolKey } from '#contract/model/tools/tool-call';
import type { DesktopHost, Turn } from '../desktop-host.ts';
import type { CallEnd } from '../observer.ts';
import { worksOnDesktops } from '../desktop-host.ts';
import { agentTools, allTools, toolSets } from '../registry.ts';
import { callsOf } from '../testing/every-call.ts';
import { createToolSession, type ToolSession } from '../session/tool-session.ts';
import { createToolRunner, type ToolRunner } from './tool-runner.ts';

const id = 'abc123';
const agent = { kind: 'agent', name: 'agent' } as const;
const halt = createHalt();
let live: Engine;
let own: Engine;
/** Calls to the engine of the user's desktop. */
let touched: string[];
let traced: CallEnd[];
let runner: ToolRunner;
let inside: ToolSession;
let turn: Turn;

const scripted = () => createLocalEngine({ log: silentLog, backend: () => Promise.resolve(createFakeBackend()) });

beforeEach(async () => {
  [live, own] = [await scripted(), await scripted()];
  [touched, traced, inside] = [[], [], createToolSession()];
  const watched = new Proxy(live, {
    get(target, name) {
      if (Object.hasOwn(deadlines, name)) touched.push(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  turn = () => Promise.resolve(() => undefined);
  const gate = createGate({ policyMode: 'all', broker: headlessBroker, halt });
  const host: DesktopHost = {
    of: () => ({ open: () => Promise.reject(new Error()), list: () => [], close: () => Promise.resolve() }),
    enter: () => ({ id, engine: own, session: inside, gate, turn }),
    takes: worksOnDesktops,
    leave: () => undefined,
  };
  runner = createToolRunner({
    tools: allTools,
    engine: watched,
    gate: createGate({ policyMode: 'observe', broker: headlessBroker, halt }),
    desktops: host,
    observers: [{ before: () => undefined, after: (end) => void traced.push(end) }],
    // The user's files must not be reachable from a desktop without questions.
    settings: () => ({ ...defaultSettings, allowedFolders: ['/'] }),
    skills: () => {
      throw new Error('the skills of the person');
    },
    log: silentLog,
  });
});
afterEach(async () => {
  halt.resume();
  await Promise.all([live.close(), own.close()]);
});

const run = (key: string, parameters: object, tools = agentTools) =>
  runner.run(key, parameters, { caller: agent, session: createToolSession(), tools });

it('no tool sent to a desktop touches the user’s own, or the rest of the user’s data', async () => {
  const window = (await own.listWindows({})).items.find(({ title }) => title === 'Form')!;
  const [button] = (await own.find({ window: window.id, selector: 'role=Button name=Remove' })).matches;
  inside.selected = window;
  const named = {
    ...window,
    handle: window.id,
    ref: inside.refs.refOf(button!.id),
    selector: 'role=Button name=Remove',
  };
  let sent = 0;
  for (const tool of [...toolSets.core, ...agentTools]) {
    const tools = toolSets.core.includes(tool) ? toolSets.core : agentTools;
    for (const call of callsOf(tool, { ...named, name: 'Remove', at: center(button!.bounds!) }).slice(0, 1)) {
      const key = toolKey(tool.type, tool.name);
      const outcome = await run(key, { ...call, desktop_id: id }, tools);
      expect(touched, key).toEqual([]);
      const error = outcome.ok ? '' : outcome.error.message;
      if (worksOnDesktops(tool)) expect(error, key).not.toMatch(/desktop_id|Agents may only look/);
      else if (!('desktop_id' in tool.input.shape)) expect(error, key).toMatch(/does not act on a desktop/);
      sent++;
    }
  }
  expect(sent).toBeGreaterThan(80);
}, 60_000);

it('an act on a desktop asks no question, is traced with its desktop, and ends with a halt', async () => {
  const click = { name: '7', control_type: 'Button', window: 'Calculator' };
  expect(await run('click_element', click)).toMatchObject({ ok: false, error: { code: 'permission_denied' } });
  touched.length = 0;
  const outcome = await run('click_element', { ...click, desktopId: id });
  expect(outcome).toMatchObject({ ok: true });
  expect(traced.at(-1)).toMatchObject({ parameters: { desktop_id: id }, engine: own, decision: 'allowed' });
  halt.pull();
  expect(await run('click_element', { ...click, desktop_id: id })).toMatchObject({
    ok: false,
    error: { code: 'permission_denied' },
  });
  expect(touched).toEqual([]);
});

it('all calls of a task on a desktop go there, except those that would touch the user’s own', async () => {
  const gate = createGate({ policyMode: 'all', broker: headlessBroker, halt });
  const within = { id, engine: own, gate, turn, takes: worksOnDesktops };
  const session = createToolSession();
  const inTask = (key: string, parameters: object) =>
    runner.run(key, parameters, { caller: agent, session, tools: agentTools, within });
  const click = { name: '7', control_type: 'Button', window: 'Calculator' };
  expect(await inTask('click_element', click)).toMatchObject({ ok: true });
  expect(traced.at(-1)).toMatchObject({ parameters: { desktop_id: id }, engine: own, decision: 'allowed' });
  expect(await inTask('list_folder', { path: '/' })).toMatchObject({
    ok: false,
    error: { code: 'unsupported_platform', message: expect.stringContaining('this task on another') as unknown },
  });
  // Steps of a recording that the user replays there.
  const step = { selector: 'role=Button name="7"', window: { title: 'Calculator' } };
  const user = { caller: { kind: 'user', name: 'You' }, session, within } as const;
  expect(await runner.run('action::step_click', step, user)).toMatchObject({ ok: true });
  expect(touched).toEqual([]);
});

it('while the user works there an act waits, a read does not, and a halt ends the wait', async () => {
  const taken = new Promise<() => void>(() => undefined);
  let ends = 0;
  turn = (signal) =>
    Promise.race([
      taken,
      new Promise<never>((_, no) => signal.addEventListener('abort', () => no(new AppError('cancelled')))),
    ]);
  const click = { name: '7', control_type: 'Button', window: 'Calculator', desktop_id: id };
  const waiting = run('click_element', click);
  expect(await run('list_windows', { desktop_id: id })).toMatchObject({ ok: true });
  runner.haltAll();
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  turn = () => Promise.resolve(() => void ends++);
  expect(await run('click_element', click)).toMatchObject({ ok: true });
  expect(await run('click_element', { ...click, name: 'none', timeout_ms: 0 })).toMatchObject({ ok: false });
  expect(ends).toBe(2);
});

it.each([[{ desktop_id: {} }], [{ desktop_id: true }], [{ desktop_id: [id] }]])('%j is not an id', async (given) => {
  expect(await run('list_windows', given)).toMatchObject({
    ok: false,
    error: { code: 'invalid_parameter', message: expect.stringContaining('desktop_id') as unknown },
  });
  expect(touched).toEqual([]);
});
