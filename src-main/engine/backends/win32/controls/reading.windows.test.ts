import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseElementId, type TreeNode } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import { center, type Rect } from '#contract/model/geometry';
import { heldBlocks } from './access/process-memory.ts';
import { createControlsStrategy } from './strategy.ts';
import { flatten, startFixture, type ControlsUnderTest } from './testing/fixture.ts';

let gallery: ControlsUnderTest;
beforeAll(async () => {
  gallery = await startFixture('gallery');
});
afterAll(() => gallery.close());

const isSeen = ({ states }: TreeNode) => states.includes('visible') && !states.includes('offscreen');

test('every standard control has its role, name, value, states and relations', async () => {
  const { root } = await gallery.engine.tree({ window: gallery.window.id });
  const line = ({ controlType, name, automationId, value, states }: TreeNode) =>
    [controlType, name, automationId, value, states.filter((state) => !shared.has(state)).join(' ')].join('|');
  const shared = new Set(['enabled', 'visible', 'focusable', 'offscreen', 'focused']);
  const lines = flatten(root).map(line);
  expect(lines).toEqual(expect.arrayContaining(known));
});

const known = [
  'Window|Fixture Gallery|||',
  'TitleBar||TitleBar|Fixture Gallery|',
  'Button|Close|Close||',
  'MenuBar||MenuBar||',
  'CheckBox|Subscribe|201||checkable checked',
  'CheckBox|Partly|202||checkable mixed',
  'CheckBox|Locked choice|203||checkable',
  'Group|Size|210||',
  'RadioButton|Small|211||selectable',
  'RadioButton|Medium|212||checkable checked selectable selected',
  'Button|Push me|221||',
  'Button|Disabled|222||',
  'Text|Name:|||',
  'Edit|Name:|301|Ada|editable',
  'Edit|Read only:|303|cannot be changed|readonly',
  'Document|Notes:|302|first line\nsecond line\nthird line\nfourth line\nfifth line|editable multiline',
  'Edit|Password:|304||editable password',
  'ComboBox|Colour:|311|Turquoise|editable expandable',
  'ComboBox|Fruit:|312|Banana|expandable',
  'ListItem|Banana|||selectable selected',
  'Slider|Volume:|353|40|',
  'ProgressBar|Progress:|354|66|',
  'Edit|Quantity:|355|5|editable',
  'Spinner|Quantity:|356|5|',
  'ScrollBar||357|10|',
  'Text|Read more about it.|358||',
  'Hyperlink|more about it|more||',
  'ComboBox|Date:|359|2024-02-29|editable',
  'Tab||351||',
  'TabItem|General|||selectable selected',
  'TabItem|Details|||selectable',
  'List|Single:|321||',
  'ListItem|Item 3|||selectable selected',
  'ListItem|Item 20|||selectable',
  'List|Several:|322||',
  'ListItem|Gamma|||selectable selected',
  'DataGrid|People:|331||',
  'HeaderItem|Born|||',
  'DataItem|Lilienthal|||selectable',
  'Text|Otto|||',
  'Tree|Places:|332||',
  'TreeItem|Europe|||selectable expandable expanded',
  'TreeItem|France|||selectable expandable',
  'TreeItem|Kyoto|||selectable',
  'ToolBar||361||',
  'Button|New sheet|451||',
  'CheckBox|Bold|452||checkable',
  'StatusBar||362||',
  'Text|Line 1|||',
];

test('tree items are nested, and disabled or described elements report that', async () => {
  const [paris, disabled, push] = [
    await gallery.one('name=Paris'),
    await gallery.one('id=222'),
    await gallery.one('id=221'),
  ];
  const path = (await gallery.engine.ancestors({ element: paris.id })).map(({ name }) => name);
  expect(path).toEqual(['Fixture Gallery', 'Places:', 'Europe', 'France']);
  expect(disabled.states).not.toContain('enabled');
  expect(push.description).toBe('Pushes, and says so in the status bar');
  expect((await gallery.details('id=221')).properties).toMatchObject({ accessKey: 'Alt+P', class: 'Button' });
  const { relations } = await gallery.details('id=301');
  expect(relations).toEqual([{ type: 'labelled by', targets: [expect.objectContaining({ name: 'Name:' })] }]);
});

test('a radio button reports its group', async () => {
  const { relations } = await gallery.details('name=Small');
  expect(relations).toEqual([{ type: 'member of', targets: [expect.objectContaining({ name: 'Size' })] }]);
});

test('details, ancestors and children match the tree, and ids end with their elements', async () => {
  const { engine } = gallery;
  for (const node of await gallery.tree()) {
    const { id, name, controlType, bounds, states, childCount, description } = await engine.details({
      element: node.id,
    });
    expect({ id, name, controlType, bounds, states, childCount, description }).toEqual(
      expect.objectContaining({
        id: node.id,
        name: node.name,
        controlType: node.controlType,
        bounds: node.bounds,
        states: node.states,
        childCount: node.childCount,
        description: node.description,
      }),
    );
    const children = await engine.children({ element: node.id });
    expect(children.map((child) => child.id)).toEqual((node.children ?? []).map((child) => child.id));
    await expect(engine.details({ element: `${node.id}999999` })).rejects.toMatchObject({ code: 'element_stale' });
  }
});

test('the element at the centre of each is itself or a descendant', async () => {
  const strategy = createControlsStrategy();
  const inside = (node: TreeNode): readonly string[] =>
    node.controlType === 'Group' ? groupIds : flatten(node).map(({ id }) => parseElementId(id).runtimeId);
  const nodes = await gallery.tree();
  const groupIds = nodes
    .filter(({ controlType }) => controlType === 'RadioButton')
    .map(({ id }) => parseElementId(id).runtimeId);
  for (const node of nodes.filter((one) => isSeen(one) && one.bounds !== null)) {
    const hit = strategy.hitTest(gallery.window, center(node.bounds as Rect));
    expect(inside(node), `${node.controlType} ${node.name}`).toContain(hit);
  }
});

test('a table has its headers, cells and positions', async () => {
  const { engine } = gallery;
  const { id: element, table, patterns } = await gallery.details('id=331');
  expect(patterns).toEqual(expect.arrayContaining(['grid', 'table', 'selection']));
  expect(table).toMatchObject({ rows: 5, columns: 3 });
  expect(table?.columnHeaders.map(({ name }) => name)).toEqual(['Family', 'Born', 'First']);
  const otto = await engine.cell({ element, row: 1, column: 2 });
  expect(otto.name).toBe('Otto');
  expect((await engine.details({ element: otto.id })).cell).toEqual({ row: 1, column: 2, rowSpan: 1, columnSpan: 1 });
  await expect(engine.cell({ element, row: 5, column: 0 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(engine.cell({ element: otto.id, row: 0, column: 0 })).rejects.toMatchObject({
    code: 'pattern_not_supported',
  });
});

test('elements of other windows belong to those', async () => {
  const other = await startFixture('calculator');
  const display = await other.one('id=150');
  const element = elementId.parse(display.id.replace(other.window.id, gallery.window.id));
  await expect(gallery.engine.details({ element })).rejects.toMatchObject({ code: 'element_stale' });
  await other.close();
});

test('no memory is left in the program after reading', () => {
  const strategy = createControlsStrategy();
  const budget = { depth: 99, maxNodes: 50_000, cancelled: () => false };
  for (let round = 0; round < 20; round++) strategy.walk(gallery.window, null, budget);
  expect(() => strategy.details(gallery.window, 'h:1/2.3')).toThrow();
  expect(heldBlocks()).toBe(0);
});

test('a walk stops on request, and reports the reason', () => {
  const strategy = createControlsStrategy();
  const walk = (depth: number, maxNodes: number, cancelled = () => false) =>
    strategy.walk(gallery.window, null, { depth, maxNodes, cancelled });
  expect(walk(1, 1_000)).toMatchObject({ truncated: 'depth' });
  expect(walk(99, 30)).toMatchObject({ truncated: 'nodes', nodeCount: 30 });
  expect(walk(99, 1_000, () => true)).toMatchObject({ truncated: 'time', nodeCount: 1 });
  expect(walk(99, 1_000)).toMatchObject({ truncated: null });
});
