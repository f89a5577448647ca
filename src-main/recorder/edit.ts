import { randomUUID } from 'node:crypto';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { recordingVersion, type Recording, type Step } from '#contract/model/recording';

/** @param now ISO 8601 */
export function emptyRecording(platform: string, now: string, name = 'Recording'): Recording {
  return { version: recordingVersion, id: randomUUID(), name, createdAt: now, platform, steps: [] };
}

export function addSteps(recording: Recording, steps: readonly Step[]): Recording {
  return steps.length === 0 ? recording : { ...recording, steps: [...recording.steps, ...steps] };
}

/** @param at the index that the first of them has afterwards; past the end means last */
export function insertSteps(recording: Recording, steps: readonly Step[], at: number): Recording {
  if (steps.length === 0) return recording;
  return { ...recording, steps: [...recording.steps.slice(0, at), ...steps, ...recording.steps.slice(at)] };
}

/** @throws AppError `not_found` */
export function removeStep(recording: Recording, id: string): Recording {
  const at = indexOf(recording, id);
  return { ...recording, steps: recording.steps.filter((_, index) => index !== at) };
}

/**
 * @param to the index it has afterwards; past the end means last
 * @throws AppError `not_found`
 */
export function moveStep(recording: Recording, id: string, to: number): Recording {
  const steps = [...recording.steps];
  const from = indexOf(recording, id);
  const target = Math.min(to, steps.length - 1);
  if (from === target) return recording;
  steps.splice(target, 0, ...steps.splice(from, 1));
  return { ...recording, steps };
}

/** Replaces the step with the same id. @throws AppError `not_found` */
export function updateStep(recording: Recording, step: Step): Recording {
  const at = indexOf(recording, step.id);
  return { ...recording, steps: recording.steps.map((old, index) => (index === at ? step : old)) };
}

export function clearSteps(recording: Recording): Recording {
  return recording.steps.length === 0 ? recording : { ...recording, steps: [] };
}

function indexOf(recording: Recording, id: string): number {
  const at = recording.steps.findIndex((step) => step.id === id);
  if (at < 0) throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
  return at;
}
