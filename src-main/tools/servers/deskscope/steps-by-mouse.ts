import { z } from 'zod';
import { maxHoldMs, maxVia } from '#contract/model/recordings/action';
import { clickCount, modifier, mouseButton, type ClickCount } from '#contract/model/schemas/action';
import { AppError } from '#contract/errors';
import { describeElement } from '#contract/model/elements/element';
import { placeInside, type Point } from '#contract/model/geometry';
import { point, size } from '#contract/model/schemas/geometry';
import { word } from '#contract/foreign-text';
import type { LookContext } from '../../define-tool.ts';
import { clickAt, clickElement, clickThere, dragFrom, pointAt } from '../../input/mouse.ts';
import {
  describeTargetInput,
  targetFields,
  windowArgument,
  windowFields,
  type WindowArgument,
} from '../../target/target-input.ts';
import { resolveUsable } from '../../target/resolve-target.ts';
import { findWindow, frontWindow } from '../../target/windows/target-window.ts';
import { defineStep, doneTo, effectFields } from './define-step.ts';
import { wayOf, placeLike } from './drag-way.ts';
import { surroundings } from '#contract/model/schemas/surroundings';
import type { Click } from '../../input/press-by-pattern.ts';

const placeField = point.describe('Physical pixels from the top left of the window, its frame included.');

const sizeField = size
  .optional()
  .describe(
    'How large the window was then: where it is not that large now, the place lies where it lay in proportion.',
  );

interface InWindow {
  readonly window?: WindowArgument | undefined;
  readonly window_size?: z.output<typeof sizeField>;
}

/** Current positions of places of a window, as screen pixels, as far as known before it is brought to the front. */
async function placesNow(
  context: LookContext,
  { window, window_size: size }: InWindow,
  places: readonly Point[],
): Promise<readonly Point[]> {
  const { bounds } = await findWindow(context, window);
  return places.map((place) => placeInside(bounds, place, size));
}

const clickFields = {
  button: mouseButton.default('left'),
  count: clickCount.default(1),
  modifiers: z.array(modifier).default([]).describe('Keys held meanwhile.'),
  hold_ms: z.number().int().positive().max(maxHoldMs).optional().describe('How long the button stays down.'),
};

const clickPlace = {
  at: point.optional().describe('Physical pixels from the top left of the element; its middle by default.'),
  size: size.optional().describe('How large the element was then.'),
};

const aroundField = surroundings
  .optional()
  .describe('How it looked around the place then: where it does not look so now, nothing is pressed.');

const unseenField = z.literal(true).optional().describe('What was there is unknown, so nothing is pressed.');

/** @throws AppError `state_differs`, with nothing delivered: there is no recorded look to compare with */
function refuseUnseen({ at, unseen }: { readonly at?: Point | undefined; readonly unseen?: true | undefined }): void {
  if (!unseen) return;
  const where = at ? `at ${at.x}, ${at.y} of its view` : 'there';
  throw new AppError(
    'state_differs',
    `What was ${where} is unknown: the app did not answer when the step was recorded.`,
    {
      hint: 'Record the step again.',
      delivery: 'not_delivered',
    },
  );
}

type ClickInput = Pick<Click, 'button' | 'count' | 'modifiers'> & { readonly hold_ms?: number | undefined };

function clickOf({ button, count, modifiers, hold_ms: holdMs }: ClickInput): Click {
  return { button, count, modifiers, ...(holdMs !== undefined && { holdMs }) };
}

const durationField = z
  .number()
  .int()
  .min(0)
  .max(60_000)
  .default(1_000)
  .describe('Milliseconds from press to release.');

export const stepClick = defineStep({
  name: 'step_click',
  title: 'Click an element',
  description: 'Do a recorded click again, at the same place of its element.',
  deniedAs: ['click_input'],
  input: z.object({
    ...targetFields,
    ...clickPlace,
    ...clickFields,
    around: aroundField,
    unseen: unseenField,
  }),
  sentence: (input) => `${verbs[input.count]} ${describeTargetInput(input)} with the ${input.button} button`,
  async act(context, input) {
    refuseUnseen(input);
    const { at, size, around } = input;
    const place = at && size && { at, size };
    if (place && around) {
      const target = await resolveUsable(context, input);
      const isAnyGround = input.button === 'right' && opensMenu(input);
      const there = await placeLike(context, target.window, target.element, { ...place, around, isAnyGround });
      await clickThere(context, target, there, clickOf(input));
      return doneTo(target.element, `${clicked(input.count)} ${describeElement(target.element)}.`);
    }
    const { element, how } = await clickElement(context, input, clickOf(input), place);
    return doneTo(element, `${clicked(input.count)} ${describeElement(element)}${how ? `, ${how}` : ''}.`);
  },
});

/** The menu of a view's ground is the same wherever it opens; what else a button does there may depend on the place. */
function opensMenu(input: object): boolean {
  const { expected = [] } = z.object(effectFields).parse(input);
  return expected.some((one) => one.type === 'shows' && one.element.controlType === 'MenuItem');
}

export const stepHover = defineStep({
  name: 'step_hover',
  title: 'Point at an element',
  description: 'Let the pointer rest on an element, at the same place of it, so that what belongs to it shows.',
  deniedAs: ['move_mouse'],
  input: z.object({ ...targetFields, at: clickPlace.at, size: clickPlace.size }),
  sentence: (input) => `Point at ${describeTargetInput(input)}`,
  async act(context, input) {
    const { at, size } = input;
    const element = await pointAt(context, input, at && size && { at, size });
    return doneTo(element, `Pointed at ${describeElement(element)}.`);
  },
});

export const stepClickPlace = defineStep({
  name: 'step_click_place',
  title: 'Click a place of a window',
  description: 'Do a recorded click again where no element was known, at the same pixel of the window.',
  deniedAs: ['click_on_coordinates'],
  input: z.object({
    at: placeField,
    window_size: sizeField,
    ...clickFields,
    ...windowFields,
    around: aroundField,
    unseen: unseenField,
  }),
  reach: (input) => ({ points: (context) => placesNow(context, input, [input.at]) }),
  sentence: ({ at, button }) => `Click at ${at.x}, ${at.y} of the window with the ${button} button`,
  async act(context, input) {
    refuseUnseen(input);
    const window = await frontWindow(context, input);
    const { around } = input;
    const at = around
      ? await placeLike(context, window, window, { at: input.at, size: input.window_size, around })
      : placeInside(window.bounds, input.at, input.window_size);
    await clickAt(context, window, at, clickOf(input));
    const text = `${clicked(input.count)} at ${at.x}, ${at.y} in ${word(window.title)}.`;
    return { text, window: window.id, element: null };
  },
});

export const stepDrag = defineStep({
  name: 'step_drag',
  title: 'Drag in a window',
  description: 'Do a recorded drag again, between the same pixels of the window.',
  deniedAs: ['drag_on_coordinates'],
  input: z.object({
    from: placeField,
    via: z.array(placeField).max(maxVia).default([]).describe('The places that it passes.'),
    to: placeField,
    window_size: sizeField,
    button: mouseButton.default('left'),
    duration_ms: durationField,
    ...windowFields,
    around: aroundField,
    unseen: unseenField,
  }),
  reach: (input) => ({ points: (context) => placesNow(context, input, [input.from, ...input.via, input.to]) }),
  deadlineMs: ({ duration_ms: ms }) => 30_000 + ms,
  sentence: ({ from, to }) => `Drag from ${from.x}, ${from.y} to ${to.x}, ${to.y} of the window`,
  async act(context, input) {
    refuseUnseen({ ...input, at: input.from });
    const { button, duration_ms: durationMs, window_size: size } = input;
    const window = await frontWindow(context, input);
    const { around } = input;
    const from = around
      ? await placeLike(context, window, window, { at: input.from, size, around })
      : placeInside(window.bounds, input.from, size);
    if (around) {
      const moved = ({ x, y }: Point) => ({ x: from.x + x - input.from.x, y: from.y + y - input.from.y });
      const [to, via] = [moved(input.to), input.via.map(moved)];
      await dragFrom(context, window, { from, via, to, button, modifiers: [], durationMs });
      const text = `Dragged from ${from.x}, ${from.y} to ${to.x}, ${to.y} in ${word(window.title)}.`;
      return { text, window: window.id, element: null };
    }
    const to = placeInside(window.bounds, input.to, size);
    const via = input.via.map((place) => placeInside(window.bounds, place, size));
    await dragFrom(context, window, { from, via, to, button, modifiers: [], durationMs });
    const text = `Dragged from ${from.x}, ${from.y} to ${to.x}, ${to.y} in ${word(window.title)}.`;
    return { text, window: window.id, element: null };
  },
});

export const stepDragElement = defineStep({
  name: 'step_drag_element',
  title: 'Drag an element',
  description:
    'Do a recorded drag again: from the same place of its element to the same place of another one, or as far as it went.',
  deniedAs: ['drag_on_coordinates'],
  input: z.object({
    ...targetFields,
    at: point.describe('Physical pixels from the top left of the element.'),
    size: size.describe('How large the element was then.'),
    to: point.describe('Where it ends: pixels from the top left of onto, or of the element where that is missing.'),
    onto: z
      .object({
        selector: z.string(),
        name: z.string().optional(),
        alternatives: z.array(z.string()).max(50).optional(),
        window: windowArgument.optional().describe('Its window, where that is another one.'),
        size,
        around: aroundField,
      })
      .optional()
      .describe('The element where it ends, and how large that was.'),
    way: z
      .object({ via: z.array(point).max(maxVia), by: point })
      .optional()
      .describe('The places that it passed, and where it ended: pixels from where it began. Straight by default.'),
    button: mouseButton.default('left'),
    duration_ms: durationField,
    around: aroundField,
    around_end: aroundField.describe('The same for the place where it ends, where onto is missing.'),
    unseen: unseenField,
  }),
  deadlineMs: ({ duration_ms: ms }) => 30_000 + ms,
  sentence: (input) =>
    `Drag ${describeTargetInput(input)}${input.onto ? ` onto ${describeTargetInput(input.onto)}` : ''}`,
  async act(context, input) {
    refuseUnseen(input);
    const { button, duration_ms: durationMs } = input;
    const way = await wayOf(context, input);
    const { from, via, to } = way;
    const drag = { from, element: way.element, via, to, button, modifiers: [], durationMs };
    await dragFrom(context, way.window, drag, way.end);
    const ending = way.end.element ? `onto ${describeElement(way.end.element)}` : `to ${to.x}, ${to.y}`;
    return doneTo(way.element, `Dragged ${describeElement(way.element)} ${ending}.`);
  },
});

const verbs: Readonly<Record<ClickCount, string>> = { 1: 'Click', 2: 'Double-click', 3: 'Triple-click' };

function clicked(count: ClickCount): string {
  return `${verbs[count]}ed`;
}
