/** A UI Automation runtime id, from its provider: `u:42.65612.4.7`. */
const prefix = 'u:';

/**
 * An element identified by its index among its siblings, after the id of its parent: `u:42.65612!3`. For elements without an
 * id, or with a duplicate one.
 */
const placeMark = '!';

export function formatRuntimeId(numbers: readonly number[]): string {
  return prefix + numbers.join('.');
}

export function idByPlace(parent: string, index: number): string {
  return `${parent}${placeMark}${index}`;
}

export type ParsedId = { readonly numbers: readonly number[] } | { readonly parent: string; readonly index: number };

/** Null for an invalid id. */
export function parseRuntimeId(id: string): ParsedId | null {
  const place = /^(.+)!(\d+)$/.exec(id);
  if (place?.[1] !== undefined) return { parent: place[1], index: Number(place[2]) };
  if (!/^u:-?\d+(\.-?\d+)*$/.test(id)) return null;
  const numbers = id.slice(prefix.length).split('.').map(Number);
  return numbers.every(isInt32) ? { numbers } : null;
}

function isInt32(number: number): boolean {
  return number === (number | 0);
}
