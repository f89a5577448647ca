import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGrants } from '../permissions/grants.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let config: string;

beforeEach(async () => {
  config = mkdtempSync(path.join(tmpdir(), 'allowed-'));
  terminal = await openTerminal({ XDG_CONFIG_HOME: config, APPDATA: config });
});
afterEach(async () => {
  await terminal.close();
  rmSync(config, { recursive: true });
});

const file = () => path.join(config, 'deskscope', 'grants.json');

it('lists what is allowed permanently, and revokes it under a running app', async () => {
  mkdirSync(path.dirname(file()), { recursive: true });
  const app = createGrants({ file: file() });
  const seen: number[] = [];
  app.onChange((grants) => seen.push(grants.length));
  await app.add({ client: 'codex', app: 'galculator', tool: 'click' }, 'always');
  await app.add({ client: 'codex', app: 'gedit', tool: 'click' }, 'always');
  await app.add({ client: 'codex', app: 'mousepad', tool: 'click' }, 'session');
  const scope = { client: 'codex', app: 'galculator', tool: 'click' };
  expect(app.find(scope)).not.toBeNull();

  expect((await terminal.run('permissions')).stdout).toMatch(/codex +galculator[\s\S]*codex +gedit/);
  expect((await terminal.run('permissions', 'revoke', 'galculator')).stdout).toContain('Revoked one permission.');
  expect(app.find(scope)).toBeNull();
  expect(app.list().map((grant) => grant.app)).toEqual(['gedit', 'mousepad']);
  expect(seen.at(-1)).toBe(2);
  await app.add({ client: 'codex', app: 'mousepad', tool: 'click' }, 'always');
  const kept = JSON.parse(readFileSync(file(), 'utf8')) as { grants: { app: string }[] };
  expect(kept.grants.map((grant) => grant.app)).toEqual(['gedit', 'mousepad']);

  expect(await terminal.run('permissions', 'revoke', 'galculator')).toMatchObject({ code: 1 });
  expect((await terminal.run('permissions', 'revoke', 'all')).stdout).toContain('2 permissions');
  expect((await terminal.run('permissions')).stdout).toContain('No app is allowed');
});

it('allows nothing if no person is at the terminal', async () => {
  const { code, stderr, stdout } = await terminal.run('permissions', 'allow', 'codex', 'galculator');
  expect(code).toBe(1);
  expect(stderr + stdout).toContain('Only a person at a terminal');
  expect(createGrants({ file: file() }).list()).toEqual([]);
});
