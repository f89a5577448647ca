import type { Action } from '#contract/model/action';
import type { ControlType } from '#contract/model/element';
import { describeCondition } from '#contract/model/condition';
import { describeExpectation } from '#contract/model/expectation';
import { describeElement } from '#contract/model/element';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step, StepTarget } from '#contract/model/recording';
import { describeGroupRules } from '#contract/model/step-group';
import type { StepPlace } from './exporter.ts';

/** Wherever one presses them, the same happens. */
const sameEverywhere: ReadonlySet<ControlType> = new Set<ControlType>([
  'Button',
  'CheckBox',
  'Hyperlink',
  'ListItem',
  'MenuItem',
  'RadioButton',
  'TabItem',
  'TreeItem',
]);

/** What of a step is lost where it is said by an element alone: where on it was pressed. Each is a sentence for one line. */
export function placeLeftOut({ action, target, onto, until }: Step): readonly string[] {
  if (until) return [`left out: it goes on until ${describeElement(until)} shows; here as far as it went then`];
  if (action.type === 'drag')
    return [
      ...(target || onto
        ? ['left out: what it began and ended on; here it goes from place to place in the window']
        : []),
      ...(action.via ? [`left out: the ${action.via.length} places that it passed; here it goes straight`] : []),
    ];
  if (action.type !== 'click') return [];
  const held = action.holdMs === undefined ? [] : [`left out: the button was held for ${action.holdMs} ms`];
  return [...held, ...offMiddle(action, target)];
}

function offMiddle(action: Extract<Action, { type: 'click' }>, target: StepTarget | null): readonly string[] {
  if (!target?.bounds || sameEverywhere.has(target.controlType)) return [];
  const { width, height } = target.bounds;
  const { x, y } = action.at;
  if (Math.abs(2 * x - width) <= 2 && Math.abs(2 * y - height) <= 2) return [];
  return [`left out: it was pressed at ${x}, ${y} of its ${width} × ${height} pixels, here in its middle`];
}

/** Where a group begins with the step: `Steps 3 to 5, “Tips”`, and `only if …; 3 times`, empty where it is just done. */
export function groupBeginning({
  index,
  recording: { steps, groups },
}: StepPlace): { readonly which: string; readonly rules: string } | null {
  const id = steps[index]?.group;
  const group = groups?.find((one) => one.id === id);
  if (!group || steps[index - 1]?.group === id) return null;
  const count = steps.filter((step) => step.group === id).length;
  const which = count === 1 ? `Step ${index + 1}` : `Steps ${index + 1} to ${index + count}`;
  return { which: `${which}, ${quoted(group.name)}`, rules: describeGroupRules(group) };
}

/** `Steps 3 to 5, “Tips”: only if …; 3 times` */
export function inOneLine({ which, rules }: { readonly which: string; readonly rules: string }): string {
  return rules === '' ? which : `${which}: ${rules}`;
}

/** On what a step and its group depend, and how often they are done, for languages that do each step once. */
export function rulesLeftOut({ when }: Step, at: StepPlace): readonly string[] {
  const group = groupBeginning(at);
  return [
    ...(group === null ? [] : [inOneLine(group) + (group.rules && ' (left out: here once, and in any case)')]),
    ...(when ? [`left out, here done in any case: only if ${describeCondition(when)}`] : []),
  ];
}

/** What a step expects, for languages that do not check it. */
export function expectationsLeftOut({ expected = [], target }: Step): readonly string[] {
  const own = target ? describeElement(target) : undefined;
  return expected.map((one) => `not checked here: expects that ${describeExpectation(one, own)}`);
}

/** For languages that know windows by what they are called alone. */
export function openerLeftOut({ openedBy }: Step, { steps }: Recording): readonly string[] {
  const opener = steps.findIndex(({ id }) => id === openedBy);
  return opener < 0
    ? []
    : [`left out: its window is the one that step ${opener + 1} opened; here any that is called so`];
}
