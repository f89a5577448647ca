import { z } from 'zod';

/** Maximum length of arrays and objects given as text, in characters: longer ones are not meant as such. */
const mostText = 1_000_000;

/** Objects for which a plain text stands for one field. */
export const plainText = z.registry<{ readonly field: string }>();

/**
 * A value converted to a schema's type, if there is exactly one reading. Public clients send lists, objects, numbers and
 * booleans as text (anthropics/claude-code issue 59227, netclaw-dev/netclaw issue 1093), and null for optional arguments
 * (crewAI). Valid and ambiguous values are returned unchanged, so that the schema decides.
 */
export function readValue(schema: z.ZodType, value: unknown): unknown {
  if (schema.safeParse(value).success) return value;
  const accepted = readings(schema, value).filter((reading) => schema.safeParse(reading).success);
  const different = new Map(accepted.map((reading) => [JSON.stringify(reading), reading]));
  return different.size === 1 ? [...different.values()][0] : value;
}

/** An object without null properties, which clients send for absent optional ones. */
export function withoutNulls(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && item !== undefined));
}

/**
 * An object in JSON, also in a fence, a text or a list of one, or one of plain texts as printed by Python; undefined for any other
 * text.
 */
export function objectInText(text: string): Record<string, unknown> | undefined {
  const written = /^\s*```(?:json)?\s*([^]*?)```\s*$/.exec(text)?.[1] ?? text;
  const parsed =
    jsonIn(written, '{') ?? pythonIn(written) ?? jsonIn(withQuotedKeys(written), '{') ?? oneOf(jsonIn(written, '['));
  const inside = jsonIn(written, '"');
  if (typeof inside === 'string') return objectInText(inside);
  return isObject(parsed) ? parsed : undefined;
}

/** The item of a list of one; undefined for any other value. */
function oneOf(list: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

function pythonIn(text: string): unknown {
  const isPlain = /^\s*\{(\s*'[^'"\\]*'\s*:\s*('[^'"\\]*'|-?\d+(\.\d+)?)\s*(,|(?=\})))*\s*\}\s*$/.test(text);
  return isPlain ? jsonIn(text.replaceAll("'", '"').replace(/,\s*\}\s*$/, '}'), '{') : undefined;
}

/** An object of numbers and quoted texts as JavaScript writes it, with its names quoted: `{x: 1, y: 2}`. */
function withQuotedKeys(text: string): string {
  const isPlain = /^\s*\{(\s*[a-z]\w*\s*:\s*("[^"\\]*"|-?\d+(\.\d+)?)\s*(,|(?=\})))*\s*\}\s*$/i.test(text);
  return isPlain ? text.replace(/([{,]\s*)(\w+)(?=\s*:)/g, '$1"$2"') : text;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Possible meanings of a value for this schema, which validates them. */
function readings(schema: z.ZodType, value: unknown): unknown[] {
  const inner = unwrapped(schema);
  if (inner !== schema) return [...(isAbsent(inner, value) ? [undefined] : []), ...readings(inner, value)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => readings(one as z.ZodType, value));
  if (isOneIn(schema, value)) return [value[0], ...readings(schema, value[0])];
  if (schema instanceof z.ZodEnum) return inAnyCase(schema.options.map(String), value);
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodLiteral) return numbersIn(value);
  if (schema instanceof z.ZodBoolean) return booleansIn(value);
  if (schema instanceof z.ZodString) return textsIn(value);
  if (schema instanceof z.ZodArray) return listsIn(schema.element as z.ZodType, value);
  if (schema instanceof z.ZodTuple)
    return [...(Array.isArray(value) ? [value] : []), ...listsInText(value)].map(inNumbers);
  if (schema instanceof z.ZodObject) return objectsIn(schema, value);
  if (schema instanceof z.ZodRecord) return recordsIn(schema.valueType as z.ZodType, value);
  return [];
}

/** A list of one item in place of the item. */
function isOneIn(schema: z.ZodType, value: unknown): value is readonly [unknown] {
  const isPlain = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum].some((kind) => schema instanceof kind);
  return isPlain && Array.isArray(value) && value.length === 1;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wraps ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** A JSON text in a text, as its content; full-width digits as plain ones. */
function plain(text: string): string {
  return (/^\s*(["'])(.*)\1\s*$/s.exec(text)?.[2] ?? text).normalize('NFKC').trim();
}

/** “null” and an empty text mean absent where no text is expected. */
function isAbsent(schema: z.ZodType, value: unknown): boolean {
  const takesText = schema instanceof z.ZodString || schema instanceof z.ZodUnion;
  return !takesText && typeof value === 'string' && /^\s*(null|none|nil|undefined)?\s*$/i.test(value);
}

/** An option in any case, also with the kind of thing it is: “left click”, “LeftButton”, “scroll_down”. */
function inAnyCase(options: readonly string[], value: unknown): unknown[] {
  if (typeof value !== 'string') return [];
  const text = plain(value);
  const same = options.filter((option) => option.toLowerCase() === text.toLowerCase());
  if (same.length > 0) return same;
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  const telling = words.filter((word) => !kindsOfOption.has(word));
  return telling.length === 1 ? options.filter((option) => option.toLowerCase() === telling[0]) : [];
}

const kindsOfOption: ReadonlySet<string> = new Set(['button', 'click', 'mouse', 'scroll', 'wheel']);

function numbersIn(value: unknown): number[] {
  if (typeof value !== 'string') return [];
  const text = plain(value);
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? [Number(text)] : [];
}

function inNumbers(list: readonly unknown[]): unknown[] {
  return list.map((item) => numbersIn(item)[0] ?? item);
}

function booleansIn(value: unknown): boolean[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const word = plain(String(value)).toLowerCase();
  if (['true', 't', '1', '1.0', 'yes', 'y', 'on', 'enabled', 'checked'].includes(word)) return [true];
  return ['false', 'f', '0', '0.0', 'no', 'n', 'off', 'disabled', 'unchecked'].includes(word) ? [false] : [];
}

function textsIn(value: unknown): string[] {
  return typeof value === 'number' && Number.isFinite(value) ? [String(value)] : [];
}

function listsIn(element: z.ZodType, value: unknown): unknown[][] {
  const given = (items: readonly unknown[]) => items.filter((item) => item !== null && item !== undefined);
  const each = (items: readonly unknown[]) => given(items).map((item) => readValue(element, item));
  if (Array.isArray(value)) return [each(value)];
  // PHP writes a list as an object by its indexes.
  if (isObject(value) && Object.keys(value).every((key, index) => key === String(index)))
    return [each(Object.values(value))];
  if (typeof value !== 'string') return value === null ? [] : [each([value])];
  const lists = listsInText(value);
  if (lists.length > 0) return lists.map(each);
  // Key names may have any separator; free texts cannot be split safely.
  if (unwrapped(element) instanceof z.ZodEnum) return [each(value.split(/[\s,+;|[\](){}"']+/).filter(Boolean))];
  return /[\s,;]/.test(value.trim()) || value.trim() === '' ? [] : [each([value])];
}

/** A list in JSON, or one of plain texts as printed by Python. */
function listsInText(value: unknown): unknown[][] {
  if (typeof value !== 'string') return [];
  const parsed = jsonIn(value, '[');
  if (Array.isArray(parsed)) return [parsed];
  const inside = /^\s*\[(.*)\]\s*$/s.exec(value)?.[1];
  if (inside === undefined || !/^\s*'[^'"\\]*'(\s*,\s*'[^'"\\]*')*\s*,?\s*$/.test(inside)) return [];
  return [[...inside.matchAll(/'([^']*)'/g)].map(([, text]) => text)];
}

function objectsIn(schema: z.ZodObject, value: unknown): object[] {
  const field = plainText.get(schema)?.field;
  if (field !== undefined && typeof value === 'string' && !/^\s*({|$)/.test(value)) return [{ [field]: value }];
  const given = typeof value === 'string' ? objectInText(value) : value;
  return isObject(given) ? [readFields(schema, withoutNulls(given))] : [];
}

/** PHP writes an empty object as an empty list. */
function recordsIn(item: z.ZodType, value: unknown): object[] {
  if (Array.isArray(value)) return value.length === 0 ? [{}] : [];
  const given = typeof value === 'string' ? objectInText(value) : value;
  if (!isObject(given)) return [];
  const read = (one: unknown) => readValue(item, typeof one === 'boolean' ? String(one) : one);
  return [Object.fromEntries(Object.entries(withoutNulls(given)).map(([key, one]) => [key, read(one)]))];
}

/** The fields of a schema, each as {@link readValue} reads it; others are unchanged. */
export function readFields(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const read = Object.entries(given).map(([key, value]): [string, unknown] => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return [key, field ? readValue(field, unwrappedIn(field, key, value)) : value];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** A value inside an object of its own, as XML and forms are converted: `{ value: 2 }`, `{ notches: 2 }`, `{ item: "ctrl" }`. */
function unwrappedIn(schema: z.ZodType, name: string, value: unknown): unknown {
  if (!isObject(value) || schema.safeParse(value).success) return value;
  const [only, ...others] = Object.keys(value);
  const isWrap = only !== undefined && others.length === 0 && [name, 'value', 'item'].includes(only.toLowerCase());
  return isWrap ? value[only] : value;
}

function jsonIn(text: string, start: '{' | '[' | '"'): unknown {
  if (text.length > mostText || !text.trimStart().startsWith(start)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
