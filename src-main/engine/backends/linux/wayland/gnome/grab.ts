import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { RawInput } from '../../../../backend.ts';
import { nameOf } from '../../x11/input/keyboard/keys.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import { Layout } from '../layout.ts';
import type { Outputs } from '../wire/outputs.ts';
import { clutterButtons } from './hands.ts';
import type { GnomeLink } from './link.ts';

const at = { x: z.number(), y: z.number() };
const heard = z.discriminatedUnion('type', [
  z.object({ type: z.literal('move'), ...at }),
  z.object({ type: z.literal('button'), ...at, button: z.number(), down: z.boolean(), modifiers: z.number() }),
  z.object({ type: z.literal('wheel'), ...at, notches: z.number() }),
  z.object({ type: z.literal('key'), keysym: z.number(), modifiers: z.number() }),
]);
export type Heard = z.output<typeof heard>;

const buttons = new Map([...clutterButtons].map(([code, button]) => [button, buttonOf(code)] as const));

/** Takes pointer and keys by a modal grab of the shell. @returns what gives both back */
export async function grabByShell(
  link: GnomeLink,
  outputs: Outputs,
  listener: (input: RawInput) => void,
): Promise<Disposable> {
  const layout = new Layout(outputs.list());
  const end = link.onEvent('grabbed', (told) => {
    const parsed = heard.safeParse(told['heard']);
    const input = parsed.success ? toInput(parsed.data, layout) : null;
    if (input) listener(input);
  });
  try {
    await link.tell('grab', { on: true });
  } catch (error) {
    end();
    throw error;
  }
  return disposable(() => {
    end();
    link.tell('grab', { on: false }).catch(() => undefined);
  });
}

/** In Deskscope's words; null for buttons and keys that have none. */
export function toInput(told: Heard, layout: Layout): RawInput | null {
  const time = performance.now();
  if (told.type === 'key') {
    const name = nameOf(told.keysym);
    if (name === null) return null;
    return { type: 'key', key: [...modifiersIn(told.modifiers), name].join('+'), text: null, time };
  }
  const { x, y } = layout.pixelAt(told);
  if (told.type === 'move') return { type: 'move', x, y, time };
  if (told.type === 'wheel') return { type: 'wheel', x, y, notches: told.notches, time };
  const button = buttons.get(told.button);
  const modifiers = modifiersIn(told.modifiers);
  return button ? { type: 'button', x, y, button, down: told.down, modifiers, time } : null;
}
