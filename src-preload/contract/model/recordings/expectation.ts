import { quoted } from '../../foreign-text.ts';
import { describeElement } from '../elements/element.ts';
import type { ExpectedElement, ExpectedState, Expectation } from '../schemas/expectation.ts';
import type { WindowMatch } from '../windows/window.ts';

export type { ExpectedElement, ExpectedState, Expectation };

/** States of an element that are visible and meaningful to a person. */
export const expectedStates = ['checked', 'mixed', 'selected', 'expanded', 'enabled'] as const;

/**
 * A statement: `Edit “Result” holds “7”`.
 * @param own the step's target, e.g. `Button “7”`; `its element` by default
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

/** `“Calc”`, or `of “galculator”` without a title. */
export function nameOfWindow({ title = '', app = '' }: WindowMatch): string {
  return title === '' ? `of ${quoted(app)}` : quoted(title);
}
