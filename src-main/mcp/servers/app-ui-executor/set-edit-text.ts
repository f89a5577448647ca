import { z } from 'zod';
import { sleep } from '../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { describeElement } from '#contract/model/element';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { pythonRepr } from '../../python-repr.ts';
import { isSeen } from '../../seen-controls.ts';
import { mask } from '#contract/model/tool-call';
import { resolveTarget } from '../../resolve-target.ts';
import { describeTargetInput, targetFields } from '../../target-input.ts';
import { namespace } from './namespace.ts';
import { isPassword, isPasswordTarget } from './secret-field.ts';
import { enterText, type EditField } from './enter-text.ts';

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
  sentence: (input) => `Enter “${input.text}” in ${describeTargetInput(input)}`,
  deadlineMs: ({ text }) => 30_000 + text.length * 100,
  secrets: {
    fields: ['text'],
    apply: async (context, input) => input.secret || (await isPasswordTarget(context, input)),
  },
  async run(context, input) {
    const target = await resolveTarget(context, input);
    const { engine, signal } = context;
    const field = isSeen(target.element)
      ? { ...target.element, patterns: [] }
      : await engine.details({ element: target.element.id }, { signal });
    const wanted = input.clear_current_text || field.value === null ? input.text : field.value + input.text;
    await enterText(context, { ...target, field, text: input.text, replace: input.clear_current_text, wanted });
    const known = !isSeen(field) && (input.clear_current_text || field.value !== null);
    const verified = known && (await verify(context, field, wanted));
    const shown = context.secret || isPassword(field) ? mask : input.text;
    const call = `text=${pythonRepr(shown)}, clear_current_text=${pythonRepr(input.clear_current_text)}`;
    const effect = verified
      ? 'the field was read back and holds the text.'
      : 'please check the application for whether it took effect.';
    return { text: `Executed action set_edit_text(${call}), ${effect}` };
  },
});

/** How long the field may take to show what was typed, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 50;

/**
 * True where the field holds what was wanted, false where nobody can read it.
 * @throws AppError `not_verified`
 */
async function verify(context: ToolContext, field: EditField, wanted: string): Promise<boolean> {
  const end = Date.now() + followMs;
  for (;;) {
    const value = await readValue(context, field);
    if (value === null) return false;
    if (sameText(value, wanted)) return true;
    if (Date.now() >= end) {
      const holds = context.secret ? 'something else' : `“${value}”`;
      throw new AppError('not_verified', `${describeElement(field)} holds ${holds} instead of the text.`, {
        delivery: 'delivered',
      });
    }
    await sleep(lookEveryMs, context.signal);
  }
}

/** Null also where the field went away with the text, as a search box may. */
async function readValue({ engine, signal }: ToolContext, field: EditField): Promise<string | null> {
  try {
    const { value, states } = await engine.details({ element: field.id }, { signal });
    return states.includes('password') ? null : value;
  } catch (error) {
    const gone = error instanceof AppError && (error.code === 'element_stale' || error.code === 'window_not_found');
    if (gone) return null;
    throw error;
  }
}

/** Toolkits write line ends in their own way. */
function sameText(a: string, b: string): boolean {
  return a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}
