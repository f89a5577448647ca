import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { withoutMark } from '../../../base/byte-order-mark.ts';
import { type EntryPath, type Format, lineAt, SyntaxProblem, lineEnd } from './format.ts';

/** JSON as programs read it, without comments. */
export const json: Format = jsonFormat({ disallowComments: true, allowTrailingComma: false });

/** JSON as editors read it: comments and trailing commas are kept. */
export const jsonc: Format = jsonFormat({ disallowComments: false, allowTrailingComma: true });

/** `jsonc-parser` has its own editor, but that one reformats the neighbours. */
function jsonFormat(rules: { readonly disallowComments: boolean; readonly allowTrailingComma: boolean }): Format {
  return {
    parse(text) {
      const body = withoutMark(text);
      if (body.trim() === '') return {};
      const problems: ParseError[] = [];
      const tree = parseTree(body, problems, rules);
      const [problem] = problems;
      if (problem) throw new SyntaxProblem(sentence(problem), lineAt(body, problem.offset));
      return tree && (getNodeValue(tree) as unknown);
    },
    set: (text, path, value) => change(text, (body) => setEdits(body, path, value)),
    remove: (text, path) => change(text, (body) => removeEdits(body, path)),
  };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function change(text: string, editsOf: (body: string) => readonly Edit[]): string {
  const body = withoutMark(text);
  const mark = text.slice(0, text.length - body.length);
  const edits = [...editsOf(body)].sort((a, b) => b.from - a.from);
  return mark + edits.reduce((rest, { from, to, text: by }) => rest.slice(0, from) + by + rest.slice(to), body);
}

function setEdits(body: string, [servers, name]: EntryPath, value: unknown): readonly Edit[] {
  const root = parseTree(body, [], { allowTrailingComma: true });
  if (!root)
    return [{ from: 0, to: body.length, text: `${JSON.stringify({ [servers]: { [name]: value } }, null, 2)}\n` }];
  const entry = findNodeAtLocation(root, [servers, name]);
  if (entry) return [replaced(body, entry, value)];
  const table = findNodeAtLocation(root, [servers]);
  if (!table) return insertEdits(body, root, servers, { [name]: value });
  return table.type === 'object' ? insertEdits(body, table, name, value) : [replaced(body, table, { [name]: value })];
}

function replaced(body: string, node: Node, value: unknown): Edit {
  const text = printJson(value, styleAt(body, node.parent ?? node));
  return { from: node.offset, to: node.offset + node.length, text };
}

/** After the last property, on a separate line if the others are. */
function insertEdits(body: string, object: Node, key: string, value: unknown): readonly Edit[] {
  const last = object.children?.at(-1);
  const style = styleAt(body, last ?? object);
  const property = (own: Style) => `${JSON.stringify(key)}: ${printJson(value, own)}`;
  if (!last) {
    const inner = style.indent + style.unit;
    const text = style.end + inner + property({ ...style, indent: inner, lines: true });
    const open = object.offset + 1;
    const empty = body.slice(open, endOf(object) - 1).trim() === '';
    return [{ from: open, to: empty ? endOf(object) - 1 : open, text: empty ? text + style.end + style.indent : text }];
  }
  const comma = commaAfter(body, endOf(last));
  const end = comma === null ? endOf(last) : comma + 1;
  const behind = style.lines ? restOfLine(body, end) : end;
  const text = (style.lines ? style.end + style.indent : ' ') + property(style);
  if (comma !== null) return [{ from: behind, to: behind, text: `${text},` }];
  // Of two edits at one place, the first comes after the second.
  return [
    { from: behind, to: behind, text },
    { from: endOf(last), to: endOf(last), text: ',' },
  ];
}

function removeEdits(body: string, path: EntryPath): readonly Edit[] {
  const root = parseTree(body, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, [...path])?.parent;
  const all = property?.parent?.children;
  if (!property || !all) return [];
  const previous = all[all.indexOf(property) - 1];
  const comma = commaAfter(body, endOf(property));
  const from = body.slice(0, property.offset).trimEnd().length;
  if (comma !== null) return [{ from, to: comma + 1, text: '' }];
  if (!previous) {
    const close = endOf(property.parent ?? property) - 1;
    const alone = body.slice(endOf(property), close).trim() === '';
    return [{ from, to: alone ? close : endOf(property), text: '' }];
  }
  const before = commaAfter(body, endOf(previous)) ?? endOf(previous);
  if (before + 1 >= from) return [{ from: before, to: endOf(property), text: '' }];
  return [
    { from: before, to: before + 1, text: '' },
    { from, to: endOf(property), text: '' },
  ];
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Where the comma behind a value is; null if there is none. */
function commaAfter(body: string, offset: number): number | null {
  const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  space.lastIndex = offset;
  space.exec(body);
  return body[space.lastIndex] === ',' ? space.lastIndex : null;
}

/** The end of the line if only a comment follows; otherwise here. */
function restOfLine(body: string, offset: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/y;
  comment.lastIndex = offset;
  return comment.test(body) ? comment.lastIndex : offset;
}

/** `CommaExpected` as “comma expected”. */
function sentence({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** How the text around a node is laid out. */
interface Style {
  /** Indentation of the line on which the node begins. */
  readonly indent: string;
  /** One level deeper. */
  readonly unit: string;
  readonly end: string;
  /** Whether properties are on separate lines. */
  readonly lines: boolean;
}

function styleAt(body: string, node: Node): Style {
  const start = body.lastIndexOf('\n', node.offset - 1) + 1;
  const indent = /^[ \t]*/.exec(body.slice(start))?.[0] ?? '';
  const unit = /^([ \t]+)\S/m.exec(body)?.[1] ?? '  ';
  const lines = body.slice(start, node.offset).trim() === '' && (start > 0 || node.type !== 'property');
  return { indent, unit: unit.startsWith('\t') ? '\t' : unit, end: lineEnd(body), lines };
}

/** As `JSON.stringify`, continued at an indentation. */
function printJson(value: unknown, { indent, unit, end, lines }: Style): string {
  if (!lines) return JSON.stringify(value).replace(/":/g, '": ');
  return JSON.stringify(value, null, unit)
    .split('\n')
    .join(end + indent);
}
