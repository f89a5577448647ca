import { z } from 'zod';
import { modifier } from '#contract/model/schemas/action';
import { defineTool } from '../../define-tool.ts';
import { pythonRepr } from '../../answers/python-repr.ts';
import { clickElement } from '../../input/mouse.ts';
import { describeTargetInput, targetFields } from '../../target/target-input.ts';
import { buttonField, toButton } from './button.ts';
import { namespace } from './namespace.ts';

export const clickInput = defineTool({
  name: 'click_input',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Click a control',
  description:
    'Click a button, link, menu item or any other control of a desktop window with the mouse, by id and name or by selector.',
  input: z.object({
    ...targetFields,
    button: buttonField,
    double: z.boolean().default(false).describe('Double-click.'),
    modifiers: z.array(modifier).default([]).describe('Keys held while clicking.'),
  }),
  sentence: (input) =>
    `${input.double ? 'Double-click' : 'Click'} ${describeTargetInput(input)} with the ${input.button} button`,
  async run(context, input) {
    const { button, double, modifiers } = input;
    const { how } = await clickElement(context, input, { button: toButton(button), count: double ? 2 : 1, modifiers });
    const parameters = { button, double, ...(modifiers.length > 0 && { modifiers }) };
    return {
      text: `Click action has been executed, with parameters: ${pythonRepr(parameters)}${how ? `. It was clicked ${how}.` : ''}`,
    };
  },
});
