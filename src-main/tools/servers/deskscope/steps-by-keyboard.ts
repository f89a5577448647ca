import { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { keyChord } from '#contract/model/schemas/action';
import { AppError } from '#contract/errors';
import { isCell } from '#contract/model/elements/element-facts';
import { describeElement, hasState } from '#contract/model/elements/element';
import { mask } from '#contract/model/tools/tool-call';
import type { LookContext, ToolContext } from '../../define-tool.ts';
import { fill } from '../../input/fill.ts';
import { chordsOf, keysInOrder, strokesOf, typeStrokes, typingMs, unreadNote } from '../../input/strokes.ts';
import { findWindow } from '../../target/windows/target-window.ts';
import { isPassword, isPasswordFocused, isPasswordTarget } from '../../target/secret-field.ts';
import { describeTargetInput, namesElement, targetFields, type TargetInput } from '../../target/target-input.ts';
import { defineStep, doneTo, type Done } from './define-step.ts';

const secretField = z.boolean().default(false).describe('Keep the text out of traces, logs and results.');

export const stepSetText = defineStep({
  name: 'step_set_text',
  title: 'Enter text in a field',
  description: 'Give a recorded field its text again, in the place of what it holds; afterwards it is read back.',
  deniedAs: ['set_edit_text'],
  input: z.object({
    ...targetFields,
    text: z.string(),
    secret: secretField,
  }),
  sentence: (input) => `Enter ${quoted(input.text, Infinity)} in ${describeTargetInput(input)}`,
  reach: { keys: [] },
  deadlineMs: ({ text }) => typingMs(text),
  secrets: {
    fields: ['text'],
    apply: async (context, input) =>
      input.secret || (await isPasswordTarget(context, input, keysInOrder(strokesOf(input.text)))),
  },
  act: (context, input) => enter(context, input),
  // Some apps listen only to keys, not to changes of their fields. Enter and Tab may do more than enter a text.
  otherwise: async (context, input, { typed }) =>
    typed || /[\n\t]/.test(input.text) ? null : enter(context, { ...input, byKeys: true }),
});

async function enter(
  context: ToolContext,
  input: TargetInput & { readonly text: string; readonly byKeys?: boolean },
): Promise<Done> {
  const { field, verified, typed } = await fill(context, { ...input, replace: true, asTyped: true });
  const isRepeatable = !typed && !context.secret && !/[\n\t]/.test(input.text);
  if (isRepeatable) context.session.setTexts.push({ element: field.id, text: input.text });
  const shown = context.secret || isPassword(field) ? mask : quoted(input.text);
  const how = input.byKeys ? ' by keys, since its effect did not come otherwise' : '';
  const effect = verified ? 'it holds the text.' : 'it cannot be read back.';
  return { ...doneTo(field, `Entered ${shown} in ${describeElement(field)}${how}: ${effect}`), typed };
}

export const stepTypeText = defineStep({
  name: 'step_type_text',
  title: 'Type text',
  description: 'Type recorded text again, in its element or in what has the focus in the window.',
  deniedAs: ['keyboard_input'],
  input: z.object({
    ...targetFields,
    text: z.string().min(1).max(100_000),
    secret: secretField,
    unseen: z
      .literal(true)
      .optional()
      .describe('Nobody saw into what it was typed, so it is typed into no cell that happens to be active.'),
  }),
  sentence: (input) => `Type ${quoted(input.text, Infinity)} in ${describeTargetInput(input)}`,
  reach: ({ text }) => ({ keys: chordsOf(strokesOf(text)) }),
  deadlineMs: ({ text }) => typingMs(text),
  secrets: {
    fields: ['text'],
    apply: async (context, input) =>
      input.secret || (await goesIntoPassword(context, input, keysInOrder(strokesOf(input.text)))),
  },
  async act(context, input) {
    if (input.unseen) await refuseActiveCell(context, input);
    const { secret, unread, window, element } = await typeStrokes(context, input, strokesOf(input.text));
    const typed = `Typed ${secret ? mask : quoted(input.text)}.`;
    return { text: unread ? `${typed} ${unreadNote}` : typed, window: window.id, element, typed: true };
  },
});

/** @throws AppError `state_differs`, with nothing delivered: the active cell depends on earlier acts in the sheet */
async function refuseActiveCell(context: ToolContext, { window }: TargetInput): Promise<void> {
  const { engine, signal } = context;
  const { id } = await findWindow(context, window);
  const hit = await engine.focused({ window: id }, { signal });
  if (!hit || !isCell(hit.element) || !hasState(hit.element, 'editable')) return;
  throw new AppError(
    'state_differs',
    `Into which cell this was typed is unknown: the app did not answer when the step was recorded. ${describeElement(hit.element)} is active.`,
    { hint: 'Insert a click on the cell before it and record the text again.', delivery: 'not_delivered' },
  );
}

export const stepPressKeys = defineStep({
  name: 'step_press_keys',
  title: 'Press keys',
  description: 'Press a recorded key or chord again, in its element or in what has the focus in the window.',
  deniedAs: ['keyboard_input'],
  input: z.object({
    ...targetFields,
    keys: keyChord.describe('A key by its name or a chord: Enter, ctrl+shift+s.'),
    repeat: z.number().int().min(1).max(1_000).default(1),
  }),
  sentence: (input) => `Press ${quoted(input.keys)} in ${describeTargetInput(input)}`,
  reach: ({ keys }) => ({ keys: [keys] }),
  deadlineMs: ({ repeat }) => 30_000 + repeat * 100,
  secrets: { fields: ['keys'], apply: (context, input) => goesIntoPassword(context, input) },
  async act(context, input) {
    const { keys, repeat } = input;
    const { secret, unread, window, element } = await typeStrokes(context, input, [{ type: 'chord', keys, repeat }]);
    const times = repeat === 1 ? '' : ` ${repeat} times`;
    const pressed = `Pressed ${secret ? mask : keys}${times}.`;
    return { text: unread ? `${pressed} ${unreadNote}` : pressed, window: window.id, element };
  },
});

async function goesIntoPassword(
  context: LookContext,
  input: TargetInput,
  keys: readonly string[] = [],
): Promise<boolean> {
  return namesElement(input) ? isPasswordTarget(context, input, keys) : isPasswordFocused(context, input, keys);
}
