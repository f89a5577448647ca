import { AppError } from '#contract/errors';
import { findStep, withAction, type Recording, type Step } from '#contract/model/recording';
import { secretName } from './secret-name.ts';

/** Shorter texts are looked for as words: “7” is in too much that has nothing to do with it. */
const telling = 4;

/**
 * A step enters a secret in the place of its text: nothing is expected any more that shows the text, and pictures of its
 * field are dropped.
 * @returns also the indices of steps in which the text still stands otherwise
 * @throws AppError `not_found`, `invalid_parameter` for a step that enters no text
 */
export function makeSecret(
  recording: Recording,
  id: string,
): { readonly recording: Recording; readonly shownIn: readonly number[] } {
  const step = findStep(recording, id);
  const { action } = step;
  if ((action.type !== 'setText' && action.type !== 'typeText') || action.secret !== undefined)
    throw new AppError('invalid_parameter', 'The step enters no text that could be a secret.', {
      hint: 'Choose a step that types or sets a text.',
    });
  const shows = showing(action.text);
  const steps = recording.steps.map((one): Step => {
    const plain = sameField(one, step) ? withoutPictureOfTarget(one) : one;
    const { input: _, ...entering } = plain;
    const secret = { ...action, text: '', secret: secretName(step.target?.name ?? '') };
    const changed = one === step ? withAction(entering, secret) : plain;
    const { expected } = changed;
    return expected?.some(shows) ? { ...changed, expected: expected.filter((effect) => !shows(effect)) } : changed;
  });
  const shownIn = steps.flatMap((one, index) => (shows(one) ? [index] : []));
  return { recording: { ...recording, steps }, shownIn };
}

function showing(text: string): (value: unknown) => boolean {
  if (text === '') return () => false;
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
  const shows = (value: unknown): boolean => {
    if (typeof value === 'string') return text.length < telling ? word.test(value) : value.includes(text);
    return typeof value === 'object' && value !== null && Object.values(value).some(shows);
  };
  return shows;
}

function sameField({ target, window }: Step, other: Step): boolean {
  const selector = target?.selectors[0]?.selector;
  return selector !== undefined && selector === other.target?.selectors[0]?.selector && window.app === other.window.app;
}

function withoutPictureOfTarget(step: Step): Step {
  if (!step.target) return step;
  const { picture: _, ...target } = step.target;
  return { ...step, target };
}
