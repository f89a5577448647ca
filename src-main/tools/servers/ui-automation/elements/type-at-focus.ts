import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { appears, screenOf } from '../../../input/appeared.ts';
import { chordsOf, keysInOrder, strokesOf, typeStrokes, typingMs, type KeyStroke } from '../../../input/strokes.ts';
import { isPasswordFocused } from '../../../target/secret-field.ts';
import { activate } from '../../../target/windows/target-window.ts';
import { defineAction } from '../action.ts';
import { window } from '../fields.ts';
import { describeWindow, lineOf } from '../answers/line.ts';
import { windowFor } from '../window-of.ts';

const input = z.object({
  text: z.string().max(100_000).describe('The text to type.'),
  press_enter: z.boolean().default(false).describe('Press Enter afterwards.'),
  secret: z.boolean().default(false).describe('Keep the text out of traces, logs and results.'),
  window: window.optional(),
});

/** For sheets, canvases and terminals: what has the focus gets the text, and nothing in it is selected or deleted first. */
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
    const where = hit ? lineOf(context, hit.element) : 'what has the focus';
    return {
      text: `Typed ${shown ? 'and read back ' : ''}in ${where} in ${describeWindow(front)}.`,
      fields: {},
      ...(!shown && { note: 'What arrived could not be read back: look whether it took the text.' }),
    };
  },
});

function strokesFor({
  text,
  press_enter: enter,
}: Pick<z.output<typeof input>, 'text' | 'press_enter'>): readonly KeyStroke[] {
  const strokes = strokesOf(text);
  return enter ? [...strokes, { type: 'chord', keys: 'Enter', repeat: 1 }] : strokes;
}
