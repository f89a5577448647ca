import { beforeEach, expect, it } from 'vitest';
import type { RawNode } from '../../../../backend.ts';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { walkTree } from '../reading/walk.ts';
import { java } from '../toolkits/java.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { nodeIn } from './node-index.ts';
import { patchTree } from './patch.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';

const place = { x: 0, y: 0, width: 300, height: 300 };
const { signal } = new AbortController();
const ref = { bus: scriptedBus, path: '/frame' };
const frame: Frame = {
  ref,
  app: ref,
  toolkit: java,
  title: '',
  offset: noOffset,
  parts: null,
  place,
  isGuess: false,
};

const row = (y: number): ScriptedElement => ({
  role: roleNumber('label'),
  bounds: { x: 0, y, width: 300, height: 10 },
  children: [],
});
const elements = new Map<string, ScriptedElement>();
const { accessibles, asked } = scriptedAccessibles(elements);
let root: RawNode;

beforeEach(async () => {
  elements.clear();
  elements.set('/frame', { role: roleNumber('frame'), bounds: place, children: ['/list', '/other'] });
  elements.set('/list', { role: roleNumber('list'), bounds: place, children: ['/row0', '/row1'] });
  elements.set('/other', row(290));
  for (const [index, name] of ['/row0', '/row1'].entries()) elements.set(name, row(index * 10));
  root = (await walkTree(accessibles, frame, ref, { depth: 9, maxNodes: 99, signal })).root;
  asked.length = 0;
});

const changed = new Map([['/list', 'shape' as const]]);
const patch = () => patchTree(accessibles, frame, root, { dirty: changed, anything: false, areas: [] }, 1_000, signal);
const below = (tree: RawNode | null) =>
  tree && nodeIn(tree, `${scriptedBus}/list`)?.children?.map(({ runtimeId, bounds }) => [runtimeId, bounds?.y]);

it('reads new elements, and only the bounds of existing ones', async () => {
  elements.set('/new', row(0));
  elements.set('/row0', row(10));
  elements.set('/row1', row(20));
  elements.set('/list', { ...elements.get('/list')!, children: ['/new', '/row0', '/row1'] });
  const patched = await patch();
  expect(below(patched)).toEqual([
    [`${scriptedBus}/new`, 0],
    [`${scriptedBus}/row0`, 10],
    [`${scriptedBus}/row1`, 20],
  ]);
  expect(nodeIn(patched!, `${scriptedBus}/list`)?.childCount).toBe(3);
  expect(patched!.children?.[1]).toBe(root.children?.[1]);
  expect(asked.filter((each) => /^.(row|other|frame)/.test(each))).toEqual(['/row0 GetExtents', '/row1 GetExtents']);
});

it('drops removed elements, and returns the same tree if nothing changed', async () => {
  expect(await patch()).toBe(root);
  elements.set('/list', { ...elements.get('/list')!, children: ['/row1'] });
  expect(below(await patch())).toEqual([[`${scriptedBus}/row1`, 10]]);
});

it('gives up if a container with changed children has moved', async () => {
  elements.set('/list', { ...elements.get('/list')!, bounds: { ...place, height: 200 } });
  expect(await patch()).toBeNull();
});

it('reads elements that moved side by side, unless their order may have changed', async () => {
  const painted = { dirty: new Map<string, 'row'>(), anything: false, areas: [{ x: 0, y: 0, width: 300, height: 50 }] };
  const patchPainted = () => patchTree(accessibles, frame, root, painted, 1_000, signal);
  elements.set('/row0', row(3));
  elements.set('/row1', row(13));
  expect(below(await patchPainted())).toEqual([
    [`${scriptedBus}/row0`, 3],
    [`${scriptedBus}/row1`, 13],
  ]);
  elements.set('/list', { ...elements.get('/list')!, children: ['/row1', '/row0'] });
  expect(await patchPainted()).toBeNull();
});
