import { z } from 'zod';
import { DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import { monotonicAt, monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { PressSource, ReportedInput } from '../compositor.ts';
import { buttonCodes } from '../input/evdev.ts';
import type { KWinBus } from './bus.ts';
import { keepScript, followingPointer } from './scripts.ts';
import { loadPressEffect } from './press-effect.ts';
import type { LogSource } from './log.ts';

/** A report of the effect: all pressed buttons, and the time of day. */
const pressed = z.object({
  x: z.number(),
  y: z.number(),
  buttons: z.number(),
  was: z.number(),
  modifiers: z.number(),
  time: z.number(),
});
export type Pressed = z.output<typeof pressed>;

const place = z.object({ x: z.number(), y: z.number() });

/** Qt::MouseButton. */
const buttons = [
  [1, buttonCodes.left],
  [2, buttonCodes.right],
  [4, buttonCodes.middle],
  [8, buttonCodes.back],
  [16, buttonCodes.forward],
] as const;

/** Qt::KeyboardModifier, and the bits of X11/X.h. */
const modifiers = [
  [0x02000000, 1],
  [0x04000000, 4],
  [0x08000000, 8],
  [0x10000000, 64],
] as const;

/** Presses through an effect, which can only write to KWin's log; pointer moves through a script. */
export function kwinPresses(bus: KWinBus, log: LogSource): PressSource {
  return {
    async listen(received) {
      const owned = new DisposableStore();
      try {
        const pointer = await keepScript(bus, followingPointer, (what) => {
          const parsed = place.safeParse(what);
          if (parsed.success) received({ type: 'move', at: parsed.data, time: monotonicMs() });
        });
        owned.add(pointer);
        owned.add(await followPresses(bus, log, received));
        return owned;
      } catch (error) {
        owned.dispose();
        throw error;
      }
    },
    ...(log.lateMs !== undefined && { lateMs: log.lateMs }),
    missesKeys: true,
    unreported:
      'KWin reports neither the wheel nor keys. Keys are recorded in apps that report their own, such as those of GTK 3; in others, only the text of the last clicked field.',
  };
}

function followPresses(bus: KWinBus, log: LogSource, received: (reported: ReportedInput) => void): Promise<Disposable> {
  return loadPressEffect(bus, log, {
    received(what) {
      const parsed = pressed.safeParse(what);
      if (parsed.success) for (const reported of toReportedInput(parsed.data)) received(reported);
    },
    missed: () => received({ type: 'gap', time: monotonicMs() }),
  });
}

/** Each changed button. */
export function toReportedInput({
  x,
  y,
  buttons: down,
  was,
  modifiers: held,
  time,
}: Pressed): readonly ReportedInput[] {
  const changed = buttons.filter(([bit]) => ((down ^ was) & bit) !== 0);
  const common = {
    type: 'button',
    at: { x, y },
    modifiers: modifiers.reduce((mask, [bit, own]) => (held & bit ? mask | own : mask), 0),
    time: monotonicAt(time),
  } as const;
  return changed.map(([bit, code]) => ({ ...common, code, down: (down & bit) !== 0 }));
}
