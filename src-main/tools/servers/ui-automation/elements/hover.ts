import { z } from 'zod';
import { aimAt } from '../../../target/in-front.ts';
import { restAt } from '../../../input/mouse.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget } from '../locate.ts';
import { resultAfter } from '../answers/outcome.ts';
import { readyTarget } from '../ready.ts';

export const hover = defineAction({
  name: 'hover',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Hover over an element',
  description:
    'Move the mouse pointer over an element of a desktop window and leave it there, to open submenus and show tool tips. Waits until it can be used.',
  deniedAs: ['move_mouse'],
  input: z.object({ ...target, timeout_ms: wait(5_000, 'the element') }),
  oneOf: ['name', 'control_type', 'automation_id', 'selector', 'element'],
  sentence: (input) => `Move the mouse over ${describeTarget(input)}`,
  async perform(context, input, scan) {
    const target = await readyTarget(context, input, scan, Date.now() + input.timeout_ms, { disabled: true });
    await restAt(context, await aimAt(context, target, target.at));
    return resultAfter(context, target.window, target.element, 'Hovers over');
  },
});
