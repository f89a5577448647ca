/** Characters that are invisible, reorder text, or end a line in some language: scripts escape them. */
const invisible = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Escapes them in code or JSON, assuming that they are only in string literals. */
export function spellOut(code: string): string {
  return code.replace(invisible, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A string literal that Python, TypeScript and JSON parse as exactly this text. */
export function stringLiteral(text: string): string {
  return spellOut(JSON.stringify(text));
}

/** Text for a one-line comment, which it cannot end. */
export function commentText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Code in place of a literal, e.g. the look-up of a secret. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Dialect {
  readonly true: string;
  readonly false: string;
  readonly null: string;
  key(name: string): string;
  /** One step of indentation. */
  readonly unit: string;
  /** Around an object on one line. */
  readonly braces: readonly [open: string, close: string];
}

export const typescriptDialect: Dialect = {
  true: 'true',
  false: 'false',
  null: 'null',
  key: (name) => name,
  unit: '  ',
  braces: ['{ ', ' }'],
};

export const pythonDialect: Dialect = {
  true: 'True',
  false: 'False',
  null: 'None',
  key: stringLiteral,
  unit: ' '.repeat(4),
  braces: ['{', '}'],
};

/**
 * Plain data as a literal; a non-empty object has one line per property.
 * @param indent indentation of the literal's first line
 */
export function literal(value: unknown, dialect: Dialect, indent: string, nested = false): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? dialect.true : dialect.false;
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, dialect, indent, true)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return dialect.null;
  const entries = Object.entries(value).map(([key, item]) => [dialect.key(key), item] as const);
  if (entries.length === 0) return '{}';
  const inner = indent + dialect.unit;
  const written = entries.map(([key, item]) => `${key}: ${literal(item, dialect, inner, true)}`);
  const [open, close] = dialect.braces;
  if (nested) return open + written.join(', ') + close;
  return `{\n${written.map((line) => `${inner}${line},\n`).join('')}${indent}}`;
}
