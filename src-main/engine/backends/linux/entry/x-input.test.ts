import { expect, it } from 'vitest';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import { Layout } from '../wayland/layout.ts';
import { XPixels } from '../wayland/xwayland/x-pixels.ts';
import { eventCode } from '../x11/input/device.ts';
import { toReportedInput } from './x-input.ts';

const keymap = { keysym: (code: number, state: number) => code * 1_000 + state };
const pixels = new XPixels(new Layout([]), 2);
const event = { detail: 1, state: 4, x: 10, y: 20, time: performance.now() - 100 };

it('translates recorded X input to compositor input', () => {
  // X apps scale themselves here.
  const at = { x: 5, y: 10 };
  expect(toReportedInput({ ...event, code: eventCode.motion }, keymap, pixels)).toMatchObject({ type: 'move', at });
  const pressed = toReportedInput({ ...event, code: eventCode.buttonPress, detail: 3 }, keymap, pixels);
  expect(pressed).toMatchObject({ type: 'button', code: 0x111, down: true, modifiers: 4, at });
  expect(toReportedInput({ ...event, code: eventCode.buttonRelease, detail: 8 }, keymap, pixels)).toMatchObject({
    code: 0x113,
    down: false,
  });
  const key = toReportedInput({ ...event, code: eventCode.keyPress, detail: 38 }, keymap, pixels);
  expect(key).toMatchObject({ type: 'key', code: 30, keysym: 38_004, modifiers: 4 });
});

it('counts a wheel notch once', () => {
  expect(toReportedInput({ ...event, code: eventCode.buttonPress, detail: 5 }, keymap, pixels)).toMatchObject({
    type: 'wheel',
    at: { x: 5, y: 10 },
    notches: -1,
  });
  expect(toReportedInput({ ...event, code: eventCode.buttonRelease, detail: 5 }, keymap, pixels)).toBeNull();
});

it('ignores key releases and unknown buttons', () => {
  expect(toReportedInput({ ...event, code: eventCode.keyRelease }, keymap, pixels)).toBeNull();
  expect(toReportedInput({ ...event, code: eventCode.buttonPress, detail: 6 }, keymap, pixels)).toBeNull();
});

it('dates events by the machine’s clock', () => {
  const reported = toReportedInput({ ...event, code: eventCode.motion }, keymap, pixels);
  expect(monotonicMs() - (reported?.time ?? NaN)).toBeGreaterThanOrEqual(99);
});
