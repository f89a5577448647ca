import { quoted } from '#contract/foreign-text';
/** A D-Bus type as a tree. `k` is the type code of the specification; containers carry their members. */
export type Type =
  | { readonly k: Basic }
  | { readonly k: 'v' }
  | { readonly k: 'a'; readonly of: Type }
  | { readonly k: '('; readonly members: readonly Type[] }
  | { readonly k: '{'; readonly key: Type; readonly value: Type };

const basics = 'ybnqiuxtdsogh';
export type Basic = 'y' | 'b' | 'n' | 'q' | 'i' | 'u' | 'x' | 't' | 'd' | 's' | 'o' | 'g' | 'h';

/**
 * Splits a signature such as `a(so)u` into its complete types.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
 * @throws TypeError for anything that is not a signature
 */
export function parseSignature(signature: string): Type[] {
  const types: Type[] = [];
  let at = 0;
  while (at < signature.length) {
    const [type, next] = parseType(signature, at);
    types.push(type);
    at = next;
  }
  return types;
}

function parseType(text: string, at: number): [Type, number] {
  const code = text.charAt(at);
  if (code === 'a') {
    const [of, next] = parseType(text, at + 1);
    return [{ k: 'a', of }, next];
  }
  if (code === '(') return parseStruct(text, at + 1);
  if (code === '{') {
    const [key, afterKey] = parseType(text, at + 1);
    const [value, afterValue] = parseType(text, afterKey);
    if (text.charAt(afterValue) !== '}') throw notASignature(text);
    return [{ k: '{', key, value }, afterValue + 1];
  }
  if (code === 'v') return [{ k: 'v' }, at + 1];
  if (code !== '' && basics.includes(code)) return [{ k: code as Basic }, at + 1];
  throw notASignature(text);
}

function parseStruct(text: string, start: number): [Type, number] {
  const members: Type[] = [];
  let at = start;
  // An array of empty structs would be endless.
  if (text.charAt(at) === ')') throw notASignature(text);
  while (text.charAt(at) !== ')') {
    const [member, next] = parseType(text, at);
    members.push(member);
    at = next;
  }
  return [{ k: '(', members }, at + 1];
}

function notASignature(text: string): TypeError {
  return new TypeError(`${quoted(text)} is not a D-Bus signature.`);
}

const alignments = {
  y: 1,
  b: 4,
  n: 2,
  q: 2,
  i: 4,
  u: 4,
  x: 8,
  t: 8,
  d: 8,
  s: 4,
  o: 4,
  g: 1,
  h: 4,
  v: 1,
  a: 4,
  '(': 8,
  '{': 8,
};

/** In bytes. */
export function alignmentOf(type: Type): number {
  return alignments[type.k];
}
