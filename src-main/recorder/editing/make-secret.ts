import { AppError } from '#contract/errors';
import { intersect } from '#contract/model/geometry';
import { findStep, withAction, type Recording, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { anotherSecretName } from '../steps/secret-name.ts';

/** Shorter texts must match whole words: “7” is part of too much else. */
const reporting = 4;

/** Margin of pictures around an element, rounded up; in pixels. */
const around = 8;

/**
 * Replaces a step's text with a secret: expectations that show the text are removed, and so are pictures of its field, even of
 * elements around it.
 * @returns also the indices of steps that still contain the text, or that begin a group with it in a condition
 * @throws AppError `not_found`, `invalid_parameter` for a step that enters no text
 */
export function makeSecret(
  recording: Recording,
  id: string,
): { readonly recording: Recording; readonly shownIn: readonly number[] } {
  const step = findStep(recording, id);
  const { action } = step;
  if ((action.type !== 'setText' && action.type !== 'typeText') || action.secret !== undefined)
    throw new AppError('invalid_parameter', 'The step types no text that could be a secret.', {
      hint: 'Choose a step that types or sets a text.',
    });
  const shows = showing(action.text);
  const called = step.target?.name ?? '';
  const taken = new Set(recording.steps.flatMap((one) => ('secret' in one.action ? (one.action.secret ?? []) : [])));
  const secret = { ...action, text: '', secret: anotherSecretName(shows(called) ? '' : called, taken) };
  const steps = recording.steps.map((one): Step => {
    const plain = withoutPicturesOf(step, one);
    const { input: _, ...entering } = plain;
    const changed = one === step ? withAction(entering, secret) : plain;
    const { expected } = changed;
    return expected?.some(shows) ? { ...changed, expected: expected.filter((effect) => !shows(effect)) } : changed;
  });
  const asking = (recording.groups ?? [])
    .filter(shows)
    .map((group) => steps.findIndex((one) => one.group === group.id));
  const shownIn = steps.flatMap((one, index) => (shows(one) || asking.includes(index) ? [index] : []));
  return { recording: { ...recording, steps }, shownIn };
}

/** Apps may show a text in capitals, trimmed, and several lines as one. */
function showing(text: string): (value: unknown) => boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim().length >= reporting);
  const parts = [text, ...lines].map((part) => part.trim()).filter((part) => part !== '');
  if (parts.length === 0) return () => false;
  const escaped = parts.map((part) => {
    const literal = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return part.length < reporting ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
  });
  const any = new RegExp(escaped.join('|'), 'iu');
  const shows = (value: unknown): boolean => {
    if (typeof value === 'string') return any.test(value);
    return typeof value === 'object' && value !== null && Object.values(value).some(shows);
  };
  return shows;
}

/** The step without pictures that show another step's field. */
function withoutPicturesOf({ target: field, window: { app } }: Step, step: Step): Step {
  if (!field) return step;
  const { target, onto, until, window, ontoWindow } = step;
  const plain = (own: StepTarget) => (sameField(own, field) ? withoutPicture(own) : own);
  const isHere = window.app === app;
  return {
    ...step,
    target: target && isHere ? plain(target) : target,
    ...(until && isHere && { until: plain(until) }),
    ...(onto && (ontoWindow?.match ?? window).app === app && { onto: plain(onto) }),
  };
}

function sameField(own: StepTarget, field: StepTarget): boolean {
  const selector = field.selectors[0]?.selector;
  if (selector !== undefined && selector === own.selectors[0]?.selector) return true;
  if (!own.bounds || !field.bounds) return false;
  const { x, y, width, height } = field.bounds;
  const shown = { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around };
  return intersect(shown, own.bounds) !== null;
}

function withoutPicture({ picture: _, ...target }: StepTarget): StepTarget {
  return target;
}
