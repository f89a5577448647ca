import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';

type Steps = readonly Step[];

/**
 * The group of a step inserted at an index: between two of one group it joins that group, at its edge only if wanted.
 * @param steps the surrounding steps
 * @param wanted the id of a group; null for none
 */
export function groupAt(steps: Steps, at: number, wanted: string | null = null): string | undefined {
  const before = steps[at - 1]?.group;
  const after = steps[at]?.group;
  if (before !== undefined && before === after) return before;
  return wanted !== null && (wanted === before || wanted === after) ? wanted : undefined;
}

/** The step in that group, or in none. */
export function inGroup({ group: _, ...step }: Step, group: string | undefined): Step {
  return group === undefined ? step : { ...step, group };
}

/** Without empty groups. */
export function tidy({ groups, ...recording }: Recording): Recording {
  const used = new Set(recording.steps.map(({ group }) => group));
  const left = groups?.filter(({ id }) => used.has(id)) ?? [];
  return left.length === 0 ? recording : { ...recording, groups: left };
}

/**
 * Groups adjacent steps; they leave their previous groups.
 * @throws AppError `not_found` for a missing step, `invalid_parameter` if they are not adjacent, or would split a group
 */
export function makeGroup(recording: Recording, ids: readonly string[], made: StepGroup): Recording {
  const places = ids.map((id) => placeOf(recording.steps, id)).sort((a, b) => a - b);
  const [first = 0] = places;
  if (places.length === 0 || places.some((place, index) => place !== first + index)) {
    throw new AppError('invalid_parameter', 'Only consecutive steps can become a group.', {
      hint: 'Move them together first.',
    });
  }
  const split = splitBy(recording.steps, first, places.length);
  if (split !== undefined) {
    const name = recording.groups?.find(({ id }) => id === split)?.name ?? '';
    throw new AppError('invalid_parameter', `These steps are in the middle of the group ${quoted(name)}.`, {
      hint: 'Ungroup that one first, or include its first or last step.',
    });
  }
  const steps = recording.steps.map((step) => (ids.includes(step.id) ? inGroup(step, made.id) : step));
  return tidy({ ...recording, steps, groups: [...(recording.groups ?? []), made] });
}

/** The group with steps before and after these. */
function splitBy(steps: Steps, first: number, count: number): string | undefined {
  const before = steps[first - 1]?.group;
  return before !== undefined && before === steps[first + count]?.group ? before : undefined;
}

/** Removes the group and keeps its steps. @throws AppError `not_found` */
export function ungroup(recording: Recording, id: string): Recording {
  findGroup(recording, id);
  const steps = recording.steps.map((step) => (step.group === id ? inGroup(step, undefined) : step));
  return tidy({ ...recording, steps });
}

/** Replaces the group with the same id. @throws AppError `not_found` */
export function updateGroup(recording: Recording, group: StepGroup): Recording {
  findGroup(recording, group.id);
  return { ...recording, groups: (recording.groups ?? []).map((old) => (old.id === group.id ? group : old)) };
}

/**
 * Moves the steps of a group together; never into another group.
 * @param to the index of its first step afterwards; past the end means last
 * @throws AppError `not_found`
 */
export function moveGroup(recording: Recording, id: string, to: number): Recording {
  findGroup(recording, id);
  const own = recording.steps.filter(({ group }) => group === id);
  const others = recording.steps.filter(({ group }) => group !== id);
  const split = groupAt(others, to);
  const at = split === undefined ? to : lastOf(others, split) + 1;
  return { ...recording, steps: [...others.slice(0, at), ...own, ...others.slice(at)] };
}

/**
 * Moves a step or a group one place. A step first enters an adjacent group, or leaves its own; a group passes its neighbour.
 * @param by 1 is down, -1 up
 * @throws AppError `not_found`
 */
export function nudge(recording: Recording, id: string, by: 1 | -1): Recording {
  const { steps } = recording;
  const at = steps.findIndex((step) => step.id === id);
  const step = steps[at];
  if (!step) return nudgeGroup(recording, id, by);
  const own = step.group;
  const beside = steps[at + by];
  if (own !== undefined && steps.filter(({ group }) => group === own).length === 1)
    return nudgeGroup(recording, own, by);
  if (own !== beside?.group) {
    const group = own === undefined ? beside?.group : undefined;
    return { ...recording, steps: steps.map((one) => (one === step ? inGroup(step, group) : one)) };
  }
  if (!beside) return recording;
  const swapped = [...steps];
  [swapped[at], swapped[at + by]] = [beside, step];
  return { ...recording, steps: swapped };
}

function nudgeGroup(recording: Recording, id: string, by: 1 | -1): Recording {
  findGroup(recording, id);
  const { steps } = recording;
  const first = steps.findIndex(({ group }) => group === id);
  const last = lastOf(steps, id);
  const beside = steps[by === 1 ? last + 1 : first - 1];
  if (!beside) return recording;
  const passed = beside.group === undefined ? 1 : steps.filter(({ group }) => group === beside.group).length;
  return moveGroup(recording, id, first + by * passed);
}

/** A foreign recording with valid groups: a step with a missing group, or apart from the rest of its group, belongs to none. */
export function mendGroups(recording: Recording): Recording {
  const { steps, groups = [] } = recording;
  const ids = new Set(steps.map(({ id }) => id));
  const known = new Set<string>();
  const unique = groups.filter(({ id }) => {
    if (ids.has(id) || known.has(id)) return false;
    known.add(id);
    return true;
  });
  const begun = new Set<string>();
  let before: string | undefined;
  const mended = steps.map((step) => {
    const { group } = step;
    const isWhole = group !== undefined && known.has(group) && (group === before || !begun.has(group));
    before = isWhole ? group : undefined;
    if (isWhole) begun.add(group);
    return isWhole || group === undefined ? step : inGroup(step, undefined);
  });
  return tidy({ ...recording, steps: mended, groups: unique });
}

function lastOf(steps: Steps, id: string): number {
  return steps.map(({ group }) => group).lastIndexOf(id);
}

function findGroup({ groups = [] }: Recording, id: string): StepGroup {
  const found = groups.find((group) => group.id === id);
  if (!found) throw new AppError('not_found', `The recording has no step or group ${word(id)}.`);
  return found;
}

function placeOf(steps: Steps, id: string): number {
  const at = steps.findIndex((step) => step.id === id);
  if (at < 0) throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
  return at;
}
