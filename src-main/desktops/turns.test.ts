import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isTakenOver, takeOver, turnOn, untilGivenBack } from './turns.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'turns-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

/** Whether a promise has settled once everything that was ready has run. */
function settled(promise: Promise<unknown>): Promise<boolean> {
  const now = new Promise<false>((resolve) => setTimeout(resolve, 60, false));
  return Promise.race([promise.then(() => true), now]);
}

it.skipIf(process.platform === 'win32')(
  'who takes over waits for the act under way, and acts wait for who did',
  async () => {
    const end = await turnOn(folder)(never);
    const taking = takeOver(folder);
    expect(await settled(taking)).toBe(false);
    const next = turnOn(folder)(never);
    expect(await settled(next)).toBe(false);
    end();
    const giveBack = await taking;
    expect(isTakenOver(folder)).toBe(true);
    expect(await settled(next)).toBe(false);
    giveBack();
    (await next)();
    expect(readdirSync(folder)).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')('a pause ends when a desktop that was taken over is given back', async () => {
  const paused = untilGivenBack(folder);
  expect(await settled(paused)).toBe(false);
  const giveBack = await takeOver(folder);
  expect(await settled(paused)).toBe(false);
  giveBack();
  await paused;
  const ended = untilGivenBack(folder);
  rmSync(folder, { recursive: true });
  await expect(ended).rejects.toMatchObject({ code: 'cancelled' });
});

it.skipIf(process.platform === 'win32')('an act that does not end keeps nobody waiting without end', async () => {
  const end = await turnOn(folder)(never);
  await expect(takeOver(folder, 50)).rejects.toMatchObject({ code: 'timeout' });
  expect(isTakenOver(folder)).toBe(false);
  end();
  const giveBack = await takeOver(folder);
  const halted = AbortSignal.abort();
  await expect(turnOn(folder)(halted)).rejects.toMatchObject({ code: 'cancelled' });
  giveBack();
});

it('what a dead process left, or what is no turn, keeps nobody waiting', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const name of [`program.${pid}.1.1`, `person.${pid}.1.1`, `person.${process.pid}.1.1`, 'person', 'home'])
    writeFileSync(path.join(folder, name), '');
  expect(isTakenOver(folder)).toBe(false);
  (await turnOn(folder)(never))();
  (await takeOver(folder))();
  rmSync(folder, { recursive: true });
  (await turnOn(folder)(never))();
});
