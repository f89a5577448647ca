import { AppError } from '#contract/errors';
import { describeStep, type Recording, type Step } from '#contract/model/recordings/recording';
import { perObject } from '../../base/async/per-object.ts';
import type { Call, Dialect } from '../../dialects/dialect.ts';
import { leftOutOf, type StepPlace } from '../../dialects/gaps.ts';
import { withTexts } from '../steps/inputs.ts';
import { secretVariable } from '../steps/secret-name.ts';
import { commentText, stringLiteral, Code } from './literals.ts';

/** Everything a programming language needs to write one step. */
export interface CodeCall {
  /** Description and omissions, each safe in a one-line comment: `3. Click Button “7”`. */
  readonly comments: readonly string[];
  /** Secrets and inputs in it are code; null for a disabled step. */
  readonly call: Call | Impossible | null;
}

/** A step that the tools cannot do: a script that skipped it would only seem to work. */
interface Impossible {
  readonly why: string;
}

/** How a programming language makes the calls of a dialect. */
export interface CallingLanguage extends Pick<Dialect, 'write' | 'gaps'> {
  /** Code that returns the text of a secret. */
  readonly secret: (name: string) => string;
  /** Code that returns an input, in languages whose scripts take other texts. */
  readonly input?: {
    readonly code: (name: string) => string;
    /** The script's function that escapes such a text inside a selector's quotes. */
    readonly inSelector: string;
  };
}

/** @returns a function that writes the call of a step */
export function callsIn({ write, gaps, secret, input }: CallingLanguage): (step: Step, at: StepPlace) => CodeCall {
  /** The recording with code in place of inputs, also where expectations follow from them. */
  const named = perObject((recording: Recording) => {
    const pieces = new Pieces(JSON.stringify(recording), input?.inSelector ?? '');
    const steps = input ? withTexts(recording, ({ name }) => pieces.mark(input.code(name))).steps : recording.steps;
    return { pieces, steps: new Map(steps.map((step) => [step.id, step])) };
  });
  const callOf = (recorded: Step, recording: Recording): Call => {
    const { pieces, steps } = named(recording);
    const { tool, parameters } = write(steps.get(recorded.id) ?? recorded, (name) => pieces.mark(secret(name)));
    return { tool, parameters: pieces.put(parameters) as Call['parameters'] };
  };
  return (step, at) => {
    const comment = stepComment(step, at.index);
    if (!step.enabled) return { comments: [comment], call: null };
    try {
      const call = callOf(step, at.recording);
      const losses = leftOutOf(step, at, gaps).map((loss) => `   ${commentText(loss)}`);
      return { comments: [comment, ...losses], call };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { comments: [comment], call: { why: `Step ${at.index + 1} cannot be done here: ${error.message}` } };
    }
  };
}

/** Used by {@link callsIn}. */
export function pythonSecret(name: string): string {
  return `os.environ[${stringLiteral(secretVariable(name))}]`;
}

export function stepComment(step: Step, index: number): string {
  return `${index + 1}. ${commentText(describeStep(step))}${step.enabled ? '' : ' (switched off)'}`;
}

/** Pieces of code inside texts: a placeholder stands in for each while the texts are processed. */
class Pieces {
  readonly #sign: string;
  readonly #inSelector: string;
  readonly #codes: string[] = [];

  /**
   * @param all every text without placeholders
   * @param inSelector the function that escapes a text inside a selector's quotes
   */
  constructor(all: string, inSelector: string) {
    this.#inSelector = inSelector;
    let unused = 0;
    while (all.includes(`⟦${unused}:`)) unused++;
    this.#sign = `⟦${unused}:`;
  }

  /** @returns the placeholder of the code */
  mark(code: string): string {
    const known = this.#codes.indexOf(code);
    return `${this.#sign}${known < 0 ? this.#codes.push(code) - 1 : known}⟧`;
  }

  /** Plain data with each text that has a placeholder as code. */
  put(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return this.#written(value, key === 'selector');
    if (Array.isArray(value)) return value.map((item) => this.put(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, this.put(item, own)]));
  }

  #written(text: string, isSelector: boolean): string | Code {
    const parts = text.split(new RegExp(`${this.#sign}(\\d+)⟧`));
    if (parts.length === 1) return text;
    const written = parts.map((part, index) => {
      if (index % 2 === 0) return part === '' ? [] : [stringLiteral(part)];
      const code = this.#codes[Number(part)] ?? '';
      return [isSelector ? `${this.#inSelector}(${code})` : code];
    });
    return new Code(written.flat().join(' + '));
  }
}
