import { z } from 'zod';
import { center } from '#contract/model/geometry';
import { defineTool } from '../../define-tool.ts';
import { ensureInFront } from '../../target/in-front.ts';
import { resolveTarget } from '../../target/resolve-target.ts';
import { describeTargetInput, targetFields } from '../../target/target-input.ts';
import { activate, waitForWindow } from '../../target/target-window.ts';
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
    const { engine, signal } = context;
    const onControl = input.id !== undefined || input.selector !== undefined;
    const { window, at } = onControl ? await resolveTarget(context, input) : await middleOfWindow();
    await ensureInFront(context, window, at);
    if (input.wheel_dist !== 0) await engine.scroll({ at, notches: input.wheel_dist }, { signal });
    const where = onControl ? 'selected control' : 'application window';
    return { text: `The wheel mouse input action has been executed on the ${where}.` };

    async function middleOfWindow() {
      const found = await waitForWindow(context, input.window, Date.now() + (input.timeout_ms ?? 0));
      const front = await activate(context, found);
      return { window: front, at: center(front.bounds) };
    }
  },
});
