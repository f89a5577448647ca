import { z } from 'zod';
import { word } from '../../foreign-text.ts';
import { condition, describeCondition } from './condition.ts';

/** Limit of turns: an endless loop is a mistake. */
export const maxTurns = 10_000;

const turns = z.number().int().positive().max(maxTurns);

/** How often a group runs: a number of times, or while a condition is true. */
export const repeat = z.union([z.object({ times: turns }), z.object({ while: condition, atMost: turns })]);
export type Repeat = Readonly<z.output<typeof repeat>>;

/** Consecutive steps, each of which names it as its `group`. Groups are not nested. */
export const stepGroup = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Checked once, before its first step: if false, all its steps are skipped. */
  when: condition.optional(),
  /** Once by default. */
  repeat: repeat.optional(),
});
export type StepGroup = Readonly<z.output<typeof stepGroup>>;

/** The part of a step a group needs. */
interface Grouped {
  readonly steps: readonly { readonly id: string; readonly group?: string | undefined }[];
  readonly groups?: readonly StepGroup[] | undefined;
}

/** Problems of a recording's groups: the path to the field, and the fix. */
export interface GroupFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Every group is contiguous and not empty, and every step's group exists. */
export function groupFaults({ steps, groups = [] }: Grouped): readonly GroupFault[] {
  const stepIds = new Set(steps.map(({ id }) => id));
  const named = new Set(steps.map(({ group }) => group));
  const seen = new Set<string>();
  const faultOfGroup = (id: string): string | null => {
    if (seen.has(id)) return `there are two groups ${word(id)}: give one another id`;
    seen.add(id);
    if (stepIds.has(id)) return `a step is called ${word(id)} too: give the group another id`;
    if (named.has(id)) return null;
    return `no step names the group ${word(id)}: remove it, or name it as the \`group\` of a step`;
  };
  const ofGroups = groups.map(({ id }, index) => ({ path: ['groups', index, 'id'], message: faultOfGroup(id) }));
  const begun = new Set<string>();
  const faultOfStep = (group: string, before: string | undefined): string | null => {
    if (!seen.has(group)) return `there is no group ${word(group)} in \`groups\`: describe it there, or leave this out`;
    if (!begun.has(group) || before === group) return null;
    return `the steps of the group ${word(group)} do not stand together: move this one to them, or leave this out`;
  };
  const ofSteps = steps.map(({ group }, index) => {
    const message = group === undefined ? null : faultOfStep(group, steps[index - 1]?.group);
    if (group !== undefined) begun.add(group);
    return { path: ['steps', index, 'group'], message };
  });
  return [...ofGroups, ...ofSteps].flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]));
}

/** Suffix of a name: `only if a window “Tip” is open; repeated 3 times`. Empty for a plain group. */
export function describeGroupRules({ when, repeat }: Pick<StepGroup, 'when' | 'repeat'>): string {
  const rules = [when && `only if ${describeCondition(when)}`, repeat && describeRepeat(repeat)];
  return rules.filter(Boolean).join('; ');
}

export function describeRepeat(repeat: Repeat): string {
  if ('times' in repeat) return repeat.times === 1 ? 'once' : `${repeat.times} times`;
  return `while ${describeCondition(repeat.while)}, ${repeat.atMost} times at most`;
}
