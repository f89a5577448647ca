import { expect, it } from 'vitest';
import { describeElement } from '#contract/model/elements/element';
import { parseSelector } from '#contract/model/elements/selector';
import { node } from '../testing/node.ts';
import { nearMisses } from './near-misses.ts';

const identified = (automationId: string, name: string) => ({ ...node('Button', name), automationId });
const root = node('Window', 'Editor', [
  node('MenuBar', '', [node('MenuItem', 'Save'), node('MenuItem', 'Save as…')]),
  node('ToolBar', 'Main', [node('Button', 'Save as'), identified('print', 'Print'), node('Button', '')]),
  node('Group', 'Find', [node('Edit', 'Search for'), node('Button', 'Replace all'), node('CheckBox', 'Match case')]),
]);
const near = (selector: string, limit = 3) =>
  nearMisses(root, parseSelector(selector), limit).map(({ node, why }) => `${describeElement(node)}: ${why}`);

it.each([
  [
    'role=Button name="Save"',
    [
      'Button “Save as”: its name is another',
      'MenuItem “Save”: it is no Button',
      'MenuItem “Save as…”: it is no Button, its name is another',
    ],
  ],
  ['role=Button name="Replace All"', ['Button “Replace all”: its name is another']],
  ['role=Button name="Repalce all"', ['Button “Replace all”: its name is another']],
  ['id="print" name="Imprimer"', ['Button “Print”: its name is another']],
  ['role=Button id="prnt" name="Print"', ['Button “Print”: its id is “print”']],
  ['role=Edit name="Search"', ['Edit “Search for”: its name is another']],
  ['role=Group name="Find" >> role=Button name="Print"', ['Button “Print”: it is not inside “role=Group name="Find"”']],
  ['role=Dialog name="Find" >> role=CheckBox', []],
  ['role=Group name="Find" >> role=Button nth=3', ['Button “Replace all”: it is the only one, and number 4 is wanted']],
  ['role=MenuItem nth=5', ['MenuItem “Save as…”: it is the last of 2, and number 6 is wanted']],
  ['role=CheckBox path=2/1', ['Button “Replace all”: it is at that path, it is no CheckBox']],
  ['role=CheckBox path=9/1', []],
  ['role=Button name="Delete"', []],
  ['role=Slider', []],
])('reports what %s nearly matches', (selector, expected) => {
  expect(near(selector)).toEqual(expected);
});

it('reports which label, row or column differs', () => {
  const line = (item: string, price: string) => node('DataItem', '', [node('DataItem', item), node('DataItem', price)]);
  const head = node('DataItem', '', [node('HeaderItem', 'Item'), node('HeaderItem', 'Price')]);
  const shop = node('Window', '', [
    node('Text', 'Amount:'),
    node('Edit', ''),
    node('Table', '', [head, line('Tea', '3')]),
  ]);
  const found = (selector: string) => nearMisses(shop, parseSelector(selector), 3).map(({ why }) => why);
  expect(found('role=Edit label="Amuont"')).toEqual(['its label is “Amount”']);
  expect(found('role=DataItem row="Tea" column="Cost"')).toContain('its column is “Price”');
});

it('reports a description that has the words wanted as a name', () => {
  const root = { ...node('Button', 'sqrt'), description: 'Square root  Ctrl+R' };
  const tree = node('Window', '', [node('Button', 'sin'), root]);
  const found = nearMisses(tree, parseSelector('role=Button name="Square root"'), 3);
  expect(found.map(({ why }) => why)).toEqual(['its name is another, its description “Square root  Ctrl+R”']);
});

it('reports that an element is not visible, and prefers visible ones', () => {
  const hidden = { ...node('Button', 'Save it'), states: ['enabled'] as const };
  const tree = node('Window', '', [hidden, node('Button', 'Save us')]);
  const found = nearMisses(tree, parseSelector('role=Button name="Save"'), 2);
  expect(found.map(({ why }) => why)).toEqual(['its name is another', 'its name is another, it is not visible']);
});

it('respects its limit', () => {
  expect(near('role=Button name="Save"', 1)).toHaveLength(1);
});
