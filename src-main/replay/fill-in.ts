import { inputsOf, secretsOf, withInputs } from '../recorder/steps/inputs.ts';
import type { ReplayNeeds } from '#contract/api';
import type { Recording } from '#contract/model/recordings/recording';
import { Secrets } from './secrets.ts';

type Texts = Readonly<Record<string, string>>;

/** What a replay of the recording enters. */
export function needsOf(recording: Recording): ReplayNeeds {
  const secrets = new Secrets();
  return {
    inputs: [...inputsOf(recording)],
    secrets: secretsOf(recording).map(({ name }) => ({ name, known: secrets.knows(name) })),
  };
}

/**
 * A recording that is edited while it is replayed, with these texts in the place of those it was made with.
 * @throws AppError `invalid_parameter` as {@link withInputs}; later on what is no input any more is left as it is
 */
export function filledIn(edited: () => Recording, texts: Texts): { recording: Recording; current: () => Recording } {
  return { recording: withInputs(edited(), texts), current: () => withKnownInputs(edited(), texts) };
}

function withKnownInputs(recording: Recording, texts: Texts): Recording {
  const known = new Set(inputsOf(recording).map(({ name }) => name));
  const used = Object.entries(texts).filter(([name]) => known.has(name));
  return used.length === 0 ? recording : withInputs(recording, Object.fromEntries(used));
}
