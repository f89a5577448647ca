import { z } from 'zod';
import { AppError } from '#contract/errors';
import { center, type Point } from '#contract/model/geometry';
import { describeElement } from '#contract/model/elements/element';
import { pointIn } from '#contract/model/elements/element-query';
import type { WindowInfo } from '#contract/model/windows/window';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import { quoted } from '#contract/foreign-text';
import type { OnElement } from '../../../../engine/engine.ts';
import type { LookContext, ToolContext } from '../../../define-tool.ts';
import { aimAt } from '../../../target/in-front.ts';
import { resolveTarget } from '../../../target/resolve-target.ts';
import { knownElement } from '../../../target/known-element.ts';
import { restAt } from '../../../input/mouse.ts';
import { defineAction } from '../action.ts';
import { windowFor } from '../window-of.ts';
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

export const clickAt = defineAction({
  name: 'click_at',
  type: 'action',
  effect: 'act',
  title: 'Click at a point',
  description:
    'Click at a point of the screen with the mouse, for what has no element. Screen pixels, as all results say.',
  input: z.object({
    x: z.number().int(),
    y: z.number().int(),
    button: mouseButton.default('left'),
    double: z.boolean().default(false).describe('Double-click.'),
    modifiers: z.array(modifier).default([]).describe('Keys held while clicking.'),
  }),
  sentence: ({ x, y, button, double }) =>
    `${double ? 'Double-click' : 'Click'} at ${x}, ${y} with the ${button} button`,
  reach: ({ x, y }) => ({
    actsIn: (context) => windowAt(context, { x, y }),
    points: () => Promise.resolve([{ x, y }]),
  }),
  async perform({ engine, signal }, { x, y, button, double, modifiers }) {
    await engine.click({ at: { x, y }, button, count: double ? 2 : 1, modifiers }, { signal });
    return { text: `${double ? 'Double-clicked' : 'Clicked'} at ${x}, ${y}.`, fields: { at: { x, y } } };
  },
});

export const placeHint =
  'A place on the screen in pixels, such as “480,330”, or the middle of an element: its ref or id.';

/** A named position, and its description. */
export interface Named {
  readonly at: Point;
  readonly what: string;
  /** The named element, which must be there. */
  readonly on?: OnElement | undefined;
}

/**
 * The position given by `480,330` or an element; an element is brought to the front and made ready.
 * @throws AppError as `resolveTarget`, `invalid_parameter`
 */
export async function toPoint(context: ToolContext, text: string): Promise<Named> {
  const at = pointIn(text);
  if (at) return { at, what: `${at.x}, ${at.y}` };
  const known = await knownElement(context, text);
  const target = await resolveTarget(context, { id: known.element.id, timeout_ms: 2_000 }, known);
  const aim = await aimAt(context, target, target.at);
  return { ...aim, what: `${describeElement(target.element)} at ${aim.at.x}, ${aim.at.y}` };
}

/**
 * The window that a press at a point reaches, for the permission question.
 * @throws AppError `window_not_found`
 */
export async function windowAt({ engine, signal }: LookContext, { x, y }: Point): Promise<WindowInfo> {
  const found = await engine.windowAt({ x, y }, { signal });
  if (found) return found;
  throw new AppError('window_not_found', `There is no window at ${x}, ${y}.`);
}

/** The current position of a named place. @throws AppError `element_stale`, `element_not_found` if it has none */
export async function placeOf(context: LookContext, text: string): Promise<Point> {
  const at = pointIn(text);
  if (at) return at;
  const { element } = await knownElement(context, text);
  if (element.bounds) return center(element.bounds);
  throw new AppError('element_not_found', `${describeElement(element)} has no position on the screen.`);
}

/** The name of a place's element, for the permission question; elements at bare points are looked up for all tools. */
export async function labelOf(context: LookContext, text: string): Promise<readonly string[]> {
  return pointIn(text) ? [] : [(await knownElement(context, text)).element.name];
}

const place = z.string().min(1).describe(placeHint);

export const drag = defineAction({
  name: 'drag',
  type: 'action',
  effect: 'act',
  title: 'Drag',
  description: 'Drag with the mouse from one place or element to another, to move things, select or draw.',
  input: z.object({
    from: place,
    to: place,
    button: mouseButton.default('left'),
    modifiers: z.array(modifier).default([]).describe('Keys held while dragging.'),
    duration_ms: z.number().int().min(0).max(60_000).default(500).describe('How long the way takes, in milliseconds.'),
  }),
  sentence: ({ from, to }) => `Drag from ${quoted(from)} to ${quoted(to)}`,
  reach: ({ from, to }) => ({
    actsIn: (context) => windowUnder(context, from),
    points: (context) => Promise.all([from, to].map((place) => placeOf(context, place))),
    labels: async (context) => [...(await labelOf(context, from)), ...(await labelOf(context, to))],
  }),
  deadlineMs: ({ duration_ms: ms }) => 30_000 + ms,
  async perform(context, input) {
    const { button, modifiers, duration_ms: durationMs } = input;
    const from = await toPoint(context, input.from);
    const to = await toPoint(context, input.to);
    await context.engine.drag(
      { from: from.at, to: to.at, button, durationMs, modifiers, on: { from: from.on, to: to.on } },
      { signal: context.signal, timeoutMs: durationMs + 15_000 },
    );
    return { text: `Dragged from ${from.what} to ${to.what}.`, fields: { from: from.at, to: to.at } };
  },
});

function windowUnder(context: LookContext, place: string) {
  const at = pointIn(place);
  return at ? windowAt(context, at) : windowFor(context, { element: place });
}

export const moveMouse = defineAction({
  name: 'move_mouse',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  title: 'Move the mouse',
  description: 'Move the mouse pointer to a place or element without pressing, to hover over it and show tool tips.',
  input: z.object({ to: z.string().min(1).describe(placeHint) }),
  sentence: ({ to }) => `Move the mouse to ${quoted(to)}`,
  reach: ({ to }) => ({
    actsIn(context) {
      const at = pointIn(to);
      return at ? windowAt(context, at) : windowFor(context, { element: to });
    },
  }),
  async perform(context, input) {
    const { at, what, on } = await toPoint(context, input.to);
    await context.engine.moveMouse({ ...at, ...(on && { on }) }, { signal: context.signal });
    return { text: `The mouse is at ${what}.`, fields: { at } };
  },
});
