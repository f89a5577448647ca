import { z } from 'zod';
import { word } from '../../foreign-text.ts';
import { condition, describeCondition } from './condition.ts';

/** More turns than anyone means: a loop that never ends is a mistake. */
export const maxTurns = 10_000;

const turns = z.number().int().positive().max(maxTurns);

/** How often a group is done: so many times, or as long as something is so. */
export const repeat = z.union([z.object({ times: turns }), z.object({ while: condition, atMost: turns })]);
export type Repeat = Readonly<z.output<typeof repeat>>;

/** Steps that stand together, one behind the other; each names it as its `group`. Groups hold no groups. */
export const stepGroup = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Asked once, before its first step: if it is not so, none of its steps is done. */
  when: condition.optional(),
  /** Once by default. */
  repeat: repeat.optional(),
});
export type StepGroup = Readonly<z.output<typeof stepGroup>>;

/** What a group knows of its steps. */
interface Grouped {
  readonly steps: readonly { readonly id: string; readonly group?: string | undefined }[];
  readonly groups?: readonly StepGroup[] | undefined;
}

/** What is wrong with the groups of a recording, and where: the path to the field, and what to do. */
export interface GroupFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Every group is in one piece and has steps, and every step that names one names one that is there. */
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

/** Behind a name: `only if a window “Tip” is open; repeated 3 times`. Empty for steps that just stand together. */
export function describeGroupRules({ when, repeat }: Pick<StepGroup, 'when' | 'repeat'>): string {
  const rules = [when && `only if ${describeCondition(when)}`, repeat && describeRepeat(repeat)];
  return rules.filter(Boolean).join('; ');
}

export function describeRepeat(repeat: Repeat): string {
  if ('times' in repeat) return repeat.times === 1 ? 'once' : `${repeat.times} times`;
  return `while ${describeCondition(repeat.while)}, ${repeat.atMost} times at most`;
}
