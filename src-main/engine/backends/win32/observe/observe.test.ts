import { describe, expect, it } from 'vitest';
import { isLate } from './observer.ts';
import { mouseMessage, SuppressedEvents } from './hook-events.ts';

const { move, leftDown, leftUp, rightDown, rightUp, wheel } = mouseMessage;

describe('a grab', () => {
  it('suppresses presses with their releases, wheels and keys, and lets the pointer move', () => {
    const suppressed = new SuppressedEvents(() => false);
    expect([move, leftDown, leftUp, wheel].map((message) => suppressed.mouse(message, 0, true))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect([suppressed.key(65, true, true, 0), suppressed.key(65, false, true, 0)]).toEqual([true, true]);
    expect(suppressed.isEmpty).toBe(true);
  });

  it('delivers releases of delivered presses', () => {
    const suppressed = new SuppressedEvents((code) => code === 16);
    // Both were pressed before.
    expect(suppressed.mouse(leftUp, 0, true)).toBe(false);
    expect([suppressed.key(16, true, true, 0), suppressed.key(16, false, true, 0)]).toEqual([true, false]);
  });

  it('suppresses the release and repeats of its last press after its end', () => {
    const suppressed = new SuppressedEvents(() => false);
    suppressed.mouse(leftDown, 0, true);
    suppressed.key(27, true, true, 0);
    expect(suppressed.mouse(rightDown, 0, false)).toBe(false);
    expect(suppressed.mouse(rightUp, 0, false)).toBe(false);
    expect(suppressed.mouse(leftUp, 0, false)).toBe(true);
    expect([suppressed.key(27, true, false, 0), suppressed.key(27, false, false, 0)]).toEqual([true, true]);
    expect(suppressed.isEmpty).toBe(true);
  });

  it('suppresses nothing after its end if its releases were missed', () => {
    const suppressed = new SuppressedEvents(() => false);
    const ctrl = 0xa2;
    suppressed.mouse(leftDown, 0, true);
    suppressed.key(ctrl, true, true, 0xffff_ff00);
    // Still held: it repeats.
    expect(suppressed.key(ctrl, true, false, 300)).toBe(true);
    // The screen was locked meanwhile.
    expect([suppressed.key(ctrl, true, false, 9_000), suppressed.key(ctrl, false, false, 9_100)]).toEqual([
      false,
      false,
    ]);
    expect([leftDown, leftUp].map((message) => suppressed.mouse(message, 0, false))).toEqual([false, false]);
    expect(suppressed.isEmpty).toBe(true);
  });
});

it('detects missed input, even across a wraparound of the clock', () => {
  expect([isLate(5_000, 4_500), isLate(5_600, 4_500), isLate(4_500, 9_000)]).toEqual([false, true, false]);
  expect(isLate(600, 0xffff_ff00)).toBe(false);
  expect(isLate(2_000, 0xffff_ff00)).toBe(true);
});
