import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { signAt } from './testing/signal.ts';
import { keyIn, serveModel, type Behaviour } from './testing/endpoint.ts';
import type { ModelRequest } from './model.ts';
import { openModel, type OpenModelOptions } from './open-model.ts';
import { personModel } from './task-models.ts';
import { keepTraffic, playTraffic } from './traffic.ts';

const request: ModelRequest = {
  system: 'You answer.',
  parts: [
    { type: 'text', text: 'What is 7 × 6?' },
    {
      type: 'picture',
      label: 'Screen:',
      bytes: Uint8Array.of(1, 2, 3),
      mimeType: 'image/png',
      width: 1,
      height: 1,
      bounds: null,
    },
  ],
  schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
  schemaName: 'answer',
};
const key = 'sk-very-secret';
const never = new AbortController().signal;
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** One model for each dialect of schema answers, and the computer-use models. */
const spoken = ['local:gpt', 'openai:gpt-5', 'anthropic:claude-opus-4-6', 'gemini:gemini-2.5-pro'] as const;
const computers = [
  'anthropic-computer:claude-opus-4-6',
  'openai-computer:gpt-6',
  'gemini-computer:gemini-3.5-flash',
] as const;

/** A model that uses a computer reports in words what came of its work. */
const replying = (name: string, text: string) =>
  name.includes('computer') ? (JSON.parse(text) as { result: string }).result : text;

async function modelOf(behaviours: readonly Behaviour[], options: Partial<OpenModelOptions> = {}, name = 'local:gpt') {
  const endpoint = await serveModel(behaviours);
  closing.push(() => endpoint.close());
  const variables = { DESKSCOPE_MODEL_KEY: key };
  const model = await openModel(name, {
    baseUrl: endpoint.url,
    variables,
    timeoutMs: 20_000,
    pausesMs: [1, 1, 1],
    ...options,
  });
  return { model, endpoint };
}

describe('a model behind an address', () => {
  it('is sent texts, pictures and the schema, with the key, and tells its tokens and price', async () => {
    const { model, endpoint } = await modelOf([{ does: 'answer', text: '{"a":42}' }], {
      price: { input: 2, output: 8 },
    });
    const reply = await model.ask(request, never);
    expect(reply).toEqual({ text: '{"a":42}', usage: { inputTokens: 1_000, outputTokens: 100, cost: 0.0028 } });
    const [received] = endpoint.received;
    expect(received).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: `Bearer ${key}` } });
    expect(received?.body).toMatchObject({
      model: 'gpt',
      messages: [
        { role: 'system', content: 'You answer.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is 7 × 6?' },
            { type: 'text', text: 'Screen:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
          ],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.schema } },
    });
  });

  it('gets the schema in words if it takes none', async () => {
    const { model, endpoint } = await modelOf([{ does: 'answer', text: '{"a":1}' }], { takesSchema: false });
    await model.ask(request, never);
    const { messages, response_format } = endpoint.received[0]?.body as {
      messages: [{ content: string }];
      response_format: unknown;
    };
    expect(messages[0].content).toContain(JSON.stringify(request.schema));
    expect(response_format).toEqual({ type: 'json_object' });
  });

  it.each(['no JSON at all', '{"a":', '{"b":1}'])(
    'returns the model’s text if it violates the schema: %s',
    async (text) => {
      const { model } = await modelOf([{ does: 'answer', text }]);
      expect(await model.ask(request, never)).toMatchObject({ text, usage: { inputTokens: 1_000 } });
    },
  );
});

describe.each(computers)('%s', (name) => {
  it('gives a key and a picture to no redirect target', async () => {
    await expectKept(name);
  });
});

async function expectKept(name: string) {
  const other = await serveModel([{ does: 'answer', text: '{"a":1}' }]);
  closing.push(() => other.close());
  const moved: Behaviour = { does: 'status', status: 307, headers: { location: other.url } };
  const { model } = await modelOf(Array<Behaviour>(4).fill(moved), {}, name);
  await expect(model.ask(request, never)).rejects.toMatchObject({ code: 'model_error' });
  expect(other.received).toEqual([]);
}

describe.each(spoken)('%s', (name) => {
  it('is sent system, texts, picture and schema in its own language, with the key, and tells its tokens', async () => {
    const { model, endpoint } = await modelOf([{ does: 'answer', text: '{"a":42}' }], {}, name);
    const reply = await model.ask(request, never);
    expect(reply).toEqual({ text: '{"a":42}', usage: { inputTokens: 1_000, outputTokens: 100, cost: null } });
    const [received] = endpoint.received;
    expect(keyIn(received!.headers)).toContain(key);
    const sent = JSON.stringify(received!.body);
    for (const part of ['You answer.', 'What is 7 × 6?', 'Screen:', 'AQID', '"required":["a"]']) {
      expect(sent).toContain(part);
    }
  });

  it('gives a key and a picture to no redirect target', async () => {
    await expectKept(name);
  });
});

describe.each([...spoken, ...computers])('%s that fails', (name) => {
  const passing: readonly (readonly [string, Behaviour])[] = [
    ['429 that asks for patience', { does: 'status', status: 429, headers: { 'retry-after': '0.1' } }],
    ['500', { does: 'status', status: 500 }],
    ['503', { does: 'status', status: 503 }],
    ['a line that is cut', { does: 'cut' }],
    ['garbage', { does: 'raw', body: '<html>proxy</html>' }],
    ['JSON that is no answer', { does: 'raw', body: '{"choices":[]}' }],
    ['silence', { does: 'hang' }],
  ];
  it.each(passing)('is asked again after %s', async (_, behaviour) => {
    const { model, endpoint } = await modelOf(
      [behaviour, { does: 'answer', text: '{"a":1}' }],
      { timeoutMs: behaviour.does === 'hang' ? 1_000 : 20_000 },
      name,
    );
    expect(replying(name, (await model.ask(request, never)).text)).toBe('{"a":1}');
    expect(endpoint.received).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 422])('is not asked again after %d, and the key is in no message', async (status) => {
    const { model, endpoint } = await modelOf([{ does: 'status', status }], {}, name);
    const error = await model.ask(request, never).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'model_error', message: expect.stringContaining(String(status)) as string });
    expect(`${String(error)} ${(error as { hint: string }).hint}`).not.toContain(key);
    expect(endpoint.received).toHaveLength(1);
  });

  it('ends after four attempts, with the last reason', async () => {
    const { model, endpoint } = await modelOf(Array<Behaviour>(4).fill({ does: 'status', status: 503 }), {}, name);
    await expect(model.ask(request, never)).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringMatching(/503.*\(4 attempts\)/) as string,
    });
    expect(endpoint.received).toHaveLength(4);
  });

  it('does not wait for a server that requests more than a minute', async () => {
    const { model, endpoint } = await modelOf(
      [{ does: 'status', status: 429, headers: { 'retry-after': '3600' } }],
      {},
      name,
    );
    await expect(model.ask(request, never)).rejects.toMatchObject({ code: 'model_error' });
    expect(endpoint.received).toHaveLength(1);
  });

  it('ends at once when it is cancelled', async () => {
    const { model } = await modelOf([{ does: 'hang' }], { timeoutMs: 60_000 }, name);
    await expect(model.ask(request, signAt(50))).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('reports that it cannot be reached', async () => {
    const { model, endpoint } = await modelOf([], {}, name);
    await endpoint.close();
    closing.length = 0;
    await expect(model.ask(request, never)).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringMatching(new RegExp(`${name} cannot be reached: .*ECONNREFUSED`)) as string,
    });
  });
});

describe('a person as the model', () => {
  const ask = (replying: string | null) => {
    const asked: string[] = [];
    const model = personModel((question) => {
      asked.push(question);
      return Promise.resolve(replying);
    });
    return { asked, reply: model.ask(request, never) };
  };

  it('sees the same as a model, and answers in its format or in short form', async () => {
    const { asked, reply } = ask('finish 42');
    expect(JSON.parse((await reply).text)).toMatchObject({ status: 'FINISH', result: '42' });
    expect(asked[0]).toContain('What is 7 × 6?');
    expect((await ask('{"a":1}').reply).text).toBe('{"a":1}');
  });

  it.each([null, ' '])('who does not answer (%j) counts as a failed model', async (replying) => {
    await expect(ask(replying).reply).rejects.toMatchObject({ code: 'model_error' });
  });
});

describe('opening a model', () => {
  it.each([
    ['gpt', {}, 'is no model'],
    ['none:gpt', {}, 'is no model'],
    ['openai:gpt', { variables: {} }, 'no key'],
    ['local:llama', {}, 'no address'],
    ['local:llama', { baseUrl: 'ftp://a' }, 'no address of a server'],
    ['openai:gpt', { baseUrl: 'http://example.org/v1' }, 'unencrypted'],
    ['openai:gpt', { baseUrl: 'http://127.example.org/v1' }, 'unencrypted'],
    ['constructor:gpt', {}, 'is no model'],
    ['local-computer:gpt', {}, 'is no model'],
    ['anthropic-computer-20200101:claude', {}, 'no version'],
    ['gemini-computer-20250124:gemini', {}, 'one version'],
  ] as const)('refuses %s with %j', async (name, options, reason) => {
    await expect(
      openModel(name, { variables: { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key }, ...options }),
    ).rejects.toThrow(reason);
  });
});

describe('a kept key', () => {
  const keptKey = () => Promise.resolve(key);

  it.each([
    ['the provider’s own address', {}, {}, `Bearer ${key}`],
    ['a variable comes before', { DESKSCOPE_MODEL_KEY: 'from-variable' }, {}, 'Bearer from-variable'],
    ['another address gets none', {}, { elsewhere: true }, 'no key'],
  ] as const)('%s', async (_, variables, { elsewhere = false }: { elsewhere?: boolean }, sent) => {
    const endpoint = await serveModel([{ does: 'answer', text: `{"a":"${key}"}` }]);
    closing.push(() => endpoint.close());
    const place = elsewhere ? { baseUrl: endpoint.url } : { localUrl: endpoint.url };
    const model = await openModel('local:gpt', { variables, keptKey, ...place });
    const { text } = await model.ask(request, never);
    expect(keyIn(endpoint.received[0]!.headers)).toBe(sent);
    expect(text).toBe(sent.endsWith(key) ? '{"a":"•••"}' : `{"a":"${key}"}`);
  });
});

describe('kept traffic', () => {
  function place(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'traffic-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    return path.join(folder, 'answers.jsonl');
  }

  it('replays answers in order, reports a differing request, and ends where the file ends', async () => {
    const file = place();
    const { model } = await modelOf([
      { does: 'answer', text: '{"a":1}' },
      { does: 'answer', text: '{"a":2}' },
    ]);
    const kept = keepTraffic(model, file);
    const first = await kept.ask(request, never);
    await kept.ask(request, never);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const differs: number[] = [];
    const played = (await playTraffic(file)).model('local:gpt', (number) => differs.push(number));
    expect(await played.ask(request, never)).toEqual(first);
    expect((await played.ask({ ...request, system: 'Another.' }, never)).text).toBe('{"a":2}');
    expect(differs).toEqual([2]);
    await expect(played.ask(request, never)).rejects.toMatchObject({ code: 'model_error' });
  });

  it('reports invalid lines of a file', async () => {
    const file = place();
    await expect(playTraffic(file)).rejects.toMatchObject({ code: 'file_error' });
    writeFileSync(file, '{"model":1}\n');
    await expect(playTraffic(file)).rejects.toThrow('Line 1');
  });
});
