import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClientTokens, tokenFiles, tokensKeptIn } from './tokens.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(path.join(tmpdir(), 'deskscope-tokens-'))));
afterEach(() => rmSync(profile, { recursive: true }));
const file = () => path.join(profile, 'client-tokens.json');

it('gives each client a token of its own, takes one back without the others, and learns of other processes', async () => {
  const [app, commandLine] = [createClientTokens(profile), createClientTokens(profile)];
  const [codex, cursor] = [await app.make('codex'), await commandLine.make('cursor')];
  expect(codex).not.toBe(cursor);
  expect(await commandLine.make('codex')).toBe(codex);
  expect(app.holders()).toEqual(
    new Map([
      [codex, 'codex'],
      [cursor, 'cursor'],
    ]),
  );
  await commandLine.revoke('codex');
  expect([app.of('codex'), app.of('cursor')]).toEqual([undefined, cursor]);
  expect(await app.make('codex')).not.toBe(codex);
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('reports any process which tokens there are, those of the server too', async () => {
  expect(tokensKeptIn(profile)).toEqual([]);
  writeFileSync(path.join(profile, tokenFiles.full), 'full-token\n');
  const codex = await createClientTokens(profile).make('codex');
  expect(tokensKeptIn(profile)).toEqual(['full-token', codex]);
});

it('opens nothing by a file that is broken', async () => {
  const tokens = createClientTokens(profile);
  await tokens.make('codex');
  expect(readFileSync(file(), 'utf8')).toContain('codex');
  writeFileSync(file(), '{"version":1,"tokens":{"codex":""}}');
  expect(tokens.holders().size).toBe(0);
  expect(tokens.of('toString')).toBeUndefined();
});
