import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentStates, type AgentEvent } from '#contract/model/agents/agent';
import type { TraceEvent } from '#contract/model/runs/trace';
import { silentLog } from '../base/log.ts';
import { exportRunAs, toExport } from './export-run.ts';
import { runExporters } from './exporters/list.ts';
import { readText, wholeParameters, wholeText, wholeRun, type WholeCall } from './exporters/whole-run.ts';
import { importRun } from './import/import-run.ts';
import { answerWith } from './importers/importer.ts';
import { sendRun } from './send-otlp.ts';
import { openTrace, type TraceReader } from './trace/trace-reader.ts';
import { createTraceWriter } from './trace/trace-writer.ts';

let root: string;
const readers: TraceReader[] = [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'deskscope-export-'));
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
  rmSync(root, { recursive: true, force: true });
});

async function open(place: string): Promise<TraceReader> {
  const reader = await openTrace(place);
  readers.push(reader);
  return reader;
}

const exporter = (id: string) => runExporters.find((one) => one.id === id)!;
const options = { version: '1.2.3', content: false };

/** The same numbers for the same seed: https://en.wikipedia.org/wiki/Linear_congruential_generator (glibc's constants). */
function random(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return { next, of: <T>(all: readonly T[]) => all[next(all.length)]! };
}

const texts = ['', 'plain', 'two\nlines ', '“ä” 漢字 🙂', '{"a":[1]}', '\u0007\\"</script>', 'long '.repeat(900)];

/** A run of agents, or of calls alone, with all that a step may have and lack. */
async function writeRun(seed: number): Promise<TraceReader> {
  const { next, of } = random(seed);
  const folder = path.join(root, `run-${seed}`);
  const kind = of(['task', 'client', 'replay'] as const);
  const writer = createTraceWriter({ folder, run: `run-${seed}`, title: of(texts) || 'Title', kind, log: silentLog });
  let calls = 0;
  const call = async () => {
    const about = {
      call: (calls += 1),
      tool: of(['action::click_input', 'ui_automation::find']),
      parameters: { text: of(texts), deep: { n: next(9) } },
      decision: of(['allowed', 'granted'] as const),
      decidedBy: of(['a rule', 'a person']),
      caller: { kind: 'agent' as const, name: of(['robot', 'HostAgent']) },
    };
    await writer.before(about);
    const failure = of([{}, { error: { code: 'timeout' as const, message: of(texts), hint: 'Wait.' } }]);
    await writer.after({ ...about, elapsedMs: next(50), text: of(texts), ...failure });
    return writer.numberOf(about.call);
  };
  if (kind !== 'task') for (let left = 1 + next(4); left > 0; left--) await call();
  for (let round = 1; kind === 'task' && round <= 1 + next(2); round++) {
    const models = { HostAgent: 'local:m', AppAgent: 'local:m' };
    writer.report({ event: 'round', round, request: of(texts), models, limits: {} });
    for (let step = round * 10; step < round * 10 + next(4); step++) await writeStep(step, round);
  }
  async function writeStep(step: number, round: number): Promise<void> {
    const report = (event: AgentEvent) => writer.report(event);
    const agent = of([
      { kind: 'HostAgent', name: 'HostAgent' },
      { kind: 'AppAgent', name: 'AppAgent/a/b' },
    ] as const);
    report({ event: 'step', step, agent, round, ...of([{}, { subTask: '1' }]) });
    const picture = {
      blob: writer.keep(png(next(200) + 2), 'png'),
      bounds: of([null, { x: -5, y: 1, width: 3, height: 4 }]),
    };
    const controls = of([{}, { controls: writer.keep('1. Button', 'txt') }]);
    const pictures = of([[], [{ ...picture, label: 'Window', tokens: 7 }]]);
    if (next(3) > 0)
      report({
        event: 'saw',
        step,
        pictures,
        ...controls,
        controlCount: 'controls' in controls ? 4 : 0,
        textTokens: 3,
      });
    if (next(4) > 0) {
      report({ event: 'asked', step, attempt: 1 + next(2), model: 'local:m', prompt: writer.keep(of(texts), 'txt') });
      const answer = of([{}, { answer: answerWith(of(agentStates), { thought: of(texts), plan: ['a', of(texts)] }) }]);
      const usage = of([{}, { usage: { inputTokens: next(99), outputTokens: next(9), cost: of([null, 0.25]) } }]);
      const problem = of([{}, { problem: 'no JSON' }]);
      report({
        event: 'answered',
        step,
        attempt: 1,
        elapsedMs: 3,
        raw: writer.keep(of(texts), 'txt'),
        ...answer,
        ...usage,
        ...problem,
      });
    }
    for (let left = next(3); left > 0; left--) {
      const made: number[] = [];
      for (let more = next(3); more > 0; more--) made.push(await call());
      const target = of([{}, { target: { x: 1, y: 2, width: 3, height: 4 } }, { target: null }]);
      const action = { function: of(['click_input', 'paint']), arguments: { keys: of(texts) } };
      const status = of(['success', 'failure', 'skipped', 'denied', 'none'] as const);
      report({ event: 'acted', step, action, calls: made, status, text: of(texts), ...target });
    }
    if (next(2) > 0) report({ event: 'state', agent, from: null, to: of(agentStates), why: '' });
    report({ event: 'stepped', step, elapsedMs: { model: next(99), act: 1.5 } });
  }
  await writer.close(of([{}, { outcome: { status: 'failed', text: of(texts) } as const }]));
  return open(folder);
}

function png(size: number): Buffer {
  const head = Buffer.alloc(30, size);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  head.writeUInt32BE(size, 16);
  head.writeUInt32BE(size, 20);
  return head;
}

/** All of a run that ATIF can represent. */
async function whatAtifHolds(trace: TraceReader): Promise<unknown> {
  const run = await toExport(trace);
  const callIn = async ({ before, after, seen }: WholeCall) => ({
    tool: before.tool,
    parameters: await wholeParameters(run, before),
    caller: before.caller,
    decided: [before.decision, before.decidedBy],
    text: await wholeText(run, after),
    error: after?.error ?? null,
    elapsedMs: after?.elapsedMs ?? 0,
    pictures: [seen.before?.picture?.blob, seen.after?.picture?.blob],
  });
  const items = wholeRun(run.events).map(async (item) => {
    if (item.kind === 'round') return { round: item.round.round, request: item.round.request };
    if (item.kind === 'call') return callIn(item);
    const { step, saw, asked, answered, acted, calls, elapsedMs, state } = item;
    const usages = answered.flatMap(({ event }) => event.usage ?? []);
    const prompt = asked.at(-1)?.event.prompt;
    const raw = answered.at(-1)?.event.raw;
    return {
      agent: [step.agent, step.round, step.subTask],
      pictures: (saw?.pictures ?? []).map(({ blob, bounds, label }) => [blob, bounds, label]),
      controls: saw?.controls ? [await readText(run, saw.controls), saw.controlCount] : null,
      asked: [asked.at(-1)?.event.model, asked.at(-1)?.event.attempt, prompt ? await readText(run, prompt) : ''],
      answer: answered.flatMap(({ event }) => event.answer ?? []).at(-1) ?? null,
      replies: [raw ? await readText(run, raw) : '', answered.at(-1)?.event.problem ?? '', usages],
      acts: await Promise.all(
        acted.map(async ({ action, status, text, target, calls: made }) => ({
          acted: [action, status, text, target ?? null],
          calls: await Promise.all(made.map((number) => callIn(calls.get(number)!))),
        })),
      ),
      over: [elapsedMs, state],
    };
  });
  const { title, outcome } = trace.about;
  return { title, outcome, items: await Promise.all(items) };
}

it('loses nothing that ATIF can hold, out and in', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const trace = await writeRun(seed);
    const file = path.join(root, `atif-${seed}`, 'trajectory.json');
    const zip = path.join(root, `${seed}.zip`);
    await exportRunAs(trace, exporter('atif'), zip, options);
    const taken = path.join(root, `taken-${seed}`);
    await importRun(zip, taken);
    expect(await whatAtifHolds(await open(taken)), `seed ${seed}`).toEqual(await whatAtifHolds(trace));
    expect(existsSync(file)).toBe(false);
  }
});

it('keeps the order of the trace if the clock is set back', () => {
  const agent = { kind: 'HostAgent', name: 'HostAgent' } as const;
  const reported = (second: number, event: AgentEvent): TraceEvent => ({
    type: 'agent',
    at: `2026-01-01T00:00:0${second}Z`,
    agent: event,
  });
  const models = { HostAgent: '', AppAgent: '' };
  const items = wholeRun([
    reported(5, { event: 'round', round: 1, request: '', models, limits: {} }),
    reported(3, { event: 'step', step: 1, agent, round: 1 }),
    reported(1, { event: 'step', step: 2, agent, round: 1 }),
  ]);
  expect(items.map((item) => (item.kind === 'step' ? item.step.step : item.kind))).toEqual(['round', 1, 2]);
});

it('writes ATIF as its document, with pictures beside it', async () => {
  const trace = await writeRun(6);
  const file = path.join(root, 'some.json');
  await exportRunAs(trace, exporter('atif'), file, options);
  const document = JSON.parse(readFileSync(file, 'utf8')) as { steps: readonly Record<string, unknown>[] };
  expect(document).toMatchObject({ schema_version: 'ATIF-v1.7', agent: { name: 'deskscope', version: '1.2.3' } });
  document.steps.forEach((step, index) => {
    expect(step['step_id']).toBe(index + 1);
    // Harbor's models refuse these elsewhere.
    if (step['source'] !== 'agent')
      for (const only of ['model_name', 'tool_calls', 'metrics', 'reasoning_content'])
        expect(step).not.toHaveProperty(only);
  });
  const named = [...readFileSync(file, 'utf8').matchAll(/"path": "(images\/[^"]+)"/g)].map(([, name]) => name!);
  for (const name of named) expect(existsSync(path.join(root, name)), name).toBe(true);
});

const at = (ms: number) => new Date(1_800_000_000_000 + ms).toISOString();
const secret = 'Invoice of Ms Smith';
const agent = { kind: 'AppAgent', name: `AppAgent/calc/${secret}` } as const;
const reported = (ms: number, event: AgentEvent): TraceEvent => ({ type: 'agent', at: at(ms), agent: event });

/** A step with an answer that cannot be used, and a call that fails. */
const events: readonly TraceEvent[] = [
  reported(0, { event: 'round', round: 1, request: secret, models: { HostAgent: '', AppAgent: '' }, limits: {} }),
  reported(10, { event: 'step', step: 1, agent, round: 1 }),
  reported(20, { event: 'asked', step: 1, attempt: 1, model: 'gemini:pro', prompt: `${'a'.repeat(64)}.txt` }),
  reported(1_020, {
    event: 'answered',
    step: 1,
    attempt: 1,
    elapsedMs: 1_000,
    raw: `${'b'.repeat(64)}.txt`,
    problem: secret,
    usage: { inputTokens: 10, outputTokens: 2, cost: null },
  }),
  {
    type: 'before',
    at: at(1_030),
    call: 1,
    tool: 'action::click_input',
    caller: { kind: 'agent', name: agent.name },
    parameters: { text: secret },
    decision: 'allowed',
    target: { id: '1', title: secret, app: 'calc' },
  },
  {
    type: 'after',
    at: at(1_050),
    call: 1,
    elapsedMs: 20,
    text: secret,
    error: { code: 'timeout', message: secret, hint: '' },
  },
  reported(1_060, {
    event: 'acted',
    step: 1,
    action: { function: 'click_input', arguments: {} },
    calls: [1],
    status: 'failure',
    text: secret,
  }),
  reported(1_070, { event: 'stepped', step: 1, elapsedMs: { model: 1_000 } }),
];
const about = { version: 3, run: 'r', title: secret, started: at(0), ended: at(2_000), kind: 'task' } as const;
const run = {
  about: { ...about, outcome: { status: 'failed', text: secret } as const },
  events,
  blob: () => Promise.resolve(Buffer.from(secret)),
  tree: () => Promise.resolve(null),
};

async function otlp(content: boolean) {
  for await (const { content: text } of exporter('otlp').files(run, { ...options, content })) return String(text);
  throw new Error('nothing was written');
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly schemaUrl: string; readonly spans: readonly Record<string, unknown>[] }[];
  }[];
}

it('reports a run as spans, by OpenTelemetry’s conventions', async () => {
  const sent = JSON.parse(await otlp(false)) as Sent;
  const [{ spans, schemaUrl } = { spans: [], schemaUrl: '' }] = sent.resourceSpans[0]?.scopeSpans ?? [];
  expect(schemaUrl).toBe('https://opentelemetry.io/schemas/1.41.0');
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
    ['invoke_workflow task', 1],
    ['invoke_agent AppAgent', 1],
    ['chat pro', 3],
    ['execute_tool action::click_input', 1],
  ]);
  const [root, step, chat, tool] = spans;
  expect([step?.['parentSpanId'], chat?.['parentSpanId'], tool?.['parentSpanId']]).toEqual([
    root?.['spanId'],
    step?.['spanId'],
    step?.['spanId'],
  ]);
  for (const span of spans) {
    expect(span['traceId']).toMatch(/^[0-9a-f]{32}$/);
    expect(span['spanId']).toMatch(/^[0-9a-f]{16}$/);
  }
  expect(chat).toMatchObject({
    startTimeUnixNano: '1800000000020000000',
    endTimeUnixNano: '1800000001020000000',
    status: { code: 2 },
    attributes: expect.arrayContaining([
      { key: 'gen_ai.provider.name', value: { stringValue: 'gcp.gemini' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '10' } },
    ]) as unknown,
  });
  expect(tool?.['attributes']).toContainEqual({ key: 'error.type', value: { stringValue: 'timeout' } });
});

it('exports no text of a run without request', async () => {
  expect(await otlp(false)).not.toContain(secret);
  const all = await otlp(true);
  for (const key of ['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.tool.call.arguments'])
    expect(all).toContain(key);
  expect(all).toContain(secret);
});

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function collector(
  answer: (asked: IncomingMessage, body: string, reply: ServerResponse) => void,
): Promise<string> {
  server = createServer((asked, reply) => {
    let body = '';
    asked.on('data', (bytes: Buffer) => (body += bytes.toString()));
    asked.on('end', () => answer(asked, body, reply));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function* endless() {
  for (;;) yield 'more '.repeat(10_000);
}

const send = (trace: TraceReader, address: string) =>
  sendRun(trace, { address, headers: { 'x-key': 'k' }, unencrypted: false }, options, new AbortController().signal);

it('sends a run to a collector', async () => {
  const got: [string | undefined, unknown, unknown, Sent][] = [];
  const address = await collector(({ url, headers }, body, reply) => {
    got.push([url, headers['content-type'], headers['x-key'], JSON.parse(body) as Sent]);
    reply.end('{}');
  });
  const spans = await send(await writeRun(6), address);
  expect(got.map(([url, type, key]) => [url, type, key])).toEqual([['/v1/traces', 'application/json', 'k']]);
  expect(got[0]?.[3].resourceSpans[0]?.scopeSpans[0]?.spans).toHaveLength(spans);
  expect(spans).toBeGreaterThan(1);
});

it('reports a collector’s rejections, and sends nothing if forbidden', async () => {
  const trace = await writeRun(6);
  let answer = (reply: ServerResponse) =>
    void reply.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}');
  const address = await collector((_, __, reply) => answer(reply));
  await expect(send(trace, address)).rejects.toThrow(/refused 2 spans: too old/);
  answer = (reply) => void reply.writeHead(401).end('who are you');
  await expect(send(trace, address)).rejects.toThrow(/answered 401 who are you/);
  answer = (reply) => void reply.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  await expect(send(trace, address)).rejects.toThrow(/rejected the run/);
  answer = (reply) => void pipeline(Readable.from(endless()), reply.writeHead(400)).catch(() => undefined);
  await expect(send(trace, address)).rejects.toThrow(/answered 400 more more/);
  answer = (reply) => void reply.destroy();
  await expect(send(trace, address)).rejects.toThrow(/rejected the run/);
  for (const [wrong, sentence] of [
    ['no address', /is not a collector address/],
    ['file:///etc/passwd', /is not a collector address/],
    ['https://name:key@collector.test', /is not a collector address/],
    ['http://collector.test:4318', /not sent to another machine unencrypted/],
  ] as const)
    await expect(send(trace, wrong)).rejects.toThrow(sentence);
});
