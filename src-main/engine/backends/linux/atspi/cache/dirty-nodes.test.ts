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

function dirtyNodes(areas: readonly Rect[], dirty: Readonly<Record<string, Dirtiness>> = {}): readonly string[] | null {
  const found = findDirtyNodes(root, bus, { areas, dirty: new Map(Object.entries(dirty)), anything: false });
  return found && found.map((placed) => placed.node.runtimeId.slice(bus.length));
}

it('takes nothing as dirty where nothing was painted or announced', () => expect(dirtyNodes([])).toEqual([]));

it('takes as dirty what lies where something was painted, what hides there, and values that no one sees', () => {
  expect(dirtyNodes([box(2, 1)])).toEqual(['/root', '/left', '/a', '/hidden', '/slider']);
  expect(dirtyNodes([box(65, 1)])).toEqual(['/root', '/right', '/b', '/slider']);
});

it('takes as dirty what was announced, and does not care for elements of other windows', () => {
  expect(dirtyNodes([], { '/b': 'row', '/elsewhere': 'row' })).toEqual(['/b', '/slider']);
});

it('gives up where elements may have come or gone', () => {
  expect(dirtyNodes([], { '/b': 'visibility' })).toEqual(['/b', '/slider']);
  expect(dirtyNodes([], { '/new': 'visibility' })).toBeNull();
  expect(dirtyNodes([], { '/left': 'shape' })).toBeNull();
  expect(findDirtyNodes(root, bus, { areas: [], dirty: new Map(), anything: true })).toBeNull();
});

it('gives up where too much is dirty', () => {
  const wide = node(
    '/root',
    box(0, 1_000),
    Array.from({ length: 90 }, (_, i) => node(`/${i}`, box(i * 10))),
  );
  const painted = (width: number) =>
    findDirtyNodes(wide, bus, { areas: [box(0, width)], dirty: new Map(), anything: false });
  expect(painted(100)).toHaveLength(11);
  expect(painted(800)).toBeNull();
});
