import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ModelKeys } from '../agents/models/keys/model-keys.ts';
import { serveModel } from '../agents/models/testing/endpoint.ts';
import { otherKeychain } from '../agents/models/testing/keychain.ts';
import { keyFrom } from './commands/agents/keys.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { UsageError } from './args.ts';

const key = 'sk-very-secret';
let config: string;
let terminal: Terminal;
beforeEach(async () => {
  config = mkdtempSync(path.join(tmpdir(), 'deskscope-keys-cli-'));
  terminal = await openTerminal({ XDG_CONFIG_HOME: config, APPDATA: config, OPENAI_API_KEY: key });
});
afterEach(async () => {
  await terminal.close();
  rmSync(config, { recursive: true });
});

const file = () => path.join(config, 'deskscope', 'model-keys.json');
const kept = (keychain: ReturnType<typeof otherKeychain> | null = null) =>
  new ModelKeys({ file: file(), variables: {}, keychain: () => Promise.resolve(keychain) });

it('lists where keys are, and never what they are', async () => {
  await kept().set('gemini', key, true);
  await kept(otherKeychain()).set('anthropic', key, false);
  const { stdout } = await terminal.run('keys');
  expect(stdout).toMatch(/^openai +in the variable OPENAI_API_KEY$/m);
  expect(stdout).toMatch(/^anthropic +in the system’s keychain/m);
  expect(stdout).toMatch(/^gemini +in .*model-keys\.json$/m);
  expect(stdout).toMatch(/^local +none, and it may need none$/m);
  const json = await terminal.run('keys', '--json');
  expect(stdout + json.stdout).not.toContain(key);
  expect((await terminal.run('keys', 'remove', 'gemini')).stdout).toMatch(/^gemini +none$/m);
});

it.each([['set'], ['set', 'ollama'], ['remove', 'none'], ['give', 'openai']])(
  'keys %s %s is not a call',
  async (...args) => {
    expect(await terminal.run('keys', ...args)).toMatchObject({ code: 2, stdout: '' });
  },
);

it('gives a kept key to the model of a run, at the address of the settings', async () => {
  const endpoint = await serveModel([{ does: 'answer', text: '{"status":"FAIL","thought":"No."}' }]);
  try {
    await kept().set('local', key, true);
    writeFileSync(path.join(config, 'deskscope', 'settings.json'), JSON.stringify({ localModelUrl: endpoint.url }));
    const done = await terminal.run('run', 'Press 7', '--model', 'local:gpt');
    expect(done.code, done.stderr).toBe(1);
    expect(endpoint.received[0]?.headers['authorization']).toBe(`Bearer ${key}`);
    await kept(otherKeychain()).set('local', key, false);
    const refused = await terminal.run('run', 'Press 7', '--model', 'local:gpt');
    expect(refused.stderr).toContain('deskscope keys set local --in-file');
    expect(done.stdout + done.stderr + refused.stderr).not.toContain(key);
  } finally {
    await endpoint.close();
  }
});

/** A terminal, or a pipe, at which that is typed when something is asked. */
async function typed(lines: readonly string[], { isTTY = true, inFile = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.ReadStream;
  let shown = '';
  const left = [...lines];
  const next = () => void (input as unknown as PassThrough).write(`${left.shift() ?? ''}\n`);
  const err = {
    write(text: string) {
      shown += text;
      if (/\[y\/N\] $|\(not shown\): $/.test(text)) setImmediate(next);
    },
  };
  if (!isTTY) (input as unknown as PassThrough).end(lines.join('\n'));
  const streams = { out: { write: () => undefined }, err };
  const { signal } = new AbortController();
  const given = await keyFrom(input, { streams, signal }, { title: 'OpenAI', file: '/k', inFile }).catch(
    (error: unknown) => error,
  );
  return { given, shown };
}

it('asks before it keeps a key in a file, and does not show what is typed', async () => {
  const { given, shown } = await typed(['y', key]);
  expect(given).toBe(key);
  expect(shown).toContain('mode 0600');
  expect(shown).not.toContain(key);
  expect((await typed(['', key])).given).toMatchObject({ code: 'cancelled' });
  expect((await typed([key], { inFile: true })).given).toBe(key);
});

it('takes a key from a pipe only if it is said where it goes', async () => {
  expect((await typed([key], { isTTY: false })).given).toBeInstanceOf(UsageError);
  expect((await typed([key], { isTTY: false, inFile: true })).given).toBe(key);
});
