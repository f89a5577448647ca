import type { Condition } from '#contract/model/recordings/condition';
import type { Expectation, ExpectedElement } from '#contract/model/recordings/expectation';
import { formatSelector, parseSelector, type SelectorStep } from '#contract/model/elements/selector';
import type { StepGroup } from '#contract/model/recordings/step-group';

/** The replacement for an entered text. */
export type Follow = (text: string) => string;

/**
 * Replaces entered texts in expectations when other texts are entered. A recorded text counts only as a whole word, so that “7”
 * does not match in “77”.
 * @param entered recorded texts and their replacements, in the order of entry
 */
export function following(entered: readonly (readonly [recorded: string, now: string])[]): Follow {
  const now = new Map(entered.filter(([recorded]) => recorded !== ''));
  if (now.size === 0) return (text) => text;
  const longestFirst = [...now.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replace(words, (word) => now.get(word) ?? word);
}

export function followExpectation(expected: Expectation, follow: Follow): Expectation {
  switch (expected.type) {
    case 'windowOpens': {
      const { window } = expected;
      return window.title === undefined
        ? expected
        : { ...expected, window: { ...window, title: follow(window.title) } };
    }
    case 'title':
      return { ...expected, title: follow(expected.title) };
    case 'text':
      return { ...expected, text: follow(expected.text) };
    case 'shows':
    case 'gone':
      return { ...expected, element: followElement(expected.element, follow) };
    case 'windowCloses':
    case 'state':
      return expected;
  }
}

export function followCondition(condition: Condition, follow: Follow): Condition {
  const { window } = condition;
  const titled =
    window.title === undefined ? condition : { ...condition, window: { ...window, title: follow(window.title) } };
  if (titled.type === 'window') return titled;
  const found = { ...titled, element: followElement(titled.element, follow) };
  return found.type === 'text' ? { ...found, text: follow(found.text) } : found;
}

/** A group's conditions are checked before its steps, and after each turn. */
export function followGroup({ when, repeat, ...group }: StepGroup, follow: Follow): StepGroup {
  const loop = repeat && 'while' in repeat ? { ...repeat, while: followCondition(repeat.while, follow) } : repeat;
  return { ...group, ...(when && { when: followCondition(when, follow) }), ...(loop && { repeat: loop }) };
}

function followElement(element: ExpectedElement, follow: Follow): ExpectedElement {
  const selector = parseSelector(element.selector).map((step) => followSelector(step, follow));
  return { ...element, name: follow(element.name), selector: formatSelector(selector) };
}

function followSelector(step: SelectorStep, follow: Follow): SelectorStep {
  const { name, nameContains } = step;
  return {
    ...step,
    ...(name !== undefined && { name: follow(name) }),
    ...(nameContains !== undefined && { nameContains: follow(nameContains) }),
  };
}

/** The text as a regular expression that matches only it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, (char) => `\\${char}`);
}
