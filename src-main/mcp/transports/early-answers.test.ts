import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { firstTools } from '../../tools/core/first.ts';
import { scopeOf } from '../../tools/registry.ts';
import { createBench, type Bench } from '../../tools/testing/run-tools.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';
import { callTool } from '../protocol/call-tool.ts';
import { answerEarly, earlyTools, type EarlyCall, type EarlyStreams, type KnownAnswers } from './early-answers.ts';
import { serveStdio } from './stdio.ts';

let bench: Bench;
let known: KnownAnswers;
beforeAll(async () => {
  bench = await createBench();
  const [greeting, list] = await conversation(late, [greet(latest), greeted, listing].map(lineOf).join(''));
  const { protocolVersion: _, ...initialize } = greeting!['result'] as Record<string, unknown>;
  known = { versions: SUPPORTED_PROTOCOL_VERSIONS, initialize, tools: list!['result'] as Record<string, unknown> };
});
afterAll(() => bench.close());

type Message = Readonly<Record<string, unknown>>;

const latest = SUPPORTED_PROTOCOL_VERSIONS[0]!;
const greet = (protocolVersion: string, more: Message = {}): Message => ({
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' }, ...more },
});
const greeted: Message = { method: 'notifications/initialized' };
const listing: Message = { id: 2, method: 'tools/list' };
/** The server alone knows the answer. */
const call: Message = { id: 3, method: 'tools/call', params: { name: 'list_windows', arguments: {} } };
const withArguments = (given: unknown): Message => ({ ...call, params: { name: 'list_windows', arguments: given } });
const elsewhere: Message = { id: 5, method: 'tools/call', params: { name: 'snapshot', arguments: { window: 'Calc' } } };
const ping: Message = { id: 4, method: 'ping' };

const lineOf = (message: Message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

type Streams = (input: Readable, output: PassThrough) => Promise<Partial<EarlyStreams>>;
const late: Streams = (input, output) => Promise.resolve({ input, output });
/** As `mcp` runs them. */
const runFirst: EarlyCall = (client, given) => {
  const scope = { shown: firstTools, callable: firstTools };
  return callTool({ runner: bench.runner, scope }, { name: client, session: createToolSession() }, given);
};
const calling: Streams = async (input, output) => {
  const streams = answerEarly(known, input, output, runFirst);
  await streams.settled();
  return streams;
};
const early: Streams = async (input, output) => {
  const streams = answerEarly(known, input, output);
  await streams.settled();
  return streams;
};

/** The messages that a client receives, by the ids of its requests, until all requested answers have arrived. */
async function conversation(streamsOf: Streams, ...parts: readonly string[]): Promise<readonly Message[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let received = '';
  output.setEncoding('utf8').on('data', (text: string) => (received += text));
  void (async () => {
    for (const part of parts) {
      input.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const served = { runner: bench.runner, version: '1.2.3', log: silentLog, scope: scopeOf(['core']) };
  const server = serveStdio(served, await streamsOf(input, output));
  const asked = parts.join('').match(/"id":|no JSON/g)?.length ?? 0;
  await vi.waitFor(() => expect(received.match(/\n/g)).toHaveLength(asked), { timeout: 5_000, interval: 5 });
  input.end();
  await server.closed;
  await server.close();
  const answers = received
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
  return answers.sort((one, other) => String(one['id']).localeCompare(String(other['id'])));
}

const all = (...messages: readonly Message[]) => messages.map(lineOf).join('');

it.each<[string, () => readonly string[]]>([
  ...SUPPORTED_PROTOCOL_VERSIONS.map((version): [string, () => readonly string[]] => [
    `of version ${version}`,
    () => [all(greet(version), greeted, listing, call)],
  ]),
  ['of a version that nobody knows', () => [all(greet('1999-01-01'), greeted, listing, call)]],
  ['that lists twice', () => [all(greet(latest), greeted, listing, { ...listing, id: 5 })]],
  ['that calls before it lists', () => [all(greet(latest), greeted, call, listing)]],
  ['that asks for a page', () => [all(greet(latest), greeted, { ...listing, params: { cursor: 'x' } })]],
  ['that asks for something first', () => [all(ping, greet(latest), greeted, listing)]],
  ['that does not say who it is', () => [all(greet(latest, { clientInfo: undefined }))]],
  ['whose ids are texts', () => [all({ ...greet(latest), id: 'a' }, greeted, { ...listing, id: 'b' })]],
  ['that never lists', () => [all(greet(latest), greeted, ping)]],
  ['that sends no JSON', () => ['no JSON\n', all(greet(latest), greeted, listing)]],
  ['that begins with a byte order mark', () => [`\uFEFF${all(greet(latest), greeted, listing, call)}`]],
  ['that writes missing parameters as null', () => [all(greet(latest), greeted, { ...listing, params: null }, call)]],
  ['that sends a batch', () => [all(greet(latest), greeted), `${JSON.stringify([listing, call])}\n`]],
  ['that sends pieces of lines', () => all(greet(latest), greeted, listing, call).match(/.{1,60}/gs) ?? []],
  ['that sends long lines', () => [all(greet(latest, { more: 'x'.repeat(100_000) }), greeted, listing, call)]],
  ['that gives its call a wrong argument', () => [all(greet(latest), greeted, withArguments({ app: 1, what: true }))]],
  ['that gives its call arguments of a wrong form', () => [all(greet(latest), greeted, withArguments('x'))]],
  ['that calls what only the server runs', () => [all(greet(latest), greeted, elsewhere, call)]],
  ['that calls twice', () => [all(greet(latest), greeted, call, { ...call, id: 6 })]],
])('a client %s receives the same before the server is there', async (_, parts) => {
  const received = await conversation(early, ...parts());
  expect(received).toEqual(await conversation(late, ...parts()));
  expect(await conversation(calling, ...parts())).toEqual(received);
  expect(received.length).toBeGreaterThan(0);
});

it('a client has the list of tools while there is no server', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = answerEarly(known, input, output);
  input.write(all(greet(latest), greeted, listing, call));
  await streams.settled();
  const received = String(output.read()).trimEnd().split('\n');
  expect(received.map((line) => (JSON.parse(line) as Message)['id'])).toEqual([1, 2]);
  // The lines left for the server: all but the list.
  const left = String(streams.input.read()).trimEnd().split('\n');
  expect(left.map((line) => (JSON.parse(line) as Message)['method'])).toEqual([
    'initialize',
    'notifications/initialized',
    'tools/call',
  ]);
});

it('a first call is answered while there is no server, by the tools that are loaded first', async () => {
  expect([...earlyTools]).toEqual(firstTools.map(({ name }) => name));
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = answerEarly(known, input, output, runFirst);
  input.write(all(greet(latest), greeted, call, ping));
  await streams.settled();
  expect(String(output.read())).toContain('Calculator');
  expect(String(streams.input.read()).match(/"method":"[^"]+"/g)).toEqual([
    '"method":"initialize"',
    '"method":"notifications/initialized"',
    '"method":"ping"',
  ]);
});

it('a first call that its client takes back is ended without an answer', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = answerEarly(known, input, output, async (_, { signal }) => {
    await once(signal, 'abort');
    return {};
  });
  input.write(all(greet(latest), greeted, call));
  await streams.greeted();
  input.write(all({ method: 'notifications/cancelled', params: { requestId: 3 } }));
  await streams.settled();
  expect(String(output.read()).match(/"id":\d/g)).toEqual(['"id":1']);
});

it('a client whose first call cannot be run is left to the server', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = answerEarly(known, input, output, () => Promise.reject(new Error('no settings')));
  input.write(all(greet(latest), greeted, call));
  await streams.settled();
  input.write(all(ping));
  await vi.waitFor(() => expect(String(streams.input.read())).toContain('"ping"'));
});

it('a client that reports nothing is waited for no longer than a moment, and one that leaves ends the server', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const streams = answerEarly(known, input, output);
  await streams.settled();
  const server = serveStdio({ runner: bench.runner, version: '1', log: silentLog, scope: scopeOf(['core']) }, streams);
  input.end();
  await server.closed;
  await server.close();
});
