import type { ControlType } from '#contract/model/elements/element';
import { describeCondition } from '#contract/model/recordings/condition';
import { describeElement } from '#contract/model/elements/element';
import { describeExpectation } from '#contract/model/recordings/expectation';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step, StepTarget } from '#contract/model/recordings/recording';
import { parseSelector } from '#contract/model/elements/selector';
import { describeGroupRules } from '#contract/model/recordings/step-group';

/** The position of a step in its recording. */
export interface StepPlace {
  /** 0-based. */
  readonly index: number;
  readonly recording: Recording;
}

/** What a language cannot express of a step. */
export type Gap = keyof typeof sentences;

/** Types for which the position of a press does not matter. */
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

type Sentences = (step: Step, at: StepPlace) => readonly string[];

/** For each gap, what a step loses, as one-line sentences; empty if the step is unaffected. */
const sentences = {
  /** Conditions and repetitions of a step and its group. */
  rules({ when }, at) {
    const group = groupBeginning(at);
    return [
      ...(group === null ? [] : [inOneLine(group) + (group.rules && ' (left out: here once, and in any case)')]),
      ...(when ? [`left out, here done in any case: only if ${describeCondition(when)}`] : []),
    ];
  },
  until: ({ until }) =>
    until ? [`left out: it goes on until ${describeElement(until)} shows; here as far as it went then`] : [],
  ends: ({ action, target, onto }) =>
    action.type === 'drag' && (target || onto)
      ? ['left out: what it began and ended on; here it goes from place to place in the window']
      : [],
  way: ({ action }) =>
    action.type === 'drag' && action.via
      ? [`left out: the ${action.via.length} places that it passed; here it goes straight`]
      : [],
  hold({ action }) {
    if (action.type !== 'click') return [];
    return [
      ...(action.holdMs === undefined ? [] : [`left out: the button was held for ${action.holdMs} ms`]),
      ...(action.count === 3 ? ['left out: the third of three clicks; here it clicks twice'] : []),
    ];
  },
  place({ action, target }) {
    if (action.type !== 'click' || !target?.bounds || sameEverywhere.has(target.controlType)) return [];
    const { width, height } = target.bounds;
    const { x, y } = action.at;
    if (Math.abs(2 * x - width) <= 2 && Math.abs(2 * y - height) <= 2) return [];
    return [`left out: it was pressed at ${x}, ${y} of its ${width} × ${height} pixels, here in its middle`];
  },
  folder: ({ action }) =>
    action.type === 'launch' && action.folder !== undefined
      ? [`left out: it was started in the folder ${action.folder}`]
      : [],
  effects({ expected = [], target }) {
    const own = target ? describeElement(target) : undefined;
    return expected.map((one) => `not checked here: expects that ${describeExpectation(one, own)}`);
  },
  /** For languages that find elements by name, type and id, which may match several elements. */
  narrowing({ target }) {
    const primary = target?.selectors[0];
    if (!target || !primary || automationIdOf(target) || primary.kind === 'name' || primary.kind === 'identity')
      return [];
    return [`left out: several may be called so, it was found by ${primary.selector}`];
  },
  /** For languages that identify windows by title only. */
  opener({ openedBy }, { recording: { steps } }) {
    const opener = steps.findIndex(({ id }) => id === openedBy);
    return opener < 0
      ? []
      : [`left out: its window is the one that step ${opener + 1} opened; here any that is called so`];
  },
} as const satisfies Readonly<Record<string, Sentences>>;

/** The id that the developer gave the element; empty if there is none. */
export function automationIdOf({ selectors }: StepTarget): string {
  const identity = selectors.find(({ kind }) => kind === 'identity');
  return (identity && parseSelector(identity.selector).at(-1)?.id) ?? '';
}

/** What a language with these gaps omits of the step, as one-line sentences. */
export function leftOutOf(step: Step, at: StepPlace, gaps: readonly Gap[]): readonly string[] {
  return gaps.flatMap((gap) => (sentences[gap] as Sentences)(step, at));
}

/**
 * Where a group begins with the step: `Steps 3 to 5, “Tips”` and `only if …; 3 times`; empty for an unconditional, unrepeated
 * group.
 */
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
