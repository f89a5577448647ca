import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RestoreToken } from './remote-session.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'deskscope-token-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('is valid once, and for this user only', () => {
  const token = new RestoreToken(join(folder, 'state'));
  expect(token.take()).toBeNull();
  token.keep('a token');
  expect(statSync(join(folder, 'state', 'portal-token')).mode & 0o777).toBe(0o600);
  expect([token.take(), token.take()]).toEqual(['a token', null]);
});

it('is stored if the portal issues one', () => {
  const token = new RestoreToken(folder);
  for (const none of [undefined, '', 7]) token.keep(none);
  expect(token.take()).toBeNull();
});
