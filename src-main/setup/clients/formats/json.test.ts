import { describe, expect, it } from 'vitest';
import { edit, readEntry } from './format.ts';
import { formats } from './formats.ts';

/** Mulberry32 (public domain): the same documents every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** JSON as people leave it: any space, comments anywhere, commas at the end. */
function untidy(next: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const space = () => pick(['', ' ', '\n', '\n  ', '\n\t', ' /* c, } */ ', ' // { "c":\n', '\r\n    ', '\n\n']);
  const value = (depth: number): string => {
    if (depth > 2 || next() < 0.4) return pick(['1', 'true', 'null', '"a, } // b"', '"é\\"\\\\"', '-1.5e3']);
    return next() < 0.3 ? list('[', ']', () => value(depth + 1)) : object(depth);
  };
  let names = 0;
  const object = (depth: number, more: readonly string[] = []): string => {
    const left = [...more];
    const property = () => {
      const key = left.shift() ?? `k${names++}`;
      const inner = key === 'servers' ? object(depth + 1) : value(depth + 1);
      return `"${key}"${space()}:${space()}${inner}`;
    };
    return list('{', '}', property, more.length);
  };
  const list = (open: string, close: string, item: () => string, least = 0): string => {
    const count = least + Math.floor(next() * 3);
    const items = Array.from({ length: count }, () => space() + item() + space());
    return open + items.join(',') + (count > 0 && next() < 0.3 ? ',' : '') + space() + close;
  };
  return space() + object(0, ['servers']) + space();
}

describe('editing untidy JSON', () => {
  it('changes the entry alone, and takes it out again without a trace but for space', () => {
    const path = ['servers', 'ours'] as const;
    const entry = { url: 'http://x', headers: { a: 'b' } };
    for (let seed = 0; seed < 500; seed++) {
      const text = untidy(random(seed));
      const written = edit(formats.jsonc, text, path, entry);
      expect(readEntry(formats.jsonc, written, path), text).toEqual(entry);
      const again = edit(formats.jsonc, written, path, { ...entry, url: 'http://y' });
      expect(again).toBe(written.replace('http://x', 'http://y'));
      const removed = edit(formats.jsonc, again, path, undefined);
      expect(removed.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
  });
});
