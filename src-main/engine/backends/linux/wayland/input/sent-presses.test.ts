import { beforeEach, expect, it } from 'vitest';
import { eventTimeOf, maxReportDelayMs } from './event-time.ts';
import { roundedMs, SentPresses } from './sent-presses.ts';

let now: number;
beforeEach(() => (now = 1_000_000));
const press = { code: 30, down: true };
const release = { code: 30, down: false };
/** The compositor processes it halfway through this interval, in milliseconds. */
const taking = (ms = 2) => {
  now += ms;
  return Promise.resolve();
};

async function tapped(sent: SentPresses): Promise<number> {
  const at = now + 1;
  await sent.sending(press, taking);
  await sent.sending(release, taking);
  return at;
}

it('recognises sent input by its time, however late it is reported', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  const at = await tapped(sent);
  now += 60_000;
  expect(ours.isOurs({ code: 31, down: true }, { time: at })).toBe(false);
  expect([ours.isOurs(press, { time: at }), ours.isOurs(release, { time: at + 2 })]).toEqual([true, true]);
});

it("never attributes the user's press to us, even if ours was never reported", async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  const at = await tapped(sent);
  const [before, after] = [at - 100, at + 100];
  expect([ours.isOurs(press, { time: before }), ours.isOurs(press, { time: after })]).toEqual([false, false]);
  expect([ours.isOurs(release, { time: before }), ours.isOurs(release, { time: after })]).toEqual([false, false]);
});

it('attributes repeats of a held key to us until its release', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, taking);
  now += 5_000;
  await sent.sending(release, taking);
  const [first, repeated, later] = [now - 5_002, now - 1_000, now + 500].map((time) => ours.isOurs(press, { time }));
  expect([first, repeated, later]).toEqual([true, true, false]);
});

it("answers whether something may have been sent since the source's last poll", async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  const at = await tapped(sent);
  expect(ours.isOurs(press, { time: at + 400 })).toBe(false);
  expect(ours.isOurs(press, { time: at + 400, since: at - 8 })).toBe(true);
});

it('attributes undated input to us once, even if the reporting app was busy for long', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await tapped(sent);
  now += 60_000;
  const asked = () => ours.isOurs(press, eventTimeOf(0, now));
  expect([asked(), asked()]).toEqual([true, false]);
  await tapped(sent);
  now += maxReportDelayMs + roundedMs + 1;
  expect(asked()).toBe(false);
});

it('waits once for late timestamps of a busy server', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  const at = await tapped(sent);
  const asked = (time: number) => ours.isOurs(press, { time }, 2_000);
  expect([asked(at - 100), asked(at + 900), asked(at + 1_000)]).toEqual([false, true, false]);
  await tapped(sent);
  expect(asked(now + 2_100)).toBe(false);
});

it('distinguishes quick presses of one key', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  const [first, second] = [await tapped(sent), await tapped(sent)];
  const asked = (time: number) => ours.isOurs(press, { time }, 2_000);
  expect([asked(first), asked(second), asked(second + 500)]).toEqual([true, true, false]);
});

it('waits for slow sends, whether or not they succeed', async () => {
  const sent = new SentPresses(() => now);
  const ours = sent.follow();
  await sent.sending(press, () => {
    now += 5_000;
    expect(ours.isOurs(press, { time: now })).toBe(true);
    return Promise.resolve();
  });
  await expect(sent.sending(release, () => Promise.reject(new Error('It was not sent.')))).rejects.toThrow('not sent');
  expect(ours.isOurs(release, { time: now + 5_000 })).toBe(false);
  expect(ours.isOurs(press, { time: now + 5_000 })).toBe(false);
});

it('ignores input sent before or after observation', async () => {
  const sent = new SentPresses(() => now);
  const before = await tapped(sent);
  const ours = sent.follow();
  expect(ours.isOurs(press, { time: before })).toBe(false);
  ours.dispose();
  const after = await tapped(sent);
  expect(ours.isOurs(press, { time: after })).toBe(false);
});
