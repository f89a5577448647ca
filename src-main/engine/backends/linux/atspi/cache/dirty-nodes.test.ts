import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { findDirtyNodes } from './dirty-nodes.ts';
import type { Dirtiness } from './change-events.ts';

const bus = ':1.7';

function node(
  path: string,
  bounds: Rect | null,
  children: readonly RawNode[] = [],
  value: string | null = null,
): RawNode {
  return {
    runtimeId: `${bus}${path}`,
    controlType: 'Pane',
    role: 'panel',
    name: '',
    automationId: '',
    description: '',
    value,
    states: [],
    bounds,
    childCount: children.length,
    children,
  };
}

const box = (x: number, width = 10): Rect => ({ x, y: 0, width, height: 10 });
const hidden = node('/hidden', null, [node('/deep', null)]);
const root = node('/root', box(0, 100), [
  node('/left', box(0, 40), [node('/a', box(0)), hidden]),
  node('/right', box(60, 40), [node('/b', box(60)), node('/slider', null, [], '5')]),
]);

/** Cost of a full read: enough for every row. */
const cost = 1_000;

function find(areas: readonly Rect[], dirty: Readonly<Record<string, Dirtiness>> = {}) {
  const found = findDirtyNodes(root, bus, { areas, dirty: new Map(Object.entries(dirty)), anything: false }, cost);
  if (!found) return null;
  const path = ({ runtimeId }: RawNode) => runtimeId.slice(bus.length);
  return {
    rows: found.rows.map((placed) => path(placed.node)),
    places: found.places.map(path),
    parts: found.parts.map(path),
    unknown: found.unknown,
  };
}

const none = { rows: [], places: [], parts: [], unknown: [] };

it('reports nothing dirty if nothing was painted or announced', () => expect(find([])).toEqual(none));

it('marks dirty the nodes in painted areas, hidden nodes there, and values of off-screen nodes', () => {
  expect(find([box(2, 1)])?.rows).toEqual(['/root', '/left', '/a', '/hidden', '/slider']);
  expect(find([box(65, 1)])?.rows).toEqual(['/root', '/right', '/b', '/slider']);
});

it('marks announced nodes dirty, and ignores elements of other windows', () => {
  expect(find([], { '/b': 'row', '/elsewhere': 'row' })).toEqual({ ...none, rows: ['/b', '/slider'] });
});

it('reads the children of a node that announced a change, and all bounds below it', () => {
  expect(find([], { '/left': 'shape' })).toEqual({
    ...none,
    rows: ['/left', '/slider'],
    places: ['/a'],
    parts: ['/left'],
  });
});

it('reports new visible elements', () => {
  expect(find([], { '/b': 'visibility' })?.unknown).toEqual([]);
  expect(find([], { '/new': 'visibility', '/elsewhere': 'shape' })?.unknown).toEqual([`${bus}/new`]);
  expect(findDirtyNodes(root, bus, { areas: [], dirty: new Map(), anything: true }, cost)).toBeNull();
});

it('gives up if a full read takes as few queries', () => {
  const wide = node(
    '/root',
    box(0, 1_000),
    Array.from({ length: 90 }, (_, i) => node(`/${i}`, box(i * 10))),
  );
  const painted = (width: number, asked: number) =>
    findDirtyNodes(wide, bus, { areas: [box(0, width)], dirty: new Map(), anything: false }, asked);
  expect(painted(100, 100)?.rows).toHaveLength(11);
  expect(painted(400, 100)).toBeNull();
  expect(painted(400, 400)?.rows).toHaveLength(41);
});
