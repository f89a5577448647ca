import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import {
  goneNote,
  isGone,
  chordsOf,
  keysInOrder,
  strokesOf,
  typeStrokes,
  typingMs,
  type KeyStroke,
} from '../../../input/strokes.ts';
import { isPasswordCalled, isPasswordFocused } from '../../../target/secret-field.ts';
import { activate } from '../../../target/windows/target-window.ts';
import { knownElement } from '../../../target/known-element.ts';
import { appears, screenOf } from '../../../input/appeared.ts';
import { defineAction, type ActionResult } from '../action.ts';
import { element, window } from '../fields.ts';
import { lines } from '../../../answers/page.ts';
import { describeWindow, lineOf } from '../answers/describe.ts';
import { resultAfter } from '../answers/outcome.ts';
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

const input = z.object({
  text: z.string().max(100_000).describe('The text to type.'),
  press_enter: z.boolean().default(false).describe('Press Enter afterwards.'),
  secret: z.boolean().default(false).describe('Keep the text out of traces, logs and results.'),
  window: window.optional(),
});

/** For sheets, canvases and terminals: types into the focused element without selecting or deleting anything first. */
export const typeAtFocus = defineAction({
  name: 'type_at_focus',
  type: 'action',
  effect: 'act',
  title: 'Type text where the focus is',
  description: 'Type text in whatever has the keyboard focus in a desktop window, at its cursor.',
  input,
  sentence: ({ text }) => `Type ${quoted(text, Infinity)} where the keyboard focus is`,
  reach: (call) => ({ keys: chordsOf(strokesFor(call)) }),
  deadlineMs: ({ text }) => typingMs(text),
  secrets: {
    fields: ['text'],
    async apply(context, call) {
      if (call.secret) return true;
      const { id: handle } = await windowFor(context, call);
      return isPasswordFocused(context, { window: { handle } }, keysInOrder(strokesFor(call)));
    },
  },
  async perform(context, call, scan) {
    const { engine, signal } = context;
    const front = await activate(context, await windowFor(context, call));
    scan.windowTitle = front.title;
    const hit = await engine.focused({ window: front.id }, { signal });
    const before = hit && (await screenOf(context, hit.element));
    await typeStrokes(context, { window: { handle: front.id } }, strokesOf(call.text));
    const shown = hit !== null && before !== null && (await appears(context, hit.element, before, call.text));
    if (call.press_enter) await engine.pressKeys({ keys: 'Enter', window: front.id }, { signal });
    const done = shown ? 'Typed and read back in' : 'Typed in';
    // A secret is not read from the field.
    const told: Pick<ActionResult, 'text' | 'note'> =
      hit && !context.secret
        ? await resultAfter(context, front, hit.element, done)
        : { text: `${done} ${hit ? lineOf(context, hit.element) : 'what has the focus'} in ${describeWindow(front)}.` };
    const unread = 'What arrived could not be read back: look whether it took the text.';
    return { ...told, fields: {}, note: lines(told.note, shown ? undefined : unread) };
  },
});

function strokesFor({
  text,
  press_enter: enter,
}: Pick<z.output<typeof input>, 'text' | 'press_enter'>): readonly KeyStroke[] {
  const strokes = strokesOf(text);
  return enter ? [...strokes, { type: 'chord', keys: 'Enter', repeat: 1 }] : strokes;
}
