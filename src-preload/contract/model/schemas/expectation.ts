import { z } from 'zod';
import { controlTypes } from '../elements/element.ts';
import { expectedStates } from '../recordings/expectation.ts';
import { windowMatch } from './window.ts';

/** What of an element's states a person sees and means. */
export const expectedState = z.enum(expectedStates);
export type ExpectedState = z.output<typeof expectedState>;

/** An element that an expectation looks at. */
export const expectedElement = z.object({
  controlType: z.enum(controlTypes),
  name: z.string(),
  /** By what it is found in its window. */
  selector: z.string().min(1),
});
export type ExpectedElement = Readonly<z.output<typeof expectedElement>>;

/** By default, the element that the step acts on. */
const element = expectedElement.optional();
/** By default, the window that the step acts in. */
const window = windowMatch.optional();

/**
 * What is so after a step that worked. Recorded ones were not so before it.
 *
 * - `windowOpens`: a window that was not there before the step.
 * - `windowCloses`: the window that the step acts in; others of its app stay where `appStays` reports it.
 * - `title`: of that window, numbers aside.
 * - `shows`, `gone`: an element that can be seen, or none such.
 * - `state`: whether it has the state.
 * - `text`: the value of the element, or its name where it has no value; with `contains` a part of it.
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
