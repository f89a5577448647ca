import { describe, expect, it } from 'vitest';
import { isLate } from './deafness.ts';
import { mouseMessage, Swallowed } from './swallowed.ts';

const { move, leftDown, leftUp, rightDown, rightUp, wheel } = mouseMessage;

describe('a grab', () => {
  it('keeps presses with their releases, wheels and keys to itself, and lets the pointer move', () => {
    const swallowed = new Swallowed(() => false);
    expect([move, leftDown, leftUp, wheel].map((message) => swallowed.mouse(message, 0, true))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect([swallowed.key(65, true, true, 0), swallowed.key(65, false, true, 0)]).toEqual([true, true]);
    expect(swallowed.isEmpty).toBe(true);
  });

  it('gives releases to whoever got the press', () => {
    const swallowed = new Swallowed((code) => code === 16);
    // Both have been down since before.
    expect(swallowed.mouse(leftUp, 0, true)).toBe(false);
    expect([swallowed.key(16, true, true, 0), swallowed.key(16, false, true, 0)]).toEqual([true, false]);
  });

  it('keeps the release of its last press after its end, and repeats of it', () => {
    const swallowed = new Swallowed(() => false);
    swallowed.mouse(leftDown, 0, true);
    swallowed.key(27, true, true, 0);
    expect(swallowed.mouse(rightDown, 0, false)).toBe(false);
    expect(swallowed.mouse(rightUp, 0, false)).toBe(false);
    expect(swallowed.mouse(leftUp, 0, false)).toBe(true);
    expect([swallowed.key(27, true, false, 0), swallowed.key(27, false, false, 0)]).toEqual([true, true]);
    expect(swallowed.isEmpty).toBe(true);
  });

  it('takes nothing away after its end when its releases were never seen', () => {
    const swallowed = new Swallowed(() => false);
    const ctrl = 0xa2;
    swallowed.mouse(leftDown, 0, true);
    swallowed.key(ctrl, true, true, 0xffff_ff00);
    // Held down until now: it repeats itself.
    expect(swallowed.key(ctrl, true, false, 300)).toBe(true);
    // The screen was locked meanwhile.
    expect([swallowed.key(ctrl, true, false, 9_000), swallowed.key(ctrl, false, false, 9_100)]).toEqual([false, false]);
    expect([leftDown, leftUp].map((message) => swallowed.mouse(message, 0, false))).toEqual([false, false]);
    expect(swallowed.isEmpty).toBe(true);
  });
});

it('knows late input, also where the clock begins anew', () => {
  expect([isLate(5_000, 4_500), isLate(5_600, 4_500), isLate(4_500, 9_000)]).toEqual([false, true, false]);
  expect(isLate(600, 0xffff_ff00)).toBe(false);
  expect(isLate(2_000, 0xffff_ff00)).toBe(true);
});
