import { expect, test } from 'vitest';
import { SentInput } from './sent-input.ts';
import { eventCode } from './device.ts';

const { keyPress, keyRelease, buttonPress } = eventCode;
const press = (detail: number) => ({ code: keyPress, detail });
const release = (detail: number) => ({ code: keyRelease, detail });

test("each sent event is attributed to us once, however the user's events interleave", () => {
  const sent = new SentInput();
  const follower = sent.follow();
  sent.note(keyPress, 38);
  sent.note(keyRelease, 38);
  const events = [press(40), press(38), release(38), press(38), release(38)];
  expect(events.map((event) => follower.isOurs(event))).toEqual([false, true, true, false, false]);
});

test('attributes repeats of a key that we hold to us', () => {
  const sent = new SentInput();
  const follower = sent.follow();
  sent.note(keyPress, 38);
  expect([press(38), press(38), press(38)].map((event) => follower.isOurs(event))).toEqual([true, true, true]);
  sent.note(keyRelease, 38);
  expect([release(38), press(38)].map((event) => follower.isOurs(event))).toEqual([true, false]);
});

test('does not wait forever for a missing event', () => {
  let now = 0;
  const sent = new SentInput(() => now);
  const follower = sent.follow();
  sent.note(buttonPress, 1);
  now = 3_000;
  expect(follower.isOurs({ code: buttonPress, detail: 1 })).toBe(false);
});

test('reports to each follower separately, until it is disposed', () => {
  const sent = new SentInput();
  const [one, other] = [sent.follow(), sent.follow()];
  sent.note(keyPress, 38);
  expect([one.isOurs(press(38)), other.isOurs(press(38))]).toEqual([true, true]);
  other.dispose();
  sent.note(keyPress, 40);
  expect([one.isOurs(press(40)), other.isOurs(press(40))]).toEqual([true, false]);
});
