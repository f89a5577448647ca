import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { goneNote, isGone } from '../../../input/gone.ts';
import { isPasswordCalled, isPasswordFocused } from '../../../target/secret-field.ts';
import { activate } from '../../../target/windows/target-window.ts';
import { defineAction } from '../action.ts';
import { element, window } from '../fields.ts';
import { describeWindow } from '../answers/line.ts';
import { knownElement } from '../../../target/known-element.ts';
import { windowFor } from '../window-of.ts';

export const pressKeys = defineAction({
  name: 'press_keys',
  type: 'action',
  effect: 'act',
  title: 'Press keys',
  description:
    'Press keys or shortcuts on the keyboard in a desktop window, such as Enter, ctrl+s or alt+F4; several are pressed one after another.',
  input: z.object({
    keys: z
      .string()
      .min(1)
      .max(2_000)
      .describe('Keys or chords by name, separated by spaces: Enter, F5, ctrl+shift+s, “ctrl+a Delete”, Space.'),
    repeat: z.number().int().min(1).max(500).default(1).describe('How often all of it.'),
    window: window.optional(),
    element: element.optional().describe('Give this element the focus first: its ref or element id.'),
  }),
  sentence: ({ keys, repeat }) => `Press ${quoted(keys, Infinity)}${repeat > 1 ? ` ${repeat} times` : ''}`,
  reach: ({ keys }) => ({ keys: chordsIn(keys) }),
  deadlineMs: ({ keys, repeat }) => 30_000 + keys.split(' ').length * repeat * 100,
  secrets: {
    fields: ['keys'],
    async apply(context, input) {
      const keys = chordsIn(input.keys);
      if (input.element !== undefined) return isPasswordCalled(context, input.element, keys);
      return isPasswordFocused(context, { window: { handle: (await windowFor(context, input)).id } }, keys);
    },
  },
  async perform(context, input, scan) {
    const { engine, signal, secret } = context;
    const front = await activate(context, await windowFor(context, input));
    scan.windowTitle = front.title;
    const known = input.element === undefined ? null : (await knownElement(context, input.element)).element;
    if (known) await engine.focusElement({ element: known.id }, { signal });
    const chords = chordsIn(input.keys);
    for (let i = 0; i < input.repeat; i++) {
      for (const [at, keys] of chords.entries()) {
        const on = known && i === 0 && at === 0 ? { on: known.id } : {};
        await engine.pressKeys({ keys, window: front.id, ...on }, { signal });
      }
    }
    const what = secret ? 'the keys' : chords.join(' ');
    const pressed = { text: `Pressed ${what} in ${describeWindow(front)}.`, fields: {} };
    if (!known || !(await isGone(context, known))) return pressed;
    return { ...pressed, note: goneNote(known, 'the keys') };
  },
});

function chordsIn(keys: string): readonly string[] {
  return keys.split(/\s+/).filter((chord) => chord !== '');
}
