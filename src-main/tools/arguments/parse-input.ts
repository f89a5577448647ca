import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { perObject } from '../../base/async/per-object.ts';
import { inNamesOf, judgeUnknown } from './argument-names.ts';
import { isObject, objectInText, readFields, withoutNulls } from './argument-values.ts';
import { widestEffect, type Tool } from '../define-tool.ts';

/**
 * The strict schema of a tool's arguments: unknown ones are refused, except for tools of other servers, which validate
 * themselves. Cached, since a schema is compiled on first use, which takes longer than a call.
 */
export const strictInput = perObject((tool: Tool) => {
  if (tool.foreign) return tool.input;
  return (widestEffect(tool) === 'observe' ? tool.input : tool.input.safeExtend(dryRun)).strict();
});

const dryRun = {
  dry_run: z.boolean().optional().describe('Do nothing; report the match, the method, and whether it is permitted.'),
};

/** The arguments of a call as its tool takes them. */
export interface ParsedInput {
  readonly input: Record<string, unknown>;
  /** Unknown arguments without effect, as written. */
  readonly ignored: readonly string[];
  /** The caller's name of a tool's argument. */
  readonly written: (field: string) => string;
}

/**
 * Reads a tool's arguments as public clients send them: null is absent, names match in any case, values are converted if
 * unambiguous, and additions of clients are ignored. Anything ambiguous is refused, since a misspelled argument would otherwise
 * be ignored without a trace. Tools of other servers read their own.
 * @param others the tools of the same server, whose arguments a caller may know
 * @throws AppError `invalid_parameter` naming the argument as written, and the expected value
 */
export function parseInput(tool: Tool, parameters: unknown, others: readonly Tool[] = []): ParsedInput {
  const given = tool.foreign ? (parameters ?? {}) : objectOf(tool, parameters ?? {});
  if (tool.foreign || !isObject(given))
    return parsedBy(tool, { given, wrong: [], ignored: [], written: (field) => field });
  const schema = strictInput(tool);
  const { read, written } = inNamesOf([...shownNames(tool), ...Object.keys(schema.shape)], withoutNulls(given));
  const typed = tool.brief ? tool.brief.reads(readFields(tool.brief.shown, read)) : read;
  const input = readFields(schema, typed);
  const taken = [...new Set([...shownNames(tool), ...(tool.brief ? [] : Object.keys(schema.shape))])];
  const asWritten = (field: string) => written.get(field) ?? writtenAs(tool, field, read, written);
  const unknown = Object.keys(input)
    .filter((key) => !Object.hasOwn(schema.shape, key))
    .map((key) => ({ key, name: asWritten(key) }))
    .map((one) => ({
      ...one,
      judged: judgeUnknown(one.name, { taken, given: Object.keys(given), others, free: freeNames(schema) }),
    }));
  const ignored = unknown.filter(({ judged }) => judged.ignored);
  for (const { key } of ignored) Reflect.deleteProperty(input, key);
  return parsedBy(tool, {
    given: input,
    wrong: unknown.flatMap(({ judged }) => (judged.ignored ? [] : [judged.near])),
    ignored: ignored.map(({ name }) => name),
    written: asWritten,
  });
}

/** An error about arguments, in the caller's names for them. */
export function inCallersWords(error: unknown, { written }: Pick<ParsedInput, 'written'>): unknown {
  if (!(error instanceof AppError) || !Array.isArray(error.data?.['fields'])) return error;
  const fields = error.data['fields'] as readonly string[];
  const rename = (text: string) =>
    fields.reduce((renamed, one) => renamed.replaceAll(quoted(one), quoted(written(one))), text);
  return new AppError(error.code, rename(error.message), {
    hint: rename(error.hint),
    data: { ...error.data, fields: fields.map(written) },
    ...(error.delivery && { delivery: error.delivery }),
  });
}

/** The parameters that clients see. */
function shownNames({ brief, input }: Tool): readonly string[] {
  return Object.keys((brief?.shown ?? input).shape);
}

/** The argument with free keys, such as the inputs of a skill; undefined if there is none. */
function freeNames({ shape }: z.ZodObject): string | undefined {
  return Object.keys(shape).find((key) => isFree(shape[key] as z.ZodType));
}

function isFree(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isFree(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodRecord;
}

/**
 * Some clients send all arguments as one text, once or twice in JSON or in a fence, as the only item of a list, as the only
 * property of an object, or as a call that names the tool again.
 */
function objectOf(tool: Tool, parameters: unknown, depth = 0): unknown {
  const given = typeof parameters === 'string' ? (argumentsInText(parameters) ?? parameters) : parameters;
  if (isNothing(given)) return {};
  if (depth < mostWraps && given !== parameters) return objectOf(tool, given, depth + 1);
  if (Array.isArray(given) && given.length === 1 && isObject(given[0])) return given[0];
  if (!isObject(given)) return given;
  const inside = depth < mostWraps ? wrappedIn(tool, given) : undefined;
  const wrapped = inside === undefined ? given : objectOf(tool, inside, depth + 1);
  return isObject(wrapped) ? wrapped : given;
}

const mostWraps = 3;

function argumentsInText(text: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\s*([^]*?)```\s*$/.exec(text) ?? [];
  const plain = fenced ?? text;
  const object = objectInText(plain);
  if (object) return object;
  try {
    const parsed: unknown = JSON.parse(plain);
    return typeof parsed === 'string' || Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The wrapper of all arguments; undefined if there is none. */
function wrappedIn(tool: Tool, given: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(given).filter((key) => !namesTool(tool, key, given[key]));
  const [only, ...others] = keys;
  if (only === undefined || others.length > 0 || Object.hasOwn(tool.input.shape, only)) return undefined;
  const isKnown = wrappers.has(only) && (keys.length === Object.keys(given).length || isObject(given[only]));
  return isKnown ? given[only] : undefined;
}

/** An extra argument that names the tool. */
function namesTool({ name }: Tool, key: string, value: unknown): boolean {
  return toolKeys.has(key) && (value === name || (key === 'type' && value === 'function'));
}

const toolKeys = new Set(['name', 'tool', 'tool_name', 'toolName', 'function', 'type']);

/** PHP writes an empty object as an empty list. */
function isNothing(given: unknown): boolean {
  return Array.isArray(given) ? given.length === 0 : typeof given === 'string' && given.trim() === '';
}

const wrappers = new Set(
  'arguments args kwargs params parameters input tool_input toolInput request data body payload __arg1'
    .split(' ')
    .concat(''),
);

/** The given argument that was converted to this one; its own name if none was. */
function writtenAs(
  { brief }: Tool,
  field: string,
  read: Readonly<Record<string, unknown>>,
  written: ReadonlyMap<string, string>,
): string {
  if (!brief || Object.hasOwn(read, field)) return field;
  const unasked = brief.reads({})[field];
  const source = Object.keys(read).find((key) => {
    try {
      const made = brief.reads({ [key]: read[key] })[field];
      return made !== undefined && made !== unasked;
    } catch {
      return false;
    }
  });
  return source === undefined ? field : (written.get(source) ?? source);
}

interface Named extends Omit<ParsedInput, 'input'> {
  readonly given: unknown;
  /** For each unknown argument: the parameter that was probably meant. */
  readonly wrong: readonly (string | undefined)[];
}

function parsedBy(tool: Tool, { given, wrong, ignored, written }: Named): ParsedInput {
  const parsed = strictInput(tool).safeParse(given);
  if (parsed.success) return { input: parsed.data, ignored, written };
  const { issues } = parsed.error;
  const inWordsOfContract = issues.find((issue) => !isOfZod(issue) && isMissing(tool, issue, given));
  const explained = issues.map((issue) => explain(tool, issue, given, written));
  const near = [...new Set(wrong.filter((name) => name !== undefined))].map((name) => quoted(name));
  const intended = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
  const left = ignored.length > 0 ? ` It does not take ${quoteAll(ignored)}.` : '';
  throw new AppError('invalid_parameter', inWordsOfContract?.message ?? `${tool.name}: ${explained.join('; ')}.`, {
    hint: `${tool.name} takes ${shownNames(tool).join(', ') || 'no arguments'}.${intended}${left}`,
    delivery: 'not_delivered',
    data: { fields: issues.flatMap((issue) => fieldsOf(issue, written)) },
  });
}

function explain(tool: Tool, issue: z.core.$ZodIssue, given: unknown, written: ParsedInput['written']): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return `there is no argument ${quoteAll(issue.keys.map(written))}`;
  }
  const field = fieldName(issue, written) || 'the arguments';
  if (issue.code === 'unrecognized_keys') return `${quoted(field)}: there is no argument ${quoteAll(issue.keys)}`;
  return isMissing(tool, issue, given) ? `${quoted(field)} is missing` : `${quoted(field)}: ${issue.message}`;
}

function isMissing(tool: Tool, { path }: z.core.$ZodIssue, given: unknown): boolean {
  const field = path.join('.');
  return Object.hasOwn(tool.input.shape, field) && !Object.hasOwn(Object(given) as object, field);
}

/** Otherwise the schema has its own message. */
function isOfZod({ message }: z.core.$ZodIssue): boolean {
  return message.startsWith('Invalid ');
}

function fieldsOf(issue: z.core.$ZodIssue, written: ParsedInput['written']): readonly string[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return issue.keys.map(written);
  return [fieldName(issue, written)];
}

function fieldName({ path: [field, ...rest] }: z.core.$ZodIssue, written: ParsedInput['written']): string {
  return field === undefined ? '' : [written(String(field)), ...rest].join('.');
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(', ');
}
