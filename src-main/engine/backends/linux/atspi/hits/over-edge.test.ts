import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { node as made } from '../../../../testing/node.ts';
import { overEdge } from './over-edge.ts';

const node = (runtimeId: string, bounds: Rect, children: readonly RawNode[] = []): RawNode => ({
  ...made('Group', ''),
  runtimeId,
  bounds,
  children,
});
const picture = node('picture', { x: 10, y: 10, width: 100, height: 60 });
const page = (cover: Rect) => node('page', { x: 0, y: 0, width: 400, height: 300 }, [picture, node('cover', cover)]);
const at = { x: 60, y: 40 };

it.each([
  ['above', { x: 20, y: 0, width: 80, height: 40 }],
  ['on the left', { x: 0, y: 20, width: 61, height: 30 }],
])('is what ends at the point, %s', async (_, cover) => {
  expect(await overEdge(page(cover), at, 'picture', () => Promise.resolve('cover'))).toBe('cover');
});

it.each([
  ['lies below', { x: 20, y: 0, width: 80, height: 40 }, 'picture'],
  ['ends further away', { x: 20, y: 0, width: 80, height: 38 }, 'cover'],
  ['contains the point', { x: 20, y: 0, width: 80, height: 60 }, 'cover'],
] as const)('is the answer if the other %s', async (_, cover, hit) => {
  expect(await overEdge(page(cover), at, 'picture', () => Promise.resolve(hit))).toBe('picture');
});

it('is the answer at the edge of a neighbour', async () => {
  const neighbour = { x: 10, y: 69, width: 100, height: 60 };
  expect(await overEdge(page(neighbour), { x: 60, y: 69 }, 'picture', () => Promise.resolve('cover'))).toBe('picture');
});
