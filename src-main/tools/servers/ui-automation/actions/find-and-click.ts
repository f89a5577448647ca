import { z } from 'zod';
import { hasState, type ElementNode } from '#contract/model/elements/element';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import { clickTarget } from '../../../input/mouse.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { usableTarget } from '../ready.ts';

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
