import { z } from 'zod';
import { AppError } from '../errors.ts';
import { escapeHidden, quoted } from '../foreign-text.ts';

/**
 * A selector names one element of a window in words that survive a restart:
 *
 *   role=Button name="7"
 *   id="save-button"
 *   role=Table name="keypad" >> role=Button nth=0
 *   path=0/1/1/0
 *
 * Steps are joined by ` >> `; each is searched below what the one before matched. `name` is exact, `name~` is “contains,
 * ignoring case”. Breaks and what cannot be seen may be written as `\n` and `\u200b`. `nth` counts matches in tree order from 0. `path` is a chain of child indices from the root.
 */
export interface SelectorStep {
  readonly role?: string;
  readonly name?: string;
  readonly nameContains?: string;
  readonly id?: string;
  readonly description?: string;
  readonly nth?: number;
  readonly path?: readonly number[];
}

export type Selector = readonly SelectorStep[];

/** How robust a selector is: identity, role and name, scoped or anchored, ordinal, path. */
export const selectorGrade = z.enum(['A', 'B', 'C', 'D', 'E']);
export type SelectorGrade = z.output<typeof selectorGrade>;

export const selectorKind = z.enum(['identity', 'name', 'description', 'scoped', 'ordinal', 'path']);
export type SelectorKind = z.output<typeof selectorKind>;

/** A selector with what was measured about it when it was made. */
export const rankedSelector = z.object({
  selector: z.string(),
  kind: selectorKind,
  grade: selectorGrade,
  /** How many elements of the window it matched; 1 is what one wants. */
  matchCount: z.number().int().nonnegative(),
  /** Time the match took. */
  elapsedMs: z.number().nonnegative(),
});
export type RankedSelector = Readonly<z.output<typeof rankedSelector>>;

const token = /\s*(?:(>>)|([a-z]+~?)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*)))/gy;

/** @throws AppError `invalid_parameter` naming the place and the fix */
export function parseSelector(text: string): Selector {
  const steps: SelectorStep[] = [];
  let step: Record<string, unknown> = {};
  const close = () => {
    if (Object.keys(step).length === 0) throw invalid(text, 'a step is empty');
    steps.push(step);
    step = {};
  };
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw invalid(text, `${quoted(text.slice(at).trim())} is not key=value`);
    const [, arrow, key, inQuotes, bare] = found;
    if (arrow) close();
    else Object.assign(step, condition(text, key ?? '', inQuotes === undefined ? (bare ?? '') : unescape(inQuotes)));
  }
  close();
  return steps;
}

/** The inverse of {@link parseSelector}. */
export function formatSelector(selector: Selector): string {
  return selector.map(formatStep).join(' >> ');
}

function formatStep(step: SelectorStep): string {
  const parts: string[] = [];
  if (step.role !== undefined) parts.push(`role=${step.role}`);
  if (step.id !== undefined) parts.push(`id=${quote(step.id)}`);
  if (step.name !== undefined) parts.push(`name=${quote(step.name)}`);
  if (step.nameContains !== undefined) parts.push(`name~=${quote(step.nameContains)}`);
  if (step.description !== undefined) parts.push(`description=${quote(step.description)}`);
  if (step.path !== undefined) parts.push(`path=${step.path.join('/')}`);
  if (step.nth !== undefined) parts.push(`nth=${step.nth}`);
  return parts.join(' ');
}

function condition(text: string, key: string, value: string): SelectorStep {
  switch (key) {
    case 'role':
      return { role: value };
    case 'name':
      return { name: value };
    case 'name~':
      return { nameContains: value };
    case 'id':
      return { id: value };
    case 'description':
      return { description: value };
    case 'nth':
      return { nth: index(text, value) };
    case 'path':
      return { path: value.split('/').map((part) => index(text, part)) };
    default:
      throw invalid(text, `${quoted(key)} is not one of role, name, name~, id, description, nth, path`);
  }
}

function index(text: string, value: string): number {
  if (!/^\d+$/.test(value)) throw invalid(text, `${quoted(value)} is not a number`);
  return Number(value);
}

function quote(value: string): string {
  return `"${escapeHidden(value.replace(/["\\]/g, '\\$&'))}"`;
}

function unescape(value: string): string {
  return value.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, char: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return breaks[char] ?? char;
  });
}

const breaks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function invalid(text: string, why: string): AppError {
  return new AppError('invalid_parameter', `The selector ${quote(text)} cannot be read: ${why}.`, {
    hint: 'Write selectors like role=Button name="Save", joined by >> to go deeper.',
  });
}
