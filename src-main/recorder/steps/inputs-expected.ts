import type { Condition } from '#contract/model/recordings/condition';
import type { Expectation, ExpectedElement } from '#contract/model/recordings/expectation';
import { formatSelector, parseSelector, type SelectorStep } from '#contract/model/elements/selector';
import type { StepGroup } from '#contract/model/recordings/step-group';
import type { WindowMatch } from '#contract/model/windows/window';

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
    case 'windowOpens':
      return { ...expected, window: followWindow(expected.window, follow) };
    case 'title':
      return { ...expected, title: follow(expected.title) };
    case 'text':
      return { ...expected, ...followSubject(expected, follow), text: follow(expected.text) };
    case 'shows':
    case 'gone':
    case 'state':
      return { ...expected, ...followSubject(expected, follow) };
    case 'windowCloses':
      return expected;
  }
}

/** Whether it shows an entered text, so that it changes with it. */
export function isFollowing(expected: Expectation, follow: Follow): boolean {
  let changes = false;
  followExpectation(expected, (text) => {
    changes ||= follow(text) !== text;
    return text;
  });
  return changes;
}

/** What an expectation is about: an item may be called by the text that was entered. */
interface Subject {
  readonly element?: ExpectedElement | undefined;
  readonly window?: WindowMatch | undefined;
}

function followSubject({ element, window }: Subject, follow: Follow) {
  return {
    ...(element && { element: followElement(element, follow) }),
    ...(window && { window: followWindow(window, follow) }),
  };
}

function followWindow(window: WindowMatch, follow: Follow): WindowMatch {
  return window.title === undefined ? window : { ...window, title: follow(window.title) };
}

export function followCondition(condition: Condition, follow: Follow): Condition {
  const titled = { ...condition, window: followWindow(condition.window, follow) };
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
