import type { Document, LineCounter, Node } from 'yaml';
import { isMap, isNode, isScalar } from 'yaml';

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

/** Where a path stands in the text: its key where it is one of a mapping, else the nearest that exists above it. */
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
