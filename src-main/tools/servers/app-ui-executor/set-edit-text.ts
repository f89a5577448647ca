import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import { fill } from '../../input/fill.ts';
import { keysInOrder, strokesOf, typingMs } from '../../input/strokes.ts';
import { pythonRepr } from '../../answers/python-repr.ts';
import { isPassword, isPasswordTarget } from '../../target/secret-field.ts';
import { mask } from '#contract/model/tools/tool-call';
import { describeTargetInput, targetFields } from '../../target/target-input.ts';
import { namespace } from './namespace.ts';
import { quoted } from '#contract/foreign-text';

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
