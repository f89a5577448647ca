import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import { scroll } from '../../input/mouse.ts';
import { describeTargetInput, targetFields } from '../../target/target-input.ts';
import { namespace } from './namespace.ts';

export const wheelMouseInput = defineTool({
  name: 'wheel_mouse_input',
  namespace,
  type: 'action',
  effect: 'act',
  destructive: false,
  title: 'Scroll',
  description:
    'Scroll a control of a desktop window with the mouse wheel, by id and name or by selector; without any of them the window itself.',
  input: z.object({
    ...targetFields,
    wheel_dist: z.number().int().min(-1_000).max(1_000).default(0).describe('Notches; positive is up.'),
  }),
  sentence: (input) => `Scroll ${describeTargetInput(input)} by ${input.wheel_dist} notches`,
  async run(context, input) {
    const { element } = await scroll(context, input, input.wheel_dist);
    const where = element ? 'selected control' : 'application window';
    return { text: `The wheel mouse input action has been executed on the ${where}.` };
  },
});
