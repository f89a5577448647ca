import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ControlType, type ElementNode } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import type { ToolContext } from '../../../define-tool.ts';
import { clickTarget } from '../../../input/mouse.ts';
import type { Target } from '../../../target/resolve-target.ts';
import { activate } from '../../../target/windows/target-window.ts';
import type { Filled } from '../../../input/edit-field.ts';
import { fillTarget } from '../../../input/fill.ts';
import { keysInOrder, strokesOf, typingMs } from '../../../input/strokes.ts';
import { isPasswordCalled, mayReachPassword } from '../../../target/secret-field.ts';
import { lines } from '../../../answers/page.ts';
import { defineAction } from '../action.ts';
import { target, wait, type } from '../fields.ts';
import { describeTarget, locate, look } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { usableTarget } from '../ready.ts';
import { fillNumber, isParsedLater } from '../elements/setting.ts';
import { chooseOption, unreadNote } from '../drop-down/choose-option.ts';
import { intendedField, textFields } from '../field-meant.ts';

/** Maximum number of matches to check before permission. */
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
      // A missing field may turn out to be a password field.
      const fields = await Promise.all(matches.slice(0, looked).map((each) => intendedField(context, each)));
      return fields.length === 0 || mayReachPassword(context, window.id, [...matches, ...fields], keys);
    },
  },
  async perform(context, input, scan) {
    const { text, clear_first: replace, press_enter: pressEnter } = input;
    const target = await usableTarget(context, input, scan, Date.now() + input.timeout_ms, {
      prefer: textFields,
    });
    const filling = () => fillTarget(context, target, { text, replace, pressEnter });
    const taken = replace && !pressEnter ? await typeNumber(context, target.element, text, filling) : null;
    const { field, verified, note: more } = taken ?? (await filling());
    const result = await resultAfter(context, target.window, field, verified ? 'Typed and read back in' : 'Typed in');
    const unread = 'The field could not be read back: look whether it took the text.';
    return { ...result, note: verified ? lines(result.note, more) : (more ?? unread) };
  },
});

/**
 * For number fields whose app takes what was typed only once they lose the focus, perhaps during another act, and makes 0 of
 * what is no number: leaves the field and returns to it. Null for other fields.
 */
async function typeNumber(
  context: ToolContext,
  element: ElementNode,
  text: string,
  filling: () => Promise<Filled>,
): Promise<Filled | null> {
  if (element.controlType !== 'Spinner') return null;
  const { engine, signal } = context;
  const field = await engine.details({ element: element.id }, { signal });
  if (!isParsedLater(field)) return null;
  const filled = await fillNumber(context, field, text, filling);
  const left = 'The focus is no longer in the field, so that its app takes the number.';
  return engine.focusElement({ element: field.id }, { signal }).then(
    () => filled,
    () => ({ ...filled, note: [filled.note, left].filter(Boolean).join(' ') }),
  );
}

const holders: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ComboBox', 'List', 'Tree', 'Table', 'DataGrid', 'Tab', 'Menu', 'MenuBar', 'Group'] as const),
]);

/** What opens or contains options in some toolkits; a text of that name is its label. */
const openers: ReadonlySet<ControlType> = new Set<ControlType>(['Button', 'SplitButton', 'CheckBox', 'Pane']);

const { control_type: _, ...withoutType } = target;

export const findAndSelect = defineAction({
  action: 'find_and_select',
  name: 'select_option',
  type: 'action',
  effect: 'act',
  title: 'Select an option',
  description:
    'Select an option of a drop-down list, list, tree, table or tab bar in a desktop window: the list by ref, name, automation id or selector, the option by its text.',
  input: z.object({
    ...withoutType,
    value: z.string().min(1).describe('The text of the option.'),
    timeout_ms: wait(5_000, 'the list'),
  }),
  oneOf: ['name', 'automation_id', 'selector', 'element'],
  sentence: (input) => `Select ${quoted(input.value, Infinity)} in ${describeTarget(input)}`,
  async perform(context, input, scan) {
    const until = Date.now() + input.timeout_ms;
    const { window, element: named } = await locate(context, input, scan, { until, prefer: [holders, openers] });
    const element = await intendedField(context, named);
    const front = await activate(context, window);
    const option = await chooseOption(context, front, element, input.value);
    const result = await resultAfter(context, front, element, `Selected ${quoted(option.name)} in`);
    return option.unread ? { ...result, note: unreadNote } : result;
  },
});

/** Whether a box is no longer as it was before it was clicked. True for what shows no clicks. */
function showsClick(before: ElementNode, now: ElementNode): boolean {
  if (now.controlType === 'RadioButton') return hasState(now, 'checked');
  const toggled = (['checked', 'mixed'] as const).some((state) => hasState(before, state) !== hasState(now, state));
  return now.controlType !== 'CheckBox' || toggled;
}

/**
 * For a box that shows nothing of a click: what lies over it by now may have come before the press. Chromium reports what comes
 * over an element up to 300 ms late.
 * @throws AppError `not_verified` if something else is at the clicked place
 */
async function refuseCovered({ engine, signal }: ToolContext, box: ElementNode, at: Point): Promise<void> {
  const cover = await engine.aim({ element: box, at, only: true }, { signal }).then(
    () => null,
    (error: unknown) => (error instanceof AppError && error.code === 'wrong_target_window' ? error : null),
  );
  if (!cover) return;
  throw new AppError('not_verified', `${describeElement(box)} shows nothing of the click: ${cover.message}`, {
    hint: 'Look at it before you click again: what covers it may have taken the click.',
    delivery: 'unknown',
  });
}

/** Types that act as a whole wherever they are pressed, and that are named by part of their content. */
const pressedAsOne: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'DataItem', 'HeaderItem', 'Hyperlink', 'ListItem'] as const),
  ...(['Menu', 'MenuItem', 'RadioButton', 'TabItem', 'TreeItem'] as const),
]);

/**
 * A part of a text may be a link that the toolkit does not report (GTK 4.8, labels of Qt): a press in the middle of the text
 * would miss it, or hit another link.
 * @throws AppError `element_not_found`, with nothing delivered
 */
async function refusePartOfText(context: ToolContext, { element, at }: Target, name: string): Promise<void> {
  const text = element.name.toLowerCase();
  const from = text.indexOf(name.trim().toLowerCase());
  const to = from + name.trim().length;
  if (!at || element.controlType !== 'Text' || from < 0) return;
  if (from <= text.length / 2 && to >= text.length / 2) return;
  const around = await context.engine.ancestors({ element: element.id }, { signal: context.signal });
  if (around.some(({ controlType }) => pressedAsOne.has(controlType))) return;
  throw new AppError(
    'element_not_found',
    `${quoted(name)} is a part of ${describeElement(element)}, and its app does not report where in it.`,
    {
      hint: 'Click its place on a picture with click_at, or use the whole text to click its middle.',
      delivery: 'not_delivered',
    },
  );
}

export const findAndClick = defineAction({
  action: 'find_and_click',
  name: 'click_element',
  type: 'action',
  effect: 'act',
  title: 'Click an element',
  description:
    'Click a button, link, menu item or any other element of a desktop window with the mouse, by ref, name, automation id or selector. Waits until it can be used.',
  input: z.object({
    ...target,
    button: mouseButton.default('left'),
    double: z.boolean().default(false).describe('Double-click.'),
    modifiers: z.array(modifier).default([]).describe('Keys held while clicking.'),
    timeout_ms: wait(5_000, 'the element'),
  }),
  oneOf: ['name', 'automation_id', 'selector', 'element'],
  beyond: ['button', 'double', 'modifiers'],
  sentence: (input) =>
    `${input.double ? 'Double-click' : 'Click'} ${describeTarget(input)} with the ${input.button} button`,
  async perform(context, input, scan) {
    const { button, double, modifiers } = input;
    const target = await usableTarget(context, input, scan, Date.now() + input.timeout_ms);
    if (input.name !== undefined) await refusePartOfText(context, target, input.name);
    const { how, at } = await clickTarget(context, target, { button, count: double ? 2 : 1, modifiers });
    const done = double ? 'Double-clicked' : 'Clicked';
    // Some elements disable themselves when clicked; others are disabled between press and release, and take no click.
    const isPlain = button === 'left' && !double && modifiers.length === 0;
    const shows = (now: ElementNode) => !isPlain || showsClick(target.element, now);
    const doubt = async (now: ElementNode) => {
      if (hasState(target.element, 'enabled') && !hasState(now, 'enabled'))
        return 'It is disabled now: whether it took the click before could not be verified.';
      if (shows(now)) return undefined;
      if (at) await refuseCovered(context, target.element, at);
      return `It is ${hasState(now, 'checked') ? 'still' : 'not'} checked: whether it took the click could not be verified.`;
    };
    const result = await resultAfter(context, target.window, target.element, done, doubt, shows);
    return how ? { ...result, note: [`It was clicked ${how}.`, result.note].filter(Boolean).join(' ') } : result;
  },
});
