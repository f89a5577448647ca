import type { Action, ActionType } from '#contract/model/action';
import type { Expectation } from '#contract/model/expectation';
import type { Step } from '#contract/model/recording';

/** What is known only now of a step that is final already. */
export interface LateNews {
  readonly step: string;
  readonly news: Pick<Step, 'expected' | 'lost'>;
}

/** The step with what it changed now, beside what it is known to have changed. */
export function withEffects(step: Step, seen: readonly Expectation[]): Step {
  return {
    ...step,
    expected: joined(
      step.expected ?? [],
      seen.filter((one) => isNews(step.action, one) && (step.target !== null || !isOwn(one))),
    ),
  };
}

/** What shows in a window that was moved, or comes to the front behind another, does not say that this was done: replay looks for that. */
const windowEffects: Partial<Record<ActionType, readonly Expectation['type'][]>> = {
  window: ['windowOpens', 'windowCloses'],
  placeWindow: [],
  launch: [],
};

/** A field that was filled is read back anyhow; what it offers to complete is for those who type. */
function isNews({ type }: Action, expected: Expectation): boolean {
  const only = windowEffects[type];
  if (only) return only.includes(expected.type);
  if (type !== 'setText') return true;
  if (expected.type === 'shows') return !['ListItem', 'MenuItem'].includes(expected.element.controlType);
  return expected.type !== 'text' || expected.element !== undefined;
}

/** Of the element that the step acts on. */
function isOwn(expected: Expectation): boolean {
  return (expected.type === 'state' || expected.type === 'text') && !expected.element;
}

/** What came later is what is so: it takes the place of the same, and of its opposite, which was so only for a moment. */
function joined(before: readonly Expectation[], later: readonly Expectation[]): Expectation[] {
  const said = new Set(later.map(subjectOf));
  return [...before.filter((one) => !said.has(subjectOf(one))), ...later];
}

function subjectOf(expected: Expectation): string {
  switch (expected.type) {
    case 'windowOpens':
      return `window ${JSON.stringify(expected.window)}`;
    case 'windowCloses':
    case 'title':
      return expected.type;
    case 'shows':
    case 'gone':
      return `there ${expected.element.selector} ${JSON.stringify(expected.window)}`;
    case 'state':
      return `${expected.state} ${expected.element?.selector ?? ''} ${JSON.stringify(expected.window)}`;
    case 'text':
      return `text ${expected.element?.selector ?? ''} ${JSON.stringify(expected.window)}`;
  }
}
