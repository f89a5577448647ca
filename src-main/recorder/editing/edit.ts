import { randomUUID } from 'node:crypto';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { recordingVersion, type Recording, type Step, type UsedProgram } from '#contract/model/recordings/recording';
import { groupAt, inGroup, tidy } from '../steps/groups.ts';

/** @param now ISO 8601 */
export function emptyRecording(platform: string, now: string, name = 'Recording'): Recording {
  return { version: recordingVersion, id: randomUUID(), name, createdAt: now, platform, steps: [] };
}

export function addSteps(recording: Recording, steps: readonly Step[]): Recording {
  return insertSteps(recording, steps, recording.steps.length);
}

/**
 * @param at the index of the first step afterwards; past the end means last
 * @param group the group to join, if adjacent; null for none
 */
export function insertSteps(
  recording: Recording,
  steps: readonly Step[],
  at: number,
  group: string | null = null,
): Recording {
  if (steps.length === 0) return recording;
  const place = Math.min(at, recording.steps.length);
  const joined = groupAt(recording.steps, place, group);
  const added = steps.map((step) => inGroup(step, joined));
  return { ...recording, steps: [...recording.steps.slice(0, place), ...added, ...recording.steps.slice(place)] };
}

/** @throws AppError `not_found` */
export function removeSteps(recording: Recording, ids: readonly string[]): Recording {
  for (const id of ids) indexOf(recording, id);
  return tidy({ ...recording, steps: recording.steps.filter(({ id }) => !ids.includes(id)) });
}

/**
 * @param to the step's index afterwards; past the end means last
 * @param group the group to join, if adjacent then; null for none, by default its own
 * @throws AppError `not_found`
 */
export function moveStep(recording: Recording, id: string, to: number, group?: string | null): Recording {
  const from = indexOf(recording, id);
  const others = recording.steps.filter((_, index) => index !== from);
  const step = recording.steps[from];
  if (!step) return recording;
  const at = Math.min(to, others.length);
  const joined = groupAt(others, at, group === undefined ? (step.group ?? null) : group);
  if (at === from && joined === step.group) return recording;
  return tidy({ ...recording, steps: [...others.slice(0, at), inGroup(step, joined), ...others.slice(at)] });
}

/** Replaces the step with the same id; it stays in its group. @throws AppError `not_found` */
export function updateStep(recording: Recording, step: Step): Recording {
  const at = indexOf(recording, step.id);
  return {
    ...recording,
    steps: recording.steps.map((old, index) => (index === at ? inGroup(step, old.group) : old)),
  };
}

/** @throws AppError `not_found` */
export function enableSteps(recording: Recording, ids: readonly string[], enabled: boolean): Recording {
  for (const id of ids) indexOf(recording, id);
  const steps = recording.steps.map((step) => (ids.includes(step.id) ? { ...step, enabled } : step));
  return { ...recording, steps };
}

export function clearSteps(recording: Recording): Recording {
  if (recording.steps.length === 0) return recording;
  const { programs: _, ...rest } = recording;
  return tidy({ ...rest, steps: [] });
}

/** Adds how a program was started, unless that is known. */
export function withProgram(recording: Recording, program: UsedProgram): Recording {
  const { programs = [] } = recording;
  const isKnown = programs.some((one) => JSON.stringify(one) === JSON.stringify(program));
  return isKnown ? recording : { ...recording, programs: [...programs, program] };
}

function indexOf(recording: Recording, id: string): number {
  const at = recording.steps.findIndex((step) => step.id === id);
  if (at < 0) throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
  return at;
}
