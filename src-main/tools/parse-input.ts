import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { perObject } from '../base/per-object.ts';
import { widestEffect, type Tool } from './define-tool.ts';

/**
 * What a tool's arguments must be: those it does not know are refused, but for tools of other servers, which do that
 * themselves. Made once: a schema compiles itself when it is first used, which takes longer than a call.
 */
export const strictInput = perObject((tool: Tool) => {
  if (tool.foreign) return tool.input;
  return (widestEffect(tool) === 'observe' ? tool.input : tool.input.safeExtend(dryRun)).strict();
});

const dryRun = {
  dry_run: z
    .boolean()
    .optional()
    .describe('Do nothing: say what would match, how it would be done, and if it is permitted.'),
};

/**
 * Reads a tool's arguments. Arguments it does not know are refused: a misspelled one would else be ignored in silence.
 * @throws AppError `invalid_parameter` naming the field and what it should be
 */
export function parseInput(tool: Tool, parameters: unknown): Record<string, unknown> {
  const parsed = strictInput(tool).safeParse(inItsForms(tool, parameters ?? {}));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => explain(tool, issue, parameters));
  const inWordsOfContract = parsed.error.issues.find((issue) => !isOfZod(issue) && isMissing(tool, issue, parameters));
  throw new AppError('invalid_parameter', inWordsOfContract?.message ?? `${tool.name}: ${issues.join('; ')}.`, {
    hint: `${tool.name} takes ${Object.keys((tool.brief?.shown ?? tool.input).shape).join(', ') || 'no arguments'}.`,
    delivery: 'not_delivered',
    data: { fields: parsed.error.issues.flatMap(fieldsOf) },
  });
}

function inItsForms({ brief }: Tool, parameters: unknown): unknown {
  const isObject = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  return brief && isObject ? brief.reads({ ...parameters }) : parameters;
}

function explain(tool: Tool, issue: z.core.$ZodIssue, parameters: unknown): string {
  if (issue.code === 'unrecognized_keys') return `there is no argument ${quoteAll(issue.keys)}`;
  const field = issue.path.join('.') || 'the arguments';
  return isMissing(tool, issue, parameters) ? `${quoted(field)} is missing` : `${quoted(field)}: ${issue.message}`;
}

function isMissing(tool: Tool, { path }: z.core.$ZodIssue, parameters: unknown): boolean {
  const field = path.join('.');
  return Object.hasOwn(tool.input.shape, field) && !Object.hasOwn(Object(parameters) as object, field);
}

/** Else the schema has words of its own. */
function isOfZod({ message }: z.core.$ZodIssue): boolean {
  return message.startsWith('Invalid ');
}

function fieldsOf(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(', ');
}
