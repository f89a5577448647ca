import { z } from 'zod';
import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import { atFractions, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { defineTool } from '../../define-tool.ts';
import { clickAt, dragFrom, clickElement, scroll } from '../../input/mouse.ts';
import { windowFields, describeTargetInput, targetFields } from '../../target/target-input.ts';
import { findWindow, frontWindow } from '../../target/windows/target-window.ts';
import { pythonRepr } from '../../answers/python-repr.ts';
import { holdableOf } from './key-names.ts';
import { namespace } from './namespace.ts';

/** UFO's `x` is the first side button. */
const buttonField = z
  .enum([...mouseButton.options, 'x'])
  .default('left')
  .describe('x is back.');

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

/** UFO accepts any number and clicks outside the window; here it is refused. */
const fraction = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1');

export const clickOnCoordinates = defineTool({
  name: 'click_on_coordinates',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Click at a place',
  description:
    'Click at a place of the selected window, given as fractions of its width and height: 0, 0 is its top left, 1, 1 its bottom right. For what has no control.',
  input: z.object({
    x: fraction,
    y: fraction,
    button: buttonField,
    double: z.boolean().default(false),
    modifiers: z.array(modifier).default([]),
    ...windowFields,
  }),
  reach: ({ x, y, window }) => ({
    points: async (context) => [place(await findWindow(context, window), x, y)],
  }),
  sentence: ({ x, y, button }) => `Click at ${percent(x)}, ${percent(y)} of the window with the ${button} button`,
  async run(context, { x, y, button, double, modifiers, ...wanted }) {
    const window = await frontWindow(context, wanted);
    const at = place(window, x, y);
    await clickAt(context, window, at, { button: toButton(button), count: double ? 2 : 1, modifiers });
    const kind = double ? 'double' : 'single';
    return {
      text: `The click action has been executed at (${at.x}, ${at.y}) with button '${button}' and ${kind} click.`,
    };
  },
});

export const dragOnCoordinates = defineTool({
  name: 'drag_on_coordinates',
  namespace,
  type: 'action',
  effect: 'act',
  title: 'Drag',
  description:
    'Drag with the mouse from one place of the selected window to another, given as fractions of its width and height.',
  input: z.object({
    start_x: fraction,
    start_y: fraction,
    end_x: fraction,
    end_y: fraction,
    button: buttonField,
    duration: z.number().min(0).max(60).default(1).describe('Seconds.'),
    key_hold: z.string().nullable().default(null).describe('A key held meanwhile: ctrl, shift, alt or win.'),
    ...windowFields,
  }),
  reach: ({ start_x, start_y, end_x, end_y, window: query }) => ({
    async points(context) {
      const window = await findWindow(context, query);
      return [place(window, start_x, start_y), place(window, end_x, end_y)];
    },
  }),
  deadlineMs: ({ duration }) => 30_000 + duration * 1_000,
  sentence: (input) =>
    `Drag from ${percent(input.start_x)}, ${percent(input.start_y)} to ${percent(input.end_x)}, ${percent(input.end_y)} of the window`,
  async run(context, { start_x, start_y, end_x, end_y, button, duration, key_hold, ...wanted }) {
    const modifiers = key_hold === null ? [] : [heldKey(key_hold)];
    const window = await frontWindow(context, wanted);
    const [from, to] = [place(window, start_x, start_y), place(window, end_x, end_y)];
    const durationMs = Math.round(duration * 1_000);
    await dragFrom(context, window, { from, to, button: toButton(button), modifiers, durationMs });
    const seconds = Number.isInteger(duration) ? duration.toFixed(1) : String(duration);
    return {
      text: `The drag action has been executed from (${from.x}, ${from.y}) to (${to.x}, ${to.y}), with a duration of ${seconds} and a button '${button}' held down.`,
    };
  },
});

/** @throws AppError `invalid_parameter` for a key that cannot be held while dragging */
function heldKey(name: string): Modifier {
  const held = holdableOf(name);
  if (held) return held;
  throw new AppError('invalid_parameter', `“key_hold”: ${quoted(name)} is no key to hold: ctrl, shift, alt or win.`, {
    delivery: 'not_delivered',
  });
}

/** Fractions of the window including its frame. */
function place({ bounds }: WindowInfo, x: number, y: number): Point {
  return atFractions(bounds, { x, y });
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** Our name of UFO's button. */
export function toButton(button: z.output<typeof buttonField>): MouseButton {
  return button === 'x' ? 'back' : button;
}
