import { describe, expect, it } from 'vitest';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { ReportedInput } from '../compositor.ts';
import { Layout } from '../layout.ts';
import { toRawInput } from './observer.ts';

const logical = { x: 0, y: 0, width: 800, height: 600 };
const layout = new Layout([{ object: 1, name: 'A', logical, scale: 1.5, unit: 1, transform: 0 }]);
const [shift, ctrl, altgr] = [1, 4, 128];
const key = (keysym: number, modifiers = 0, time = monotonicMs()): ReportedInput => ({
  type: 'key',
  keysym,
  code: 1,
  modifiers,
  time,
});
const rawInput = (reported: ReportedInput) => toRawInput(reported, layout);

describe('keys', () => {
  it('report their character, and Shift only if it changes nothing else', () => {
    expect(rawInput(key(0x61))).toMatchObject({ key: 'a', text: 'a' });
    expect(rawInput(key(0x41, shift))).toMatchObject({ key: 'shift+a', text: 'A' });
    expect(rawInput(key(0x21, shift))).toMatchObject({ key: '!', text: '!' });
    expect(rawInput(key(0x40, altgr))).toMatchObject({ key: '@', text: '@' });
  });

  it('are chords with other modifiers, and names if they have one', () => {
    expect(rawInput(key(0x73, ctrl))).toMatchObject({ key: 'ctrl+s', text: null });
    expect(rawInput(key(0x53, ctrl | shift))).toMatchObject({ key: 'ctrl+shift+s', text: null });
    expect(rawInput(key(0xff09, shift))).toMatchObject({ key: 'shift+Tab', text: null });
  });

  it('are ignored for modifiers alone', () => {
    expect([0xffe1, 0xffe3, 0xfe03, 0].map((keysym) => rawInput(key(keysym)))).toEqual([null, null, null, null]);
  });

  it('are dated by the clock of input, never in the future', () => {
    const before = rawInput(key(0x61, 0, monotonicMs() - 250))?.time ?? NaN;
    expect(performance.now() - before).toBeGreaterThanOrEqual(249);
    const ahead = rawInput(key(0x61, 0, monotonicMs() + 250))?.time ?? NaN;
    expect(ahead).toBeLessThanOrEqual(performance.now());
  });
});

it('maps the pointer to the pixel under it', () => {
  const at = { x: 10.9, y: 20.5 };
  const time = monotonicMs();
  expect(rawInput({ type: 'move', at, time })).toMatchObject({ x: 16, y: 30 });
  const button = { type: 'button', at, down: true, modifiers: ctrl, time } as const;
  expect(rawInput({ ...button, code: 0x111 })).toMatchObject({ button: 'right', down: true, modifiers: ['ctrl'] });
  expect(rawInput({ ...button, code: 0x117 })).toBeNull();
});
