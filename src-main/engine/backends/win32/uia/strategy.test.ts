import { expect, it } from 'vitest';
import { Allowance } from './strategy.ts';

function spending() {
  let clock = 0;
  const allowance = new Allowance({ mostMs: 100, share: 0.1, now: () => clock });
  return {
    wait: (ms: number) => (clock += ms),
    /** Whether it was performed. */
    spend: (ms: number) => allowance.spend(() => (clock += ms)) !== null,
  };
}

it('cheap work is always performed', () => {
  const { spend, wait } = spending();
  for (let times = 0; times < 100; times++) {
    expect(spend(5)).toBe(true);
    wait(50);
  }
});

it('expensive work is performed once, and again after ten times its duration', () => {
  const { spend, wait } = spending();
  expect(spend(600)).toBe(true);
  expect(spend(600)).toBe(false);
  wait(5_000);
  expect(spend(600)).toBe(false);
  wait(10);
  expect(spend(600)).toBe(true);
});

it('unused time does not accumulate', () => {
  const { spend, wait } = spending();
  wait(1_000_000);
  expect(spend(100)).toBe(true);
  expect(spend(1)).toBe(false);
});

it('failed work costs the same', () => {
  let clock = 0;
  const allowance = new Allowance({ mostMs: 100, share: 0.1, now: () => clock });
  const fail = () => {
    clock += 100;
    throw new Error('The app does not answer.');
  };
  expect(() => allowance.spend(fail)).toThrow('does not answer');
  expect(allowance.spend(() => true)).toBeNull();
});

it('work ends when the budget is used up, and regains a tenth of the time from then on', () => {
  let clock = 0;
  const allowance = new Allowance({ mostMs: 100, share: 0.1, now: () => clock });
  const steps = () =>
    allowance.spend((isSpent) => {
      let count = 0;
      for (; !isSpent(); count++) clock += 10;
      return count;
    });
  expect(steps()).toBe(10);
  expect(steps()).toBeNull();
  clock += 500;
  expect(steps()).toBe(5);
});
