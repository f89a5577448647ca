import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ControlType, type ElementNode } from '#contract/model/elements/element';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import type { ToolContext } from '../../../define-tool.ts';
import { clickTarget } from '../../../input/mouse.ts';
import type { Target } from '../../../target/resolve-target.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { usableTarget } from '../ready.ts';

/** What is one thing wherever it is pressed, and what is said by a part of what stands in it. */
const pressedAsOne: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'DataItem', 'HeaderItem', 'Hyperlink', 'ListItem'] as const),
  ...(['Menu', 'MenuItem', 'RadioButton', 'TabItem', 'TreeItem'] as const),
]);

/**
 * A part of a text may be a link of which the toolkit reports nothing (GTK 4.8, labels of Qt): a press in the middle of the text
 * would be beside it, or on another link.
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
    const { how } = await clickTarget(context, target, { button, count: double ? 2 : 1, modifiers });
    const done = double ? 'Double-clicked' : 'Clicked';
    // Some disable themselves when they are clicked; others are disabled between press and release, and take no click.
    const doubt = (now: ElementNode) =>
      hasState(target.element, 'enabled') && !hasState(now, 'enabled')
        ? 'It is disabled now: whether it took the click before could not be verified.'
        : undefined;
    const result = await resultAfter(context, target.window, target.element, done, doubt);
    return how ? { ...result, note: [`It was clicked ${how}.`, result.note].filter(Boolean).join(' ') } : result;
  },
});
