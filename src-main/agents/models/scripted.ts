import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Model, ModelRequest } from './model.ts';
import { pictureLimits } from './pictures.ts';

/** A model's answers in order: objects, or texts that are returned as they are. */
const answers = z.array(z.union([z.string(), z.record(z.string(), z.unknown())]));
/** One list for each kind of agent that asks. */
const script = z.strictObject({ HostAgent: answers.default([]), AppAgent: answers.default([]) });
export type Script = Readonly<z.input<typeof script>>;

/** In a script's text: replaced by the match of the regular expression in the question, or by its first group. */
const placeholder = /\{\{(.+?)\}\}/g;

/** A model that answers from a script: for tests, and for trying a flow without a model. */
export function scriptedModel(name: string, given: Script, kind: keyof Script): Model {
  const left = [...script.parse(given)[kind]];
  return {
    name,
    pictures: pictureLimits.usual,
    // Async, so that a script that does not fit rejects as any model does.
    async ask(request) {
      const answer = left.shift();
      if (answer === undefined) throw failed(`The script has no further answer of the ${kind}.`);
      const filled = fill(answer, requestText(request));
      const text = typeof filled === 'string' ? filled : JSON.stringify(filled);
      return Promise.resolve({ text, usage: { inputTokens: 0, outputTokens: 0, cost: 0 } });
    },
  };
}

/** @throws AppError `file_error`, `invalid_parameter` with the field that is wrong */
export async function readScript(file: string): Promise<Script> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_error', `${file} cannot be read.`, { cause });
  });
  const read = script.safeParse(parse(text, file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError('invalid_parameter', `${file}, ${issue?.path.join('.') || 'as a whole'}: ${issue?.message}`, {
    hint: 'A script is {"HostAgent": [answer, …], "AppAgent": [answer, …]}.',
  });
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_parameter', `${file} is not JSON: ${String(cause)}`, { cause });
  }
}

function requestText({ system, parts }: ModelRequest): string {
  return [system, ...parts.map((part) => (part.type === 'text' ? part.text : part.label))].join('\n');
}

function fill(value: unknown, asked: string): unknown {
  if (typeof value === 'string') return value.replace(placeholder, (_, pattern: string) => find(pattern, asked));
  if (Array.isArray(value)) return value.map((one) => fill(one, asked));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, asked)]));
}

function find(pattern: string, asked: string): string {
  const match = new RegExp(pattern).exec(asked);
  if (!match) throw failed(`The script looks for ${quoted(pattern)}, and the question has no such text.`);
  return match[1] ?? match[0];
}

function failed(message: string): AppError {
  return new AppError('model_error', message, { hint: 'Change the script.' });
}
