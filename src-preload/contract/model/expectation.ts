import { z } from 'zod';
import { quoted } from '../foreign-text.ts';
import { controlTypes, describeElement } from './element.ts';
import { windowMatch, type WindowMatch } from './window.ts';

/** What of an element's states a person sees and means. */
export const expectedState = z.enum(['checked', 'mixed', 'selected', 'expanded', 'enabled']);
export type ExpectedState = z.output<typeof expectedState>;

/** An element that an expectation looks at. */
export const expectedElement = z.object({
  controlType: z.enum(controlTypes),
  name: z.string(),
  /** By what it is found in its window. */
  selector: z.string().min(1),
});
export type ExpectedElement = Readonly<z.output<typeof expectedElement>>;

/** Where missing, the element that the step acts on. */
const element = expectedElement.optional();
/** Where missing, the window that the step acts in. */
const window = windowMatch.optional();

/**
 * What is so after a step that worked. Recorded ones were not so before it.
 *
 * - `windowOpens`: a window that was not there before the step.
 * - `windowCloses`: the window that the step acts in; others of its app stay where `appStays` says so.
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

/**
 * A statement: `Edit “Result” holds “7”`.
 * @param own what the step acts on, e.g. `Button “7”`; `its element` where missing
 */
export function describeExpectation(expected: Expectation, own = 'its element'): string {
  switch (expected.type) {
    case 'windowOpens':
      return `a window ${nameOfWindow(expected.window)} opens`;
    case 'windowCloses':
      return 'its window closes';
    case 'title':
      return `its window is called ${quoted(expected.title)}`;
    case 'shows':
      return `${describeElement(expected.element)} shows${inWindow(expected.window)}`;
    case 'gone':
      return `no ${describeElement(expected.element)} shows${inWindow(expected.window)}`;
    case 'state': {
      const { is, state } = expected;
      return `${subject(expected.element, own)} is ${is ? '' : 'not '}${state}${inWindow(expected.window)}`;
    }
    case 'text': {
      const verb = expected.contains ? 'contains' : 'holds';
      return `${subject(expected.element, own)} ${verb} ${quoted(expected.text)}${inWindow(expected.window)}`;
    }
  }
}

function subject(element: ExpectedElement | undefined, own: string): string {
  return element ? describeElement(element) : own;
}

function inWindow(window: WindowMatch | undefined): string {
  return window ? ` in the window ${nameOfWindow(window)}` : '';
}

/** `“Calc”`, or `of “galculator”` where it has no title. */
export function nameOfWindow({ title = '', app = '' }: WindowMatch): string {
  return title === '' ? `of ${quoted(app)}` : quoted(title);
}
