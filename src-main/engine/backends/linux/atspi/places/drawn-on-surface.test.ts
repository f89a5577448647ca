import { expect, it } from 'vitest';
import type { Ref } from '../vocabulary/ref.ts';
import { DrawnOnSurface } from './drawn-on-surface.ts';
import type { PartOffset, Parts } from './offset.ts';

const { signal } = new AbortController();
const parts = (offsets: Readonly<Record<string, PartOffset>>): Parts => ({
  offsetOf: ({ path }) => Promise.resolve(offsets[path] ?? null),
});
const ref = (path: string): Ref => ({ bus: ':1.1', path });

/** Drawn below a menu bar of 26 pixels, at scale 2. */
const drawn = parts({ '/cell': { x: 0, y: 26, drawn: true } });
const popups = parts({ '/entry': { x: 300, y: 400, scale: 2 }, '/untold': 'nowhere' });
const both = new DrawnOnSurface(drawn, popups, { x: 100, y: 50, scale: 2 });

it("moves app-drawn content by its root's offset, in the app's units", async () => {
  expect(await both.offsetOf(ref('/cell'), signal)).toEqual({ x: 100, y: 102, scale: 2, drawn: true });
});

it('leaves toolkit pop-ups and other elements unchanged', async () => {
  expect(await both.offsetOf(ref('/entry'), signal)).toEqual({ x: 300, y: 400, scale: 2 });
  expect(await both.offsetOf(ref('/untold'), signal)).toBe('nowhere');
  expect(await both.offsetOf(ref('/button'), signal)).toBeNull();
});
