import { expect, it } from 'vitest';
import { SentPresses } from './sent-presses.ts';

let now = 0;
const press = { code: 30, down: true };
const release = { code: 30, down: false };
const done = () => Promise.resolve();

it('knows each press that it was told of once, and no other', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, done);
  await sent.sending(release, done);
  expect([ours.isOurs({ code: 31, down: true }), ours.isOurs(press), ours.isOurs(press)]).toEqual([false, true, false]);
  expect([ours.isOurs(release), ours.isOurs(release)]).toEqual([true, false]);
});

it('takes repeats of a key that is held for its own, until it is let go', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, done);
  expect([1, 2, 3].map(() => ours.isOurs(press))).toEqual([true, true, true]);
  await sent.sending(release, done);
  expect(ours.isOurs(press)).toBe(false);
});

it('waits no longer than a moment for what was never heard', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, done);
  await sent.sending(release, done);
  now += 5_000;
  expect([ours.isOurs(press), ours.isOurs(release)]).toEqual([false, false]);
});

it('waits for what takes long to be sent, and for what was not sent in the end as for what was', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, () => {
    now += 5_000;
    expect(ours.isOurs(press)).toBe(true);
    return Promise.resolve();
  });
  await expect(sent.sending(release, () => Promise.reject(new Error('It was not sent.')))).rejects.toThrow('not sent');
  now += 5_000;
  expect(ours.isOurs(release)).toBe(false);
});

it('knows nothing of what was sent before somebody followed, or after', async () => {
  const sent = new SentPresses(() => now);
  await sent.sending(press, done);
  await sent.sending(release, done);
  const ours = sent.follow();
  expect(ours.isOurs(press)).toBe(false);
  ours.dispose();
  await sent.sending(press, done);
  expect(ours.isOurs(press)).toBe(false);
});
