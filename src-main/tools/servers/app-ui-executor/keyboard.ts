import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { mask } from '#contract/model/tools/tool-call';
import { defineTool } from '../../define-tool.ts';
import { chordsOf, keysInOrder, typeStrokes, typingMs, unreadNote, strokesOf } from '../../input/strokes.ts';
import { isPasswordFocused, isPasswordTarget, isPassword } from '../../target/secret-field.ts';
import { describeTargetInput, namesElement, targetFields } from '../../target/target-input.ts';
import { fill } from '../../input/fill.ts';
import { pythonRepr } from '../../answers/python-repr.ts';
import { formatKeys, parseKeys } from './key-notation.ts';
import { namespace } from './namespace.ts';

export const setEditText = defineTool({
  name: 'set_edit_text',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Enter text in a field',
  description:
    'Enter text in an edit field of a desktop window, by id and name or by selector. The text is added at the end unless clear_current_text is true; afterwards the field is read back.',
  input: z.object({
    ...targetFields,
    text: z.string(),
    clear_current_text: z.boolean().default(false).describe('Replace what is in the field.'),
    secret: z.boolean().default(false).describe('Keep the text out of traces, logs and results.'),
  }),
  sentence: (input) => `Enter ${quoted(input.text, Infinity)} in ${describeTargetInput(input)}`,
  reach: { keys: [] },
  deadlineMs: ({ text }) => typingMs(text),
  secrets: {
    fields: ['text'],
    apply: async (context, input) =>
      input.secret || (await isPasswordTarget(context, input, keysInOrder(strokesOf(input.text)))),
  },
  async run(context, input) {
    const { field, verified } = await fill(context, { ...input, replace: input.clear_current_text });
    const shown = context.secret || isPassword(field) ? mask : input.text;
    const call = `text=${pythonRepr(shown)}, clear_current_text=${pythonRepr(input.clear_current_text)}`;
    const effect = verified
      ? 'the field was read back and holds the text.'
      : 'please check the application for whether it took effect.';
    return { text: `Executed action set_edit_text(${call}), ${effect}` };
  },
});

const input = z.object({
  ...targetFields,
  keys: z
    .string()
    .min(1)
    .max(100_000)
    .describe('Text as it is, keys in braces: {ENTER}, {TAB 2}, {F5}, {VK_CONTROL}s, {VK_SHIFT}{TAB}, {{}.'),
  control_focus: z.boolean().default(true).describe('Focus the control first; false: keys go to what has the focus.'),
  secret: z.boolean().default(false).describe('Keep the keys out of traces, logs and results.'),
});
type Input = z.output<typeof input>;

export const keyboardInput = defineTool({
  name: 'keyboard_input',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Press keys',
  description:
    'Press keys, shortcuts or type text with the keyboard in a control of a desktop window, or in the window itself when no control is given.',
  input,
  sentence: (call) => `Press ${quoted(call.keys, Infinity)} in ${describeTargetInput(call)}`,
  reach: ({ keys }) => ({ keys: chordsOf(parseKeys(keys)) }),
  check: ({ keys }) => void parseKeys(keys),
  deadlineMs: ({ keys }) => typingMs(keys),
  secrets: {
    fields: ['keys'],
    async apply(context, call) {
      if (call.secret) return true;
      const keys = keysInOrder(parseKeys(call.keys));
      return takesFocus(call) ? isPasswordTarget(context, call, keys) : isPasswordFocused(context, call, keys);
    },
  },
  async run(context, call) {
    const strokes = parseKeys(call.keys);
    const { window, timeout_ms } = call;
    const sent = await typeStrokes(context, takesFocus(call) ? call : { window, timeout_ms }, strokes);
    return { text: sent.secret ? mask : formatKeys(strokes), ...(sent.unread && { note: unreadNote }) };
  },
});

/** With a control and `control_focus`, the control gets the keys; otherwise, as in UFO, the focused element. */
function takesFocus(call: Pick<Input, 'control_focus' | 'id' | 'selector'>): boolean {
  return call.control_focus && namesElement(call);
}
