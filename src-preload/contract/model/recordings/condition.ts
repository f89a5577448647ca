import { z } from 'zod';
import { quoted } from '../../foreign-text.ts';
import { describeElement } from '../elements/element.ts';
import { nameOfWindow, type Expectation } from './expectation.ts';
import { expectedElement, expectedState } from '../schemas/expectation.ts';
import { windowMatch } from '../schemas/window.ts';

/** Default time limit of a condition, in milliseconds. */
export const conditionMs = 1_000;

const common = {
  window: windowMatch,
  /** Whether it must be true or false. */
  is: z.boolean(),
  /** Time limit, in milliseconds; {@link conditionMs} by default. */
  forMs: z.number().int().nonnegative().max(60_000).optional(),
};

/**
 * A condition on the current desktop, checked before a step or a group.
 *
 * - `window`: a window is open.
 * - `shows`: an element is visible.
 * - `state`: an element exists and has, or lacks, the state.
 * - `text`: an element exists and its text is, or with `contains` includes, the given one; or differs.
 */
export const condition = z.discriminatedUnion('type', [
  z.object({ type: z.literal('window'), ...common }),
  z.object({ type: z.literal('shows'), element: expectedElement, ...common }),
  z.object({ type: z.literal('state'), element: expectedElement, state: expectedState, ...common }),
  z.object({
    type: z.literal('text'),
    element: expectedElement,
    text: z.string(),
    contains: z.literal(true).optional(),
    ...common,
  }),
]);
export type Condition = Readonly<z.output<typeof condition>>;
export type ConditionType = Condition['type'];

/** A statement: `no Button “OK” shows`. */
export function describeCondition(condition: Condition): string {
  const { is } = condition;
  if (condition.type === 'window') return `${is ? 'a' : 'no'} window ${nameOfWindow(condition.window)} is open`;
  const element = describeElement(condition.element);
  switch (condition.type) {
    case 'shows':
      return is ? `${element} shows` : `no ${element} shows`;
    case 'state':
      return `${element} is ${is ? '' : 'not '}${condition.state}`;
    case 'text': {
      const verbs = condition.contains ? ['contains', 'does not contain'] : ['holds', 'does not hold'];
      return `${element} ${verbs[is ? 0 : 1]} ${quoted(condition.text)}`;
    }
  }
}

/** The actual state when the condition is false. */
export function describeUnmet(condition: Condition): string {
  return describeCondition({ ...condition, is: !condition.is });
}

/** The target to find, whether the condition is positive or negative. */
export function lookedFor(condition: Condition): Expectation {
  switch (condition.type) {
    case 'window':
      return { type: 'windowOpens', window: condition.window };
    case 'shows':
      return { type: 'shows', element: condition.element, window: condition.window };
    case 'state':
      return { type: 'state', element: condition.element, window: condition.window, state: condition.state, is: true };
    case 'text': {
      const { element, window, text, contains } = condition;
      return { type: 'text', element, window, text, ...(contains && { contains }) };
    }
  }
}
