import { z } from 'zod';
import { fillTarget } from '../../../input/fill.ts';
import { keysInOrder, strokesOf, typingMs } from '../../../input/strokes.ts';
import { isPasswordCalled, mayReachPassword } from '../../../target/secret-field.ts';
import { defineAction } from '../action.ts';
import { fieldMeant, textFields } from '../field-meant.ts';
import { target, type, wait } from '../fields.ts';
import { describeTarget, look } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { usableTarget } from '../ready.ts';
import { quoted } from '#contract/foreign-text';

/** No more matches than these are looked at before anything is permitted. */
const looked = 10;

export const findAndType = defineAction({
  action: 'find_and_type',
  name: 'type_text',
  type: 'action',
  effect: 'act',
  title: 'Type text in a field',
  description:
    'Type text in an edit field of a desktop window, by ref, name, automation id or selector. Replaces what is in it unless clear_first is false; afterwards the field is read back.',
  input: z.object({
    ...target,
    control_type: type.optional().describe('Its control type; any field by default.'),
    text: z.string().max(100_000).describe('The text to type.'),
    clear_first: z.boolean().default(true).describe('Replace what is in the field; else the text goes behind it.'),
    press_enter: z.boolean().default(false).describe('Press Enter afterwards.'),
    secret: z.boolean().default(false).describe('Keep the text out of traces, logs and results.'),
    timeout_ms: wait(5_000, 'the field'),
  }),
  oneOf: ['name', 'automation_id', 'selector', 'element'],
  beyond: ['press_enter', 'secret'],
  sentence: (input) => `Type ${quoted(input.text, Infinity)} in ${describeTarget(input)}`,
  reach: ({ press_enter: enter }) => ({ keys: enter ? ['Enter'] : [] }),
  deadlineMs: ({ text }) => typingMs(text),
  secrets: {
    fields: ['text'],
    async apply(context, input) {
      if (input.secret) return true;
      const keys = keysInOrder(strokesOf(input.text));
      if (input.element !== undefined) return isPasswordCalled(context, input.element, keys);
      const { window, matches } = await look(context, input, { windowTitle: '', elements: 0 });
      // What is not there yet may become a password field.
      const fields = await Promise.all(matches.slice(0, looked).map((each) => fieldMeant(context, each)));
      return fields.length === 0 || mayReachPassword(context, window.id, [...matches, ...fields], keys);
    },
  },
  async perform(context, input, scan) {
    const { text, clear_first: replace, press_enter: pressEnter } = input;
    const target = await usableTarget(context, input, scan, Date.now() + input.timeout_ms, {
      prefer: textFields,
    });
    const { field, verified, note: more } = await fillTarget(context, target, { text, replace, pressEnter });
    const result = await resultAfter(context, target.window, field, verified ? 'Typed and read back in' : 'Typed in');
    const unread = 'The field could not be read back: look whether it took the text.';
    return { ...result, note: verified ? result.note : (more ?? unread) };
  },
});
