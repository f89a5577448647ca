import type { Node } from 'jsonc-parser';
import { lineEnd } from './syntax-problem.ts';

/** How the text around a node is laid out. */
export interface Style {
  /** Of the line on which the node begins. */
  readonly indent: string;
  /** One level deeper. */
  readonly unit: string;
  readonly end: string;
  /** Properties stand on lines of their own. */
  readonly lines: boolean;
}

export function styleAt(body: string, node: Node): Style {
  const start = body.lastIndexOf('\n', node.offset - 1) + 1;
  const indent = /^[ \t]*/.exec(body.slice(start))?.[0] ?? '';
  const unit = /^([ \t]+)\S/m.exec(body)?.[1] ?? '  ';
  const lines = body.slice(start, node.offset).trim() === '' && (start > 0 || node.type !== 'property');
  return { indent, unit: unit.startsWith('\t') ? '\t' : unit, end: lineEnd(body), lines };
}

/** As `JSON.stringify`, continued at an indentation. */
export function printJson(value: unknown, { indent, unit, end, lines }: Style): string {
  if (!lines) return JSON.stringify(value).replace(/":/g, '": ');
  return JSON.stringify(value, null, unit)
    .split('\n')
    .join(end + indent);
}
