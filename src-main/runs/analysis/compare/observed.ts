import type { PartingDetail } from '#contract/model/runs/run-analysis';
import type { TracedTree } from '#contract/model/runs/trace';
import type { Looks } from '../looks.ts';
import type { Moment, Saw } from '../moments.ts';

/** A run and what it stored. */
export interface Side {
  readonly looks: Looks;
  readonly moment: Moment;
}

/** More lines say no more. */
const mostLines = 20;

/** The elements that one side showed and the other did not, before anything was done; empty where they are the same. */
export async function otherElements(a: Side, b: Side): Promise<readonly PartingDetail[]> {
  const [one, other] = [a.moment.saw, b.moment.saw];
  const listed = await otherControls(a, b);
  return listed.length > 0 ? listed : otherTrees(a.looks, one.tree, b.looks, other.tree);
}

/** Whether both have elements to compare: what has none is known by its picture alone. */
export function hasElements({ controls, tree }: Saw): boolean {
  return controls !== null || tree !== null;
}

async function otherControls(a: Side, b: Side): Promise<readonly PartingDetail[]> {
  const [one, other] = [a.moment.saw.controls, b.moment.saw.controls];
  if (one === null || other === null || one === other) return [];
  const [left, right] = await Promise.all([a.looks.controls(one), b.looks.controls(other)]);
  return onlyOnOneSide([...left.values()], [...right.values()]);
}

/** The same of two stored trees; empty where one of them is missing. */
export async function otherTrees(
  looksA: Looks,
  treeA: TracedTree | null,
  looksB: Looks,
  treeB: TracedTree | null,
): Promise<readonly PartingDetail[]> {
  if (!treeA || !treeB || treeA.blob === treeB.blob) return [];
  const [left, right] = await Promise.all([looksA.lines(treeA), looksB.lines(treeB)]);
  return left && right ? onlyOnOneSide(left, right) : [];
}

/** Lines beside each other that speak of the same element. Their order does not count, how many of them there are does. */
export function onlyOnOneSide(a: readonly string[], b: readonly string[]): readonly PartingDetail[] {
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

/** An element without what it holds and how it is. */
function subjectOf(line: string): string {
  return /^\w+ “[^”]*”|^\w+ \S*/u.exec(line)?.[0] ?? line;
}
