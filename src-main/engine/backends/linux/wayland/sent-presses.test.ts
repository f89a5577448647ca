import { expect, it } from 'vitest';
import { SentPresses } from './sent-presses.ts';

let now = 0;
const press = { code: 30, down: true };
const release = { code: 30, down: false };

it('knows each press that it was told of once, and no other', () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  sent.note(press);
  sent.note(release);
  expect([ours.isOurs({ code: 31, down: true }), ours.isOurs(press), ours.isOurs(press)]).toEqual([false, true, false]);
  expect([ours.isOurs(release), ours.isOurs(release)]).toEqual([true, false]);
});

it('takes repeats of a key that is held for its own, until it is let go', () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  sent.note(press);
  expect([1, 2, 3].map(() => ours.isOurs(press))).toEqual([true, true, true]);
  sent.note(release);
  expect(ours.isOurs(press)).toBe(false);
});

it('waits no longer than a moment for what was never heard', () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  sent.note(press);
  sent.note(release);
  now += 5_000;
  expect([ours.isOurs(press), ours.isOurs(release)]).toEqual([false, false]);
});

it('knows nothing of what was sent before somebody followed, or after', () => {
  const sent = new SentPresses(() => now);
  sent.note(press);
  sent.note(release);
  const ours = sent.follow();
  expect(ours.isOurs(press)).toBe(false);
  ours.dispose();
  sent.note(press);
  expect(ours.isOurs(press)).toBe(false);
});
