import { expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

it('reports the duration of a press, however late its events arrive', () => {
  const clock = new ServerClock();
  expect(clock.at(50_000, 1_002)).toBe(1_002);
  const down = clock.at(51_000, 2_700);
  const up = clock.at(51_080, 3_900);
  expect([down, up - down]).toEqual([2_002, 80]);
});

it('learns from earlier receipts, and reports no time in the future', () => {
  const clock = new ServerClock();
  expect(clock.at(1_000, 900)).toBe(900);
  expect(clock.at(1_100, 950)).toBe(950);
  expect(clock.at(1_200, 1_100)).toBe(1_050);
});

it("continues when the server's clock wraps around", () => {
  const clock = new ServerClock();
  const before = clock.at(2 ** 32 - 10, 500);
  expect(clock.at(20, 540) - before).toBe(30);
});

it('ignores a clock that has diverged from ours', () => {
  const clock = new ServerClock();
  clock.at(0, 0);
  expect(clock.at(1_000, 100_000)).toBe(90_000);
});
