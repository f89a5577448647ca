import { AppError } from '#contract/errors';
import type { Step, Recording } from '#contract/model/recordings/recording';
import type { ReplayNeeds } from '#contract/api';
import { secretVariable } from '../recorder/steps/secret-name.ts';
import { inputsOf, secretsOf, withInputs } from '../recorder/steps/inputs.ts';

type Texts = Readonly<Record<string, string | undefined>>;

/** Texts that recordings do not contain: given for one replay, else from the environment. */
export class Secrets {
  readonly #given: Texts;
  readonly #environment: Texts;

  /** @param given by the names of the secrets */
  constructor(given: Texts = {}, environment: Texts = process.env) {
    this.#given = given;
    this.#environment = environment;
  }

  knows(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** @throws AppError `invalid_parameter` if it is missing */
  get(name: string): string {
    const text = this.#find(name);
    if (text === undefined) throw unknown([name]);
    return text;
  }

  /** @throws AppError `invalid_parameter` with all missing secrets of these steps: `data.secrets` */
  expectAll(steps: readonly Step[]): void {
    const needed = steps.flatMap(({ action }) =>
      'secret' in action && action.secret !== undefined ? [action.secret] : [],
    );
    const missing = [...new Set(needed)].filter((name) => !this.knows(name));
    if (missing.length > 0) throw unknown(missing);
  }

  #find(name: string): string | undefined {
    if (Object.hasOwn(this.#given, name)) return this.#given[name];
    return this.#environment[secretVariable(name)];
  }
}

function unknown(names: readonly string[]): AppError {
  const [what, verb] = names.length === 1 ? ['secret', 'is'] : ['secrets', 'are'];
  const variables = names.map(secretVariable).join(', ');
  return new AppError('invalid_parameter', `The ${what} ${names.join(', ')} ${verb} not known.`, {
    hint: `Set the environment variable${names.length === 1 ? '' : 's'} ${variables}.`,
    data: { secrets: [...names] },
  });
}

type KnownTexts = Readonly<Record<string, string>>;

/** Inputs and secrets of a replay. */
export function needsOf(recording: Recording): ReplayNeeds {
  const secrets = new Secrets();
  return {
    inputs: [...inputsOf(recording)],
    secrets: secretsOf(recording).map(({ name }) => ({ name, known: secrets.knows(name) })),
  };
}

/**
 * A recording with these input texts that is edited while it is replayed.
 * @throws AppError `invalid_parameter` as {@link withInputs}; later, values without an input are ignored
 */
export function filledIn(
  edited: () => Recording,
  texts: KnownTexts,
): { recording: Recording; current: () => Recording } {
  return { recording: withInputs(edited(), texts), current: () => withKnownInputs(edited(), texts) };
}

function withKnownInputs(recording: Recording, texts: KnownTexts): Recording {
  const known = new Set(inputsOf(recording).map(({ name }) => name));
  const used = Object.entries(texts).filter(([name]) => known.has(name));
  return used.length === 0 ? recording : withInputs(recording, Object.fromEntries(used));
}
