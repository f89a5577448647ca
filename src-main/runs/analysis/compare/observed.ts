import type { DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { TracedTree } from '#contract/model/runs/trace';
import { withoutVolatile } from '#contract/model/elements/volatile';
import type { Looks } from '../looks.ts';
import type { RunStep, Saw } from '../run-steps.ts';

/** A run and its stored content. */
export interface Side {
  readonly looks: Looks;
  readonly runStep: RunStep;
}

/** More lines say no longer. */
const mostLines = 20;

/** The elements that one side showed and the other did not, before anything was done; empty if they are the same. */
export async function otherElements(a: Side, b: Side): Promise<readonly DivergenceDetail[]> {
  const [one, other] = [a.runStep.saw, b.runStep.saw];
  const listed = await otherControls(a, b);
  return listed.length > 0 ? listed : otherTrees(a.looks, one.tree, b.looks, other.tree);
}

/** Whether both have elements to compare: a step without any is compared by its picture only. */
export function hasElements({ controls, tree }: Saw): boolean {
  return controls !== null || tree !== null;
}

async function otherControls(a: Side, b: Side): Promise<readonly DivergenceDetail[]> {
  const [one, other] = [a.runStep.saw.controls, b.runStep.saw.controls];
  if (one === null || other === null || one === other) return [];
  const [left, right] = await Promise.all([a.looks.controls(one), b.looks.controls(other)]);
  return onlyOnOneSide([...left.values()], [...right.values()]);
}

/** Compares two stored trees; empty if one of them is missing. */
export async function otherTrees(
  looksA: Looks,
  treeA: TracedTree | null,
  looksB: Looks,
  treeB: TracedTree | null,
): Promise<readonly DivergenceDetail[]> {
  if (!treeA || !treeB || treeA.blob === treeB.blob) return [];
  const [left, right] = await Promise.all([looksA.lines(treeA), looksB.lines(treeB)]);
  return left && right ? onlyOnOneSide(left, right) : [];
}

/** Pairs lines about the same element. Their order does not matter, their number does. */
export function onlyOnOneSide(a: readonly string[], b: readonly string[]): readonly DivergenceDetail[] {
  const [left, right] = [without(a, b), without(b, a)];
  const subjects = new Map(right.map((line) => [subjectOf(line), line]));
  const paired = left.map((line) => {
    const same = subjects.get(subjectOf(line)) ?? '';
    subjects.delete(subjectOf(line));
    return { label: 'element', a: line, b: same };
  });
  const rest = right.filter((line) => subjects.get(subjectOf(line)) === line);
  return [...paired, ...rest.map((line) => ({ label: 'element', a: '', b: line }))].slice(0, mostLines);
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

/** An element without its value and state. */
function subjectOf(line: string): string {
  return /^\w+ “[^”]*”|^\w+ \S*/u.exec(line)?.[0] ?? line;
}

/**
 * Texts and arguments without the values that differ in each run: ids, handles, positions, times, counters. Comparisons
 * of two runs use these.
 */

/** Names that last only as long as their listing or window, and positions. */
const passing =
  /^(id|ids|annotation_?id|handle|hwnd|(window|element|parent|runtime|automation_node)_?(handle|id|ref)|ref|pid|process_?id|rect|rectangle|bounds|box|size|window_?size|center|position|timestamp|time|at|mono|elapsed(_?ms)?|duration(_?ms)?|started|ended)$/i;

const inResults: readonly (readonly [RegExp, string])[] = [
  [/window:0x[0-9a-f]+(\|runtime:\S+)?/gi, '…'],
  [/\b0x[0-9a-f]+\b/gi, '…'],
  [/\[?\bref[=:]\s?\w+\]?/gi, '…'],
  // Places and extents in pixels, and how long it took.
  [/-?\d+,\s-?\d+(,\s-?\d+)*/g, '…'],
  [/\b\d+\s?×\s?\d+\b/g, '…'],
  [/\b\d+(\.\d+)?\s?(ms|px)\b/g, '…'],
];

/** A text from an app. The star of an unsaved document comes and goes. */
export function plainText(text: string): string {
  return oneSpace(withoutVolatile(text)).replace(/^\*(?=\S)/, '');
}

/** A tool's answer. */
export function plainResult(text: string): string {
  const json = parsed(text);
  if (json !== undefined) return JSON.stringify(plainValue(json));
  return plainText(inResults.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text));
}

/** Arguments without transient values; texts in them stay, since they were chosen. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 50) / 50;
  if (typeof value === 'string') return /^window:0x|^0x[0-9a-f]+$/i.test(value) ? '…' : value;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, inner]) =>
    passing.test(key) ? [] : [[key, plainValue(inner)] as const],
  );
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function oneSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
