import { z } from 'zod';
import { center } from '#contract/model/geometry';
import { goneNote } from '../../../input/strokes.ts';
import { aimAt, ensureInFront } from '../../../target/in-front.ts';
import type { AimedTarget } from '../../../target/resolve-target.ts';
import { activate } from '../../../target/windows/target-window.ts';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeWindow } from '../answers/describe.ts';
import type { Target, Scan } from '../locate.ts';
import { readyTarget } from '../ready.ts';
import { windowFor } from '../window-of.ts';

export const scroll = defineAction({
  name: 'scroll',
  type: 'action',
  effect: 'act',
  destructive: false,
  title: 'Scroll',
  description: 'Scroll an element of a desktop window, or the window itself, with the mouse wheel.',
  input: z.object({
    ...target,
    direction: z.enum(['up', 'down', 'left', 'right']).default('down'),
    notches: z.number().int().min(1).max(1_000).default(3).describe('Of the wheel.'),
    timeout_ms: wait(5_000, 'the element'),
  }),
  sentence: ({ direction, notches }) => `Scroll ${direction} by ${notches} notches`,
  async perform(context, input, scan) {
    const { direction, notches: count } = input;
    const until = Date.now() + input.timeout_ms;
    const target = isNamed(input) ? await readyTarget(context, input, scan, until, { disabled: true }) : null;
    const { window, ...aim } = target ? await aimedAt(context, target) : await middleOf(context, input, scan);
    const { at } = aim;
    const notches = direction === 'up' || direction === 'right' ? count : -count;
    const axis = direction === 'up' || direction === 'down' ? 'vertical' : 'horizontal';
    const { isGone } = await context.engine.scroll({ ...aim, notches, axis }, { signal: context.signal });
    return {
      text: `Scrolled ${direction} by ${count} notches at ${at.x}, ${at.y} in ${describeWindow(window)}.`,
      fields: { at },
      ...(target && isGone && { note: goneNote(target.element, 'the wheel') }),
    };
  },
});

function isNamed({ element, name, control_type, automation_id, selector }: Target): boolean {
  return [element, name, control_type, automation_id, selector].some((field) => field !== undefined);
}

async function middleOf(context: ToolContext, wanted: Target, scan: Scan) {
  const window = await activate(context, await windowFor(context, wanted));
  scan.windowTitle = window.title;
  const at = center(window.bounds);
  await ensureInFront(context, window, at);
  return { window, at };
}

async function aimedAt(context: ToolContext, target: AimedTarget) {
  return { window: target.window, ...(await aimAt(context, target, target.at, { only: false })) };
}
