import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTicks } from '../../../../../base/processes/is-alive.ts';
import { EffectFiles, effectName } from './effect-files.ts';

let data: string;
beforeEach(() => (data = mkdtempSync(join(tmpdir(), 'deskscope-effect-'))));
afterEach(() => rmSync(data, { recursive: true }));
const folder = () => join(data, 'kwin/effects', effectName);

it('exists while in use, with one shared secret', () => {
  const [one, other] = [new EffectFiles(data), new EffectFiles(data)];
  expect(one.enter()).toBe(other.enter());
  expect([one.leave(), existsSync(folder())]).toEqual([false, true]);
  expect([other.leave(), existsSync(folder())]).toEqual([true, false]);
});

it('is not kept for a killed process, even if its id was reused', () => {
  const files = new EffectFiles(data);
  files.enter();
  const user = (started: string) => writeFileSync(join(folder(), 'users', `${process.ppid}-${started}-1`), '');
  user(startTicks(process.ppid));
  expect(files.leave()).toBe(false);
  rmSync(folder(), { recursive: true });
  files.enter();
  user('1');
  expect(files.leave()).toBe(true);
});

it('notices that another process has removed a part', () => {
  const files = new EffectFiles(data);
  const secret = files.enter();
  expect(files.isThere).toBe(true);
  rmSync(join(folder(), 'token'));
  expect(files.isThere).toBe(false);
  expect(files.enter()).not.toBe(secret);
  expect(files.isThere).toBe(true);
});
