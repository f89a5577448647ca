import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../base/log.ts';
import { createHalt } from '../permissions/halt.ts';
import { haltFolder, shareHalt } from './shared-halt.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-halt-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function deskscope() {
  const [halt, pulled] = [createHalt(), vi.fn<() => void>()];
  const shared = shareHalt(halt, { folder, pulled, log: silentLog });
  return { halt, pulled, shared };
}

it('halts and resumes every Deskscope that shares the folder, including one that starts meanwhile', async () => {
  const [one, two] = [deskscope(), deskscope()];
  one.halt.pull();
  await vi.waitFor(() => expect(two.halt.state.halted).toBe(true), 3_000);
  expect([one.pulled, two.pulled].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  const three = deskscope();
  expect(three.halt.state.halted).toBe(true);
  two.halt.resume();
  await vi.waitFor(() => expect([one, three].map(({ halt }) => halt.state.halted)).toEqual([false, false]), 3_000);
  for (const { shared } of [one, two, three]) shared.dispose();
});

it('notifies nobody of a changed key', async () => {
  const [one, two] = [deskscope(), deskscope()];
  one.halt.setKey({ why: 'held', instead: null });
  one.halt.pull();
  await vi.waitFor(() => expect(two.halt.state).toMatchObject({ halted: true }), 3_000);
  expect(two.halt.state.key).toBeUndefined();
  for (const { shared } of [one, two]) shared.dispose();
});

it.runIf(process.platform !== 'win32')(
  'is shared with a server that a client started without the login variables',
  () => {
    const login = path.join(folder, String(userInfo().uid));
    mkdirSync(login);
    const known = haltFolder({ XDG_RUNTIME_DIR: login }, folder);
    expect(known).toBe(path.join(login, 'deskscope-halt'));
    expect(haltFolder({}, folder)).toBe(known);
  },
);
