import type { z } from 'zod';
import { editsBetween } from '../../base/edits-between.ts';
import { valueAt, type Path } from './problem.ts';
import { knownKeys } from './schema.ts';
import { quoted } from '#contract/foreign-text';

export interface Explained {
  readonly message: string;
  readonly fix: string;
}

const groups = ['data_collection', 'action'];

/** What a schema found, as one would say it to a person. */
export function explain(issue: z.core.$ZodIssue, value: unknown): Explained {
  const { path } = issue;
  const name = path.length === 0 ? 'The file' : quoted(String(path.at(-1)));
  const given = valueAt(value, path);
  if (issue.code === 'invalid_union' && issue.discriminator === 'type') return wrongType(given);
  if (issue.code === 'invalid_type' && given === undefined) {
    return { message: `${name} is missing.`, fix: `Add it: ${kindOf(issue.expected)}.` };
  }
  if (path.length === 2 && groups.includes(String(path[1]))) {
    return {
      message: `${name} stands one level too high.`,
      fix: `Put it under ${quoted(`${String(path[0])}: default:`)}.`,
    };
  }
  if (issue.code === 'invalid_type') {
    return { message: `${name} must be ${kindOf(issue.expected)}, not ${kindOf(typeName(given))}.`, fix: 'Change it.' };
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return { message: `${name} cannot be ${quoted(String(given))}.`, fix: `Use ${values.join(' or ')}.` };
  }
  return { message: `${name}: ${issue.message}.`, fix: 'Change it.' };
}

/** UFO's sentence. */
function wrongType(given: unknown): Explained {
  const types = ['local', 'http', 'stdio'];
  const fix = 'Write “type: local”, “type: http” or “type: stdio”.';
  if (given === undefined) return { message: '“type” is missing.', fix };
  const name = typeof given === 'string' ? given : JSON.stringify(given);
  const near = nearest(name, types);
  return { message: `Unsupported server type: ${name}.`, fix: near ? `Did you mean ${near}?` : fix };
}

/** @param path of the mapping that holds the key */
export function unknownKey(value: unknown, path: Path, key: string): Explained {
  const known = keysAt(value, path);
  const near = nearest(key, known);
  return {
    message: `${quoted(key)} means nothing here, so it is ignored.`,
    fix: near ? `Did you mean ${near}?` : `There are ${known.join(', ')}.`,
  };
}

function keysAt(value: unknown, path: Path): readonly string[] {
  if (path.length === 0) return knownKeys.shared;
  if (typeof path.at(-1) !== 'number') return knownKeys.computer;
  const type = valueAt(value, [...path, 'type']);
  return type === 'http' || type === 'stdio' ? knownKeys[type] : knownKeys.local;
}

/** The nearest word, where it is near enough to be what was meant. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  return words
    .map((known) => ({ known, edits: editsBetween(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(1, word.length / 2))
    .sort((a, b) => a.edits - b.edits)[0]?.known;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

function kindOf(type: string): string {
  return kinds[type] ?? type;
}
