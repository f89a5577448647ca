import { parseArgs, type ParseArgsConfig } from 'node:util';
import { quoted } from '#contract/foreign-text';

/** What agents may do if there is no window to ask in. */
export const allowances = ['observe', 'act', 'all'] as const;

export type Allowance = (typeof allowances)[number];

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** May be given more than once. */
  readonly multiple?: true;
  /** Placeholder of the value in help, e.g. `MS`. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, OptionSpec>>;

/** A command's specification of its arguments. */
export interface ArgumentSpec {
  /** Behind `deskscope`, e.g. `move WINDOW X Y`. */
  readonly usage: string;
  readonly options: Options;
  /** Fewest and most positional arguments. */
  readonly positionals: readonly [min: number, max: number];
  /** After the first positional everything belongs to the program that is named there. */
  readonly passThrough?: boolean;
}

/** Options every command takes. */
export const globalOptions: Options = {
  json: { type: 'boolean', help: 'Print one JSON document.' },
  backend: {
    type: 'string',
    value: 'NAME',
    help: 'auto, fake (a scripted desktop), linux, x11, wayland, windows, uia or win32.',
  },
  desktop: {
    type: 'string',
    value: 'own|ID',
    help: 'Work on a desktop apart from yours: one that ends with the command, or one of `desktop list` (Linux).',
  },
  'desktop-profile': {
    type: 'string',
    value: 'FILE',
    help: 'How that desktop is made, if not by deskscope.yaml of this folder; for `mcp`, how those of agents are.',
  },
  verbose: { type: 'boolean', help: 'Show the log on standard error.' },
  'until-eof': { type: 'boolean', help: 'Treat the end of standard input as Ctrl+C, for use by programs.' },
  help: { type: 'boolean', short: 'h', help: 'Show this help.' },
  version: { type: 'boolean', help: 'Show the version.' },
};

/** The parsed arguments of one command; every getter reports invalid values in terms of their option. */
export class Args {
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>, positionals: readonly string[]) {
    this.#values = values;
    this.positionals = positionals;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Every value of a repeatable option, in order. */
  texts(name: string): readonly string[] {
    const values = this.#values[name];
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  }

  /**
   * `NAME=VALUE`, as often as it is given; everything behind the first `=` is the value.
   * @throws UsageError for what has no name, and for a name that is given twice
   */
  pairs(name: string): Readonly<Record<string, string>> {
    const pairs = this.texts(name).map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--${name} takes NAME=VALUE, not ${quoted(text)}.`);
      return [text.slice(0, at), text.slice(at + 1)] as const;
    });
    const names = pairs.map(([key]) => key);
    const twice = names.find((key, index) => names.indexOf(key) < index);
    if (twice !== undefined) throw new UsageError(`--${name} says ${quoted(twice)} twice.`);
    return Object.fromEntries(pairs);
  }

  /** @throws UsageError if it is missing */
  required(name: string, display = `--${name}`): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw new UsageError(`${display} is missing.`);
    return value;
  }

  /** @throws UsageError if it is not one of the choices */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (!found) throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${quoted(value)}.`);
    return found;
  }

  /** A comma-separated list of the choices. @throws UsageError */
  list<T extends string>(name: string, choices: readonly T[]): readonly T[] | undefined {
    return this.text(name)
      ?.split(',')
      .map((word) => {
        const found = choices.find((choice) => choice === word.trim());
        if (!found) throw new UsageError(`--${name} takes ${choices.join(', ')}, not ${quoted(word)}.`);
        return found;
      });
  }

  /** A whole number. @throws UsageError */
  number(name: string, [min, max]: readonly [number, number]): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : parseNumber(value, `--${name}`, [min, max]);
  }

  /** The positional at an index; empty if it is missing, which only optional ones can be. */
  at(index: number): string {
    return this.positionals[index] ?? '';
  }

  /** A whole number at an index. @throws UsageError */
  numberAt(index: number, display: string, range: readonly [number, number]): number {
    return parseNumber(this.at(index), display, range);
  }
}

export function parseNumber(text: string, display: string, [min, max]: readonly [number, number]): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${display} must be a whole number from ${min} to ${max}, not ${quoted(text)}.`);
}

/** The name of the command, and everything else. Options may precede it. */
export function splitCommand(argv: readonly string[]): { readonly command: string | null; readonly rest: string[] } {
  const { tokens } = parseArgs({
    args: hideNumbers(argv),
    options: toNode(globalOptions),
    strict: false,
    tokens: true,
  });
  const first = tokens.find((token) => token.kind === 'positional' || token.kind === 'option-terminator');
  if (first?.kind !== 'positional') return { command: null, rest: [...argv] };
  return { command: first.value, rest: argv.filter((_, index) => index !== first.index) };
}

/** @throws UsageError */
export function parseCommand(rest: readonly string[], spec: ArgumentSpec): Args {
  const args = hideNumbers(spec.passThrough ? endOptions(rest, spec) : rest);
  const { values, positionals } = parse(args, spec);
  const [min, max] = spec.positionals;
  const given = positionals.map(showNumber);
  if (values['help'] !== true && given.length < min) throw new UsageError(`${missing(spec, given.length)} is missing.`);
  if (given.length > max) throw new UsageError(`${quoted(given[max] ?? '')} is one argument too many.`);
  // Results are files, written whole or not at all; standard output is for messages about them.
  if (values['output'] === '-') throw new UsageError('--output takes the name of a file, not standard output.');
  return new Args(mapValues(values), given);
}

/** The name of a positional in the usage line, where it names them plainly. */
function missing({ usage }: ArgumentSpec, index: number): string {
  const [, ...words] = usage.split(' ');
  const optional = words.findIndex((word) => !/^[A-Z]/.test(word));
  return words.slice(0, optional < 0 ? undefined : optional)[index] ?? 'An argument';
}

function parse(args: string[], { options }: ArgumentSpec) {
  try {
    return parseArgs({ args, options: toNode({ ...globalOptions, ...options }), allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(showNumber(message.split('. ')[0] ?? message).replace(/\.?$/, '.'));
  }
}

function toNode(options: Options): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
}

/** Puts `--` before the first positional. */
function endOptions(rest: readonly string[], { options }: ArgumentSpec): string[] {
  const { tokens } = parseArgs({
    args: [...rest],
    options: toNode({ ...globalOptions, ...options }),
    strict: false,
    tokens: true,
  });
  const first = tokens.find(({ kind }) => kind !== 'option');
  if (first?.kind !== 'positional') return [...rest];
  return [...rest.slice(0, first.index), '--', ...rest.slice(first.index)];
}

/** Node takes `-10` for options; coordinates are often negative. */
const hidden = '\u0000';

function hideNumbers(args: readonly string[]): string[] {
  return args.map((arg) => (/^-\d/.test(arg) ? hidden + arg : arg));
}

function showNumber(text: string): string {
  return text.replaceAll(hidden, '');
}

function mapValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    return typeof value === 'string' ? showNumber(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, shown(value)]));
}

/** The command was called in a way it does not understand: exit code 2, with the usage line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
