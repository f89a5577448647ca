import { type Document, type LineCounter, type Node, isMap, isNode, isScalar } from 'yaml';
import type { z } from 'zod';
import { quoted } from '#contract/foreign-text';
import { editsBetween } from '../../base/text-bounds.ts';
import { knownKeys } from './schema.ts';

export type Path = readonly PropertyKey[];

/** Something a person should mend in a configuration file. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}

export function describeProblem(file: string, { line, column, message, fix }: Problem): string {
  return `${file}:${line}:${column}: ${message} ${fix}`;
}

/** The position of a path in the text: its key in a mapping, else the nearest existing parent. */
export function locate(document: Document, lines: LineCounter, path: Path): { line: number; column: number } {
  for (let depth = path.length; depth > 0; depth--) {
    const offset = startOf(document, path.slice(0, depth));
    if (offset !== undefined) return lineOf(lines, offset);
  }
  return lineOf(lines, document.contents?.range?.[0] ?? 0);
}

export function lineOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function startOf(document: Document, path: Path): number | undefined {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last));
    return isNode(pair?.key) ? (pair.key as Node).range?.[0] : undefined;
  }
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value);
}

export interface Explained {
  readonly message: string;
  readonly fix: string;
}

const groups = ['data_collection', 'action'];

/** A schema's issue, in words for a person. */
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

/** @param path of the mapping that contains the key */
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

/** The nearest word, if it is near enough to be the intended one. */
function nearest(word: string, words: readonly string[]): string | undefined {
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
