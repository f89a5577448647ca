import { expect, it } from 'vitest';
import { deadlines } from '../../engine/deadlines.ts';
import type { CallOptions, Engine, EngineMethod } from '../../engine/engine.ts';
import { createFakeBackend } from '../../engine/backends/fake/index.ts';
import { silentLog } from '../../base/log.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { headlessBroker, type Question } from '../../permissions/broker.ts';
import { defaultSettings } from '#contract/model/settings';
import { center } from '#contract/model/geometry';
import { toolKey } from '#contract/model/tools/tool-call';
import { widestEffect, type Tool } from '../define-tool.ts';
import type { CallEnd } from '../observer.ts';
import { agentTools, toolSets } from '../registry.ts';
import { callsOf, type Call, type Named } from '../testing/every-call.ts';
import { createBench } from '../testing/run-tools.ts';
import type { ToolSession } from '../session/tool-session.ts';

/** Concurrent calls: most of a call is waiting. */
const atOnce = 6;
/** Characters of a text that distinguish outcomes. */
const shown = 160;
/** Output that depends on the machine, the clock or the test's own folder. */
const timed: ReadonlySet<string> = new Set(['run_shell', 'read_file', 'list_directory', 'move_file', 'write_file']);

/** The core tools share names with others that have other arguments. */
const tools: readonly (readonly [set: string, tool: Tool])[] = [
  ...toolSets.core.map((tool) => ['core', tool] as const),
  ...agentTools.map((tool) => ['all', tool] as const),
].filter(([, tool]) => widestEffect(tool) !== 'observe' && !timed.has(tool.name));

/**
 * One call on its own desktop: questions, traces, actions and the answer. Intended differences are written by `npx vitest run
 * --project unit pinned-calls -u`, and reviewed line by line.
 */
async function observe(tool: Tool, call: Call): Promise<string> {
  const lines: string[] = [];
  const real = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(createFakeBackend()) });
  let isOn = false;
  const engine = new Proxy(real, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      const acts = Object.hasOwn(deadlines, name) && deadlines[name as EngineMethod].acts;
      if (typeof own !== 'function' || !acts) return own;
      return (input: unknown, options: CallOptions = {}) => {
        if (isOn) lines.push(`  engine: ${String(name)} ${JSON.stringify(input)}`);
        // What is done does not depend on the deadline, which a busy machine may miss.
        return Reflect.apply(own, target, [input, { ...options, timeoutMs: 60_000 }]) as unknown;
      };
    },
  });
  const ask = ({ sentence, reason, target, apps, offers }: Question) => {
    const asked = [sentence, reason, target, apps.join(' '), offers.join(' ')];
    lines.push(`  question: ${asked.map(short).join(' | ')}`);
    return Promise.resolve('once' as const);
  };
  const after = ({ parameters, decision, decidedBy, effect, secret, error }: CallEnd) => {
    const traced = [decision, short(decidedBy), effect, secret ? 'secret' : '', error?.code, error?.delivery];
    lines.push(`  trace: ${JSON.stringify(parameters)} ${traced.filter(Boolean).join(' | ')}`);
  };
  const bench = await createBench({
    engine,
    tools: [tool],
    caller: { kind: 'agent', name: 'agent' },
    broker: { ...headlessBroker, ask },
    observers: [{ before: () => undefined, after }],
    settings: { ...defaultSettings, allowedFolders: [] },
  });
  try {
    await listedButton(real, bench.session);
    isOn = true;
    const outcome = await bench.run(toolKey(tool.type, tool.name), call, { room: 400 });
    isOn = false;
    lines.push(
      outcome.ok
        ? `  answer: ${short([outcome.result.text, outcome.result.note].filter(Boolean).join(' / '))}`
        : `  error: ${outcome.error.code} | ${short(outcome.error.message)}`,
    );
    return [JSON.stringify(call), ...lines].join('\n');
  } finally {
    await bench.close();
  }
}

/** A window with a listed button that has a ref. */
async function listedButton(engine: Engine, session: ToolSession): Promise<Named> {
  const window = (await engine.listWindows({})).items.find(({ title }) => title === 'Form');
  if (!window) throw new Error('The scripted desktop shows no form.');
  const selector = 'role=Button name=Remove';
  const [button] = (await engine.find({ window: window.id, selector })).matches;
  if (!button?.bounds) throw new Error('The form has no such button.');
  session.windows = new Map([['1', window]]);
  session.controls = new Map([['1', button]]);
  session.selected = window;
  const { id: handle, title, app } = window;
  return {
    handle,
    title,
    app,
    ref: session.refs.refOf(button.id),
    selector,
    name: 'Remove',
    at: center(button.bounds),
  };
}

/** On one line, without the duration. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\bafter \d+ ms/, 'after 0 ms');
  return line.length > shown ? `${line.slice(0, shown)}…` : line;
}

it('questions, actions, traces and answers of every acting call are unchanged', async () => {
  const bench = await createBench();
  const named = await listedButton(bench.engine, bench.session);
  await bench.close();
  const calls = tools.flatMap(([set, tool]) => callsOf(tool, named).map((call) => ({ set, tool, call })));
  const rows = await concurrently(calls, ({ tool, call }) => observe(tool, call));
  const titled = rows.map((row, index) => `${calls[index]?.set} ${calls[index]?.tool.name} ${row}`);
  await expect(`${titled.join('\n')}\n`).toMatchFileSnapshot('pinned-calls.txt');
}, 120_000);

async function concurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
