import { z } from 'zod';
import { controlTypes } from '../elements/element.ts';
import { expectedStates } from '../recordings/expectation.ts';
import { windowMatch } from './window.ts';

/** States of an element that are visible and meaningful to a person. */
export const expectedState = z.enum(expectedStates);
export type ExpectedState = z.output<typeof expectedState>;

/** The target element of an expectation. */
export const expectedElement = z.object({
  controlType: z.enum(controlTypes),
  name: z.string(),
  /** How to find it in its window. */
  selector: z.string().min(1),
});
export type ExpectedElement = Readonly<z.output<typeof expectedElement>>;

/** Default: the step's target. */
const element = expectedElement.optional();
/** Default: the step's window. */
const window = windowMatch.optional();

/**
 * A fact after a successful step. Recorded ones were false before.
 *
 * - `windowOpens`: a new window.
 * - `windowCloses`: the step's window; with `appStays` other windows of its app stay.
 * - `title`: of that window, ignoring numbers.
 * - `shows`, `gone`: a visible element, or none.
 * - `state`: whether it has the state.
 * - `text`: the element's value, or without one its name; with `contains` a part of it.
 */
export const expectation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('windowOpens'), window: windowMatch }),
  z.object({ type: z.literal('windowCloses'), appStays: z.boolean().optional() }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('shows'), element: expectedElement, window }),
  z.object({ type: z.literal('gone'), element: expectedElement, window }),
  z.object({ type: z.literal('state'), element, window, state: expectedState, is: z.boolean() }),
  z.object({ type: z.literal('text'), element, window, text: z.string(), contains: z.literal(true).optional() }),
]);
export type Expectation = Readonly<z.output<typeof expectation>>;
