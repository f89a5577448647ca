import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { otherKeychain } from '../testing/keychain.ts';
import { ModelKeys } from './model-keys.ts';

const key = 'sk-very-secret';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-keys-'));
  file = path.join(folder, 'profile', 'model-keys.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const keysWith = (keychain = otherKeychain() as ReturnType<typeof otherKeychain> | null, variables = {}) =>
  new ModelKeys({ file, variables, keychain: () => Promise.resolve(keychain) });
const places = async (keys: ModelKeys) =>
  Object.fromEntries((await keys.view()).keys.map(({ provider, from }) => [provider, from]));

it('keeps a key sealed by the keychain, and returns it for a model', async () => {
  const keys = keysWith();
  await keys.set('openai', key, false);
  expect(readFileSync(file, 'utf8')).not.toContain(key);
  expect(await keysWith().kept('openai')).toBe(key);
  expect(await places(keys)).toEqual({ openai: 'keychain', anthropic: null, gemini: null, local: null });
  await keys.remove('openai');
  expect(await keys.kept('openai')).toBe(null);
});

it('keeps a key in plain text only on request, readable for the user alone', async () => {
  const keys = keysWith(null);
  await expect(keys.set('gemini', key, false)).rejects.toMatchObject({ code: 'unsupported_platform' });
  expect(await keys.kept('gemini')).toBe(null);
  await keys.set('gemini', key, true);
  expect(await keys.kept('gemini')).toBe(key);
  expect(await places(keys)).toMatchObject({ gemini: 'file' });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('reads no keys that others may read', async () => {
  if (process.platform === 'win32') return;
  const keys = keysWith(null);
  await keys.set('openai', key, true);
  chmodSync(file, 0o640);
  await expect(keys.kept('openai')).rejects.toThrow('Other users can read');
  await expect(keys.set('gemini', key, true)).rejects.toThrow('Other users can read');
});

it('reports keys that only the app, or nobody any more, can unseal', async () => {
  await keysWith().set('openai', key, false);
  await expect(keysWith(null).kept('openai')).rejects.toThrow('cannot be asked here');
  const refusing = {
    ...otherKeychain(),
    open: () => Promise.reject(new Error(`not ${key}`)),
  };
  const failed: unknown = await keysWith(refusing)
    .kept('openai')
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 'file_error' });
  expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain(key);
});

it('names the variable that overrides the kept key, never its value', async () => {
  const keys = keysWith(otherKeychain(), { OPENAI_API_KEY: key });
  const view = await keys.view();
  expect(view.keys[0]).toEqual({ provider: 'openai', from: 'variable', variable: 'OPENAI_API_KEY' });
  expect(JSON.stringify(view)).not.toContain(key);
});

it('quotes nothing of a file that it cannot parse', async () => {
  const keys = keysWith();
  await keys.set('openai', 'other', true);
  for (const text of [`{"keys": ${key}`, JSON.stringify({ version: 1, keys: { openai: { plian: key } } })]) {
    writeFileSync(file, text);
    const failed = (await keys.view().catch((error: unknown) => error)) as Error;
    expect(failed).toMatchObject({ code: 'file_error' });
    expect(`${failed.stack} ${String(failed.cause)}`).not.toContain(key);
  }
});
