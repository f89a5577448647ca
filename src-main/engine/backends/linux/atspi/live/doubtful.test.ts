import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { findDoubtful } from './doubtful.ts';
import type { Doubt } from './news.ts';

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

function doubtful(areas: readonly Rect[], doubts: Readonly<Record<string, Doubt>> = {}): readonly string[] | null {
  const found = findDoubtful(root, bus, { areas, doubts: new Map(Object.entries(doubts)), anything: false });
  return found && found.map((placed) => placed.node.runtimeId.slice(bus.length));
}

it('doubts nothing where nothing was painted or announced', () => expect(doubtful([])).toEqual([]));

it('doubts what lies where something was painted, what hides there, and values that nobody sees', () => {
  expect(doubtful([box(2, 1)])).toEqual(['/root', '/left', '/a', '/hidden', '/slider']);
  expect(doubtful([box(65, 1)])).toEqual(['/root', '/right', '/b', '/slider']);
});

it('doubts what was announced, and does not care for elements of other windows', () => {
  expect(doubtful([], { '/b': 'row', '/elsewhere': 'row' })).toEqual(['/b', '/slider']);
});

it('gives up where elements may have come or gone', () => {
  expect(doubtful([], { '/b': 'sight' })).toEqual(['/b', '/slider']);
  expect(doubtful([], { '/new': 'sight' })).toBeNull();
  expect(doubtful([], { '/left': 'shape' })).toBeNull();
  expect(findDoubtful(root, bus, { areas: [], doubts: new Map(), anything: true })).toBeNull();
});

it('gives up where too much is in doubt', () => {
  const wide = node(
    '/root',
    box(0, 1_000),
    Array.from({ length: 90 }, (_, i) => node(`/${i}`, box(i * 10))),
  );
  const painted = (width: number) =>
    findDoubtful(wide, bus, { areas: [box(0, width)], doubts: new Map(), anything: false });
  expect(painted(100)).toHaveLength(11);
  expect(painted(800)).toBeNull();
});
