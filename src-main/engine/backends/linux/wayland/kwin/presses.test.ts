import { describe, expect, it } from 'vitest';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { toReportedInput } from './presses.ts';

const none = { x: 10, y: 20, buttons: 0, was: 0, modifiers: 0, time: 1_000 };

describe('what the effect reports', () => {
  it('contain each changed button', () => {
    expect(toReportedInput({ ...none, buttons: 1 })).toMatchObject([{ code: 0x110, down: true, at: { x: 10, y: 20 } }]);
    expect(toReportedInput({ ...none, buttons: 2, was: 3 })).toMatchObject([{ code: 0x110, down: false }]);
    expect(toReportedInput({ ...none, buttons: 8, was: 4 })).toMatchObject([
      { code: 0x112, down: false },
      { code: 0x113, down: true },
    ]);
  });

  it('use X modifiers', () => {
    expect(toReportedInput({ ...none, buttons: 1, modifiers: 0x06000000 })).toMatchObject([{ modifiers: 5 }]);
  });

  it('are dated by the machine’s clock, never in the future', () => {
    const [late] = toReportedInput({ ...none, buttons: 1, time: Date.now() - 300 });
    expect(monotonicMs() - (late?.time ?? NaN)).toBeGreaterThanOrEqual(298);
    const [early] = toReportedInput({ ...none, buttons: 1, time: Date.now() + 100 });
    expect(early?.time).toBeLessThanOrEqual(monotonicMs());
  });
});
