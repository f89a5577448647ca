import { LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { AppError } from '#contract/errors';
import { type SettingsChange, settingsChange, ufoNames } from '#contract/model/settings';
import { programEnvironment } from '../../base/processes/program-environment.ts';
import {
  explain,
  unknownKey,
  type Explained,
  describeProblem,
  lineOf,
  locate,
  valueAt,
  type Path,
  type Problem,
} from './problem.ts';
import { agentsConfig, anyAgent, knownKeys, sharedConfig, type AgentsConfig } from './schema.ts';
import { expandVariables, type Variables } from './variables.ts';

export interface ParseOptions {
  /** The file's name in messages. */
  readonly file: string;
  readonly variables: Variables;
}

export interface ParsedConfig {
  readonly config: AgentsConfig;
  /** Unknown keys, each with its line and the probable spelling. */
  readonly warnings: readonly string[];
  /** Settings that are next to the agents, by UFO's names as in its `config.yaml`. */
  readonly settings: SettingsChange;
  /** The text of the configuration, before variables are expanded. */
  readonly text: string;
}

/** Aliases may multiply a small file into a huge one. */
const maxAliases = 100;

/**
 * Reads a configuration of Computers: UFO's `mcp.yaml`, or the flat shape with `data_collection_servers` and
 * `action_servers`.
 * @throws AppError `invalid_parameter`: one line for each error, with file, line, column and what to do
 */
export function parseConfig(text: string, options: ParseOptions): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' });
  const at = (path: Path, { message, fix }: Explained): Problem => ({ ...locate(document, lines, path), message, fix });
  const broken = document.errors.map(({ pos, message }) => ({
    ...lineOf(lines, pos[0]),
    message: `This is not YAML: ${message}.`,
    fix: 'Mend it there or just before.',
  }));
  if (broken.length > 0) throw refusal(options.file, broken);

  const plain = plainValue(document, options.file);
  const unset: { readonly path: Path; readonly name: string }[] = [];
  // A stranger's file could send them to its servers, in any header.
  const given = programEnvironment(options.variables);
  const value = expandVariables(plain, given, (name, path) => unset.push({ path, name }));
  const shared = isShared(value);
  const { settings, issues: wrong, rest } = takeSettings(value);
  const { data, issues, unknown } = validate(shared ? sharedConfig : agentsConfig, rest);
  // The value of an unset variable cannot be validated.
  const judged = [...wrong, ...issues].filter((issue) => !unset.some(({ path }) => isSamePath(path, issue.path)));
  const problems = [
    ...unset.map(({ path, name }) => at(path, unsetVariable(name, options.variables[name] !== undefined))),
    ...judged.map((issue) => at(issue.path, explain(issue, value))),
  ];
  if (problems.length > 0) throw refusal(options.file, problems);
  const warnings = unknown
    .filter(({ path, key }) => !isEmptyOfOther(key, valueAt(value, [...path, key])))
    .map(({ path, key }) => at([...path, key], unknownKey(value, path, key)));
  return {
    config: shared ? forEveryAgent(sharedConfig.parse(data)) : agentsConfig.parse(data),
    warnings: alikeAsOne(inOrder(warnings)).map((warning) => describeProblem(options.file, warning)),
    settings,
    text,
  };
}

/** UFO's own file has `start_args: []` at every server, even at local ones, where it means nothing. */
function isEmptyOfOther(key: string, value: unknown): boolean {
  const isEmpty = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty && Object.values(knownKeys).some((keys) => keys.includes(key));
}

/** The same mistake in many places is one line, at the first of them. */
function alikeAsOne(problems: readonly Problem[]): readonly Problem[] {
  const byWords = new Map<string, Problem[]>();
  for (const problem of problems) {
    const words = `${problem.message}\n${problem.fix}`;
    byWords.set(words, [...(byWords.get(words) ?? []), problem]);
  }
  return [...byWords.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return others.length === 0 ? [first] : [{ ...first, fix: `${first.fix} So at ${others.length} more places.` }];
  });
}

function unsetVariable(name: string, isSet: boolean): Explained {
  if (isSet) return { message: `${name} is Deskscope’s own, and no server’s.`, fix: 'Use a variable of another name.' };
  return { message: `The variable ${name} is not set.`, fix: `Set it, or write \${${name}:-value}.` };
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}

function refusal(file: string, problems: readonly Problem[]): AppError {
  const lines = inOrder(problems);
  return new AppError('invalid_parameter', lines.map((problem) => describeProblem(file, problem)).join('\n'), {
    hint: 'Fix the lines named. Until then the configuration is not used.',
    delivery: 'not_delivered',
    data: { problems: lines },
  });
}

function plainValue(document: Document, file: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases }) ?? {};
    // An alias may also lead into itself: that has no end, and no JSON.
    JSON.stringify(value);
    return value;
  } catch (cause) {
    const message = `Its aliases cannot be followed: ${cause instanceof Error ? cause.message : String(cause)}.`;
    throw refusal(file, [{ line: 1, column: 1, message, fix: 'Write it out instead.' }]);
  }
}

function isShared(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && ('data_collection_servers' in value || 'action_servers' in value)
  );
}

function forEveryAgent({ data_collection_servers, action_servers, ...limits }: z.output<typeof sharedConfig>) {
  return { [anyAgent]: { default: { data_collection: data_collection_servers, action: action_servers, ...limits } } };
}

interface Validated {
  readonly data: unknown;
  readonly issues: readonly z.core.$ZodIssue[];
  readonly unknown: readonly { readonly path: Path; readonly key: string }[];
}

/** Unknown keys are removed from the value and reported, never an error. */
function validate(schema: z.ZodType, value: unknown): Validated {
  const data = structuredClone(value);
  const issues = schema.safeParse(data).error?.issues ?? [];
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
  );
  for (const { path, key } of unknown) Reflect.deleteProperty(valueAt(data, path) as object, key);
  return { data, unknown, issues: issues.filter((issue) => issue.code !== 'unrecognized_keys') };
}

interface TakenSettings {
  readonly settings: SettingsChange;
  readonly issues: readonly z.core.$ZodIssue[];
  /** The value without them. */
  readonly rest: unknown;
}

/** The settings that are next to the agents by UFO's names, as they do in its `config.yaml`. */
function takeSettings(value: unknown): TakenSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { settings: {}, issues: [], rest: value };
  const issues: z.core.$ZodIssue[] = [];
  const rest: Record<string, unknown> = { ...value };
  const taken: Record<string, unknown> = {};
  for (const [ufo, own] of Object.entries(ufoNames)) {
    if (!Object.hasOwn(value, ufo)) continue;
    const { data, error } = settingsChange.shape[own].safeParse(rest[ufo]);
    issues.push(...(error?.issues ?? []).map((issue) => ({ ...issue, path: [ufo, ...issue.path] })));
    taken[own] = data;
    Reflect.deleteProperty(rest, ufo);
  }
  return { settings: taken, issues, rest };
}
