import { expect, it } from 'vitest';
import { monotonicMs } from '../../../../base/monotonic.ts';
import { eventCode } from '../x11/input/device-event.ts';
import { toTold } from './x-input.ts';

const keymap = { keysym: (code: number, state: number) => code * 1_000 + state };
const event = { detail: 1, state: 4, x: 10, y: 20, time: performance.now() - 100 };

it('tells what an X server records in words of a compositor', () => {
  const at = { x: 10, y: 20 };
  expect(toTold({ ...event, code: eventCode.motion }, keymap)).toMatchObject({ type: 'move', at });
  const pressed = toTold({ ...event, code: eventCode.buttonPress, detail: 3 }, keymap);
  expect(pressed).toMatchObject({ type: 'button', code: 0x111, down: true, modifiers: 4, at });
  expect(toTold({ ...event, code: eventCode.buttonRelease, detail: 8 }, keymap)).toMatchObject({
    code: 0x113,
    down: false,
  });
  const key = toTold({ ...event, code: eventCode.keyPress, detail: 38 }, keymap);
  expect(key).toMatchObject({ type: 'key', code: 30, keysym: 38_004, modifiers: 4 });
});

it('counts a notch of the wheel once', () => {
  expect(toTold({ ...event, code: eventCode.buttonPress, detail: 5 }, keymap)).toMatchObject({
    type: 'wheel',
    notches: -1,
  });
  expect(toTold({ ...event, code: eventCode.buttonRelease, detail: 5 }, keymap)).toBeNull();
});

it('says nothing of releases of keys, and of buttons that no one asks for', () => {
  expect(toTold({ ...event, code: eventCode.keyRelease }, keymap)).toBeNull();
  expect(toTold({ ...event, code: eventCode.buttonPress, detail: 6 }, keymap)).toBeNull();
});

it('dates them by the machine’s clock', () => {
  const told = toTold({ ...event, code: eventCode.motion }, keymap);
  expect(monotonicMs() - (told?.time ?? NaN)).toBeGreaterThanOrEqual(99);
});
