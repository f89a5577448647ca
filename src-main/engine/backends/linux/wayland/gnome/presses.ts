import { z } from 'zod';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { PressSource, ReportedInput } from '../compositor.ts';
import { keyOffset } from '../input/evdev.ts';
import { eventTimeOf } from '../input/event-time.ts';
import { clutterButtons } from './gnome-input.ts';
import type { GnomeLink } from './link.ts';

const at = { x: z.number(), y: z.number() };
const time = z.number();
const pressed = z.discriminatedUnion('type', [
  z.object({ type: z.literal('move'), ...at, time }),
  z.object({
    type: z.literal('button'),
    ...at,
    button: z.number(),
    down: z.boolean(),
    modifiers: z.number(),
    time,
    since: time,
  }),
  z.object({ type: z.literal('gap'), time }),
  z.object({ type: z.literal('key'), keysym: z.number(), code: z.number(), modifiers: z.number(), time }),
]);
export type Pressed = z.output<typeof pressed>;

const codes = new Map([...clutterButtons].map(([code, button]) => [button, code] as const));

/** The user's presses as seen by the extension; queried only while there are listeners. */
export function gnomePresses(link: GnomeLink): PressSource {
  let listening = 0;
  const listen = async (received: (reported: ReportedInput) => void): Promise<Disposable> => {
    const end = link.onEvent('pressed', (message) => {
      const parsed = pressed.safeParse(message['heard']);
      const reported = parsed.success ? toReportedInput(parsed.data) : null;
      if (reported) received(reported);
    });
    listening++;
    const stop = () => {
      end();
      listening--;
      if (listening === 0) link.notify('presses', { on: false }).catch(() => undefined);
    };
    try {
      if (listening === 1) await link.notify('presses', { on: true });
    } catch (error) {
      stop();
      throw error;
    }
    return disposable(stop);
  };
  return {
    listen,
    unreported:
      'GNOME tells of no wheel, and of keys only where they go to a field or to an app that tells of them itself, as those of GTK 3 do.',
  };
}

/** Null for unknown buttons. */
export function toReportedInput(pressed: Pressed): ReportedInput | null {
  if (pressed.type === 'gap') return pressed;
  if (pressed.type === 'key') return { ...pressed, code: pressed.code - keyOffset, ...eventTimeOf(pressed.time) };
  const { x, y, time } = pressed;
  if (pressed.type === 'move') return { type: 'move', at: { x, y }, time };
  const code = codes.get(pressed.button);
  const { down, modifiers, since } = pressed;
  return code === undefined ? null : { type: 'button', at: { x, y }, code, down, modifiers, time, since };
}
