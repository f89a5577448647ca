import { describe, expect, test } from 'vitest';
import { parseSelector } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';
import { node, placed } from '../../testing/node.ts';
import { matchSelector } from '../match.ts';

function matched(root: RawNode, selector: string) {
  return matchSelector(root, parseSelector(selector)).map((found) => found.runtimeId);
}

describe('a label names', () => {
  const form = node('Window', 'Page setup', [
    placed('Text', 'Width:', [10, 10, 50, 20]),
    placed('Edit', '', [70, 8, 80, 24]),
    placed('Text', 'cm', [155, 10, 20, 20]),
    placed('Text', 'Height:', [190, 10, 50, 20]),
    placed('Edit', '', [250, 8, 80, 24]),
    placed('Text', 'Margins', [10, 50, 50, 20]),
    placed('Spinner', '', [70, 48, 80, 24], [placed('Edit', '', [70, 48, 60, 24])]),
    placed('Spinner', '', [160, 48, 80, 24]),
    placed('Text', 'Notes', [10, 90, 50, 20]),
    placed('Edit', '', [10, 112, 320, 80]),
    placed('CheckBox', '', [10, 210, 16, 16]),
    placed('Text', 'Landscape', [30, 208, 80, 20]),
    placed('Button', '', [10, 240, 80, 24], [placed('Text', 'Apply', [20, 242, 60, 20])]),
    placed('ComboBox', '', [100, 240, 80, 24]),
    placed('Edit', 'Author:', [10, 280, 80, 24]),
    { ...placed('Edit', 'Draft', [10, 320, 80, 24]), value: 'Draft' },
    placed('Text', 'Far away', [10, 400, 60, 20]),
    placed('Edit', '', [900, 398, 80, 24]),
  ]);

  test.each([
    ['the field right of it', 'label="Width"', ['1']],
    ['by its colon too', 'label="Width:"', ['1']],
    ['not the field before it', 'label="cm"', []],
    ['each field beside its own', 'label="Height"', ['4']],
    ['the next field only, and that as a whole', 'label="Margins"', ['6']],
    ['the field below it', 'label="Notes"', ['9']],
    ['the box left of it', 'label="Landscape"', ['10']],
    ['nothing from inside a button', 'label="Apply"', []],
    ['a field that is called so', 'label="Author"', ['14']],
    ['nothing by its value', 'label="Draft"', []],
    ['nothing far away', 'label="Far away"', []],
    ['with what else must hold', 'role=Spinner label="Width"', []],
    ['where to look further', 'label="Margins" >> role=Edit', ['6/0']],
  ])('%s', (_, selector, expected) => expect(matched(form, selector)).toEqual(expected));

  test('a field without bounds, as the preceding text', () => {
    const hidden = node('Window', '', [node('Text', 'User'), node('Edit', ''), node('Button', 'Go'), node('Edit', '')]);
    expect(matched(hidden, 'label="User"')).toEqual(['1']);
  });

  test('an off-screen field in the same container, and no other', () => {
    const cut = (raw: RawNode): RawNode => ({ ...raw, states: ['enabled', 'offscreen'] });
    const form = node('Window', '', [
      placed('Text', 'In sight', [10, 10, 60, 20]),
      placed('Group', '', [10, 10, 400, 100], [cut(placed('Edit', '', [80, 8, 80, 24]))]),
      placed(
        'Group',
        '',
        [10, 200, 400, 100],
        [cut(placed('Text', 'Below', [10, 210, 60, 20])), cut(placed('Edit', '', [80, 208, 80, 24]))],
      ),
    ]);
    expect(matched(form, 'label="In sight"')).toEqual([]);
    expect(matched(form, 'label="Below"')).toEqual(['2/1']);
  });

  test('the field below it, also beside a high list', () => {
    const form = node('Window', '', [
      placed('Tree', 'Context', [10, 10, 200, 600]),
      placed('Text', 'Translation', [215, 300, 80, 20]),
      placed('Edit', '', [215, 324, 300, 24]),
    ]);
    expect(matched(form, 'label="Translation"')).toEqual(['2']);
  });

  test('the field in the same row of settings, however wide', () => {
    const row = (name: string, y: number) =>
      placed(
        'ListItem',
        '',
        [0, y, 2000, 40],
        [placed('Text', name, [10, y + 10, 80, 20]), placed('CheckBox', '', [1900, y + 10, 40, 20])],
      );
    const settings = node('Window', 'Settings', [node('List', '', [row('Dark', 0), row('Sound', 40)])]);
    expect(matched(settings, 'label="Sound"')).toEqual(['0/1/1']);
  });
});

describe('row and column name', () => {
  const header = (name: string, x: number) => placed('HeaderItem', name, [x, 0, 100, 20]);
  const cell = (name: string, x: number, y: number) => placed('DataItem', name, [x, y, 100, 20]);
  const flat = node('Window', 'Prices', [
    node('Table', '', [
      header('Sold', 0),
      header('Item', 100),
      header('Price', 200),
      cell('', 0, 20),
      cell('Tea', 100, 20),
      cell('3.20', 200, 20),
      cell('', 0, 40),
      cell('Coffee', 100, 40),
      cell('3.20', 200, 40),
    ]),
  ]);
  test.each([
    ['row="Tea" column="Price"', ['0/5']],
    ['role=DataItem row="Coffee" column="Sold"', ['0/6']],
    ['row="Coffee"', ['0/6', '0/7', '0/8']],
    ['column="Price"', ['0/5', '0/8']],
    ['row="3.20"', []],
    ['row="Tea" column="Cost"', []],
  ])('cells directly in the table: %s', (selector, expected) => expect(matched(flat, selector)).toEqual(expected));

  const textCell = (name: string) => node('DataItem', '', [node('Text', name)]);
  const line = (...texts: string[]) => node('DataItem', '', texts.map(textCell));
  const nested = node('Window', 'Files', [
    node('DataGrid', '', [
      node('DataItem', '', [node('HeaderItem', 'Name'), node('HeaderItem', 'Size')]),
      line('a.txt', 'large'),
      line('b.txt', 'large'),
    ]),
  ]);
  test.each([
    ['row="b.txt" column="Size"', ['0/2/1']],
    ['row="b.txt"', ['0/2']],
    ['role=Text row="a.txt" column="Name"', ['0/1/0/0']],
  ])('cells in rows: %s', (selector, expected) => expect(matched(nested, selector)).toEqual(expected));

  test('rows in a list beside the row of headers, as in GTK 4', () => {
    const pane = (name: string) => node('Pane', '', [node('Text', name)]);
    const table = node('Table', '', [
      node('DataItem', '', [pane('Code'), pane('Type')]),
      node('List', '', [line('0x1', 'Control'), line('0x2', 'Control')]),
    ]);
    expect(matched(node('Window', '', [table]), 'row="0x2" column="Type"')).toEqual(['0/1/1/1']);
  });

  test('the parts of a list item, and of one branch of a tree only', () => {
    const item = (name: string) => node('ListItem', '', [node('Text', name), node('Button', 'Remove')]);
    const branch = node('TreeItem', 'Fruit', [
      node('Button', 'Add'),
      node('TreeItem', 'Apple', [node('Button', 'Add')]),
    ]);
    const root = node('Window', '', [node('List', '', [item('Tea'), item('Coffee')]), node('Tree', '', [branch])]);
    expect(matched(root, 'role=Button row="Coffee"')).toEqual(['0/1/1']);
    expect(matched(root, 'role=Button row="Fruit"')).toEqual(['1/0/0']);
    expect(matched(root, 'role=Button row="Apple"')).toEqual(['1/0/1/0']);
  });
});

describe('a neighbour is', () => {
  const remove = (y: number) => placed('Button', 'Remove', [100, y, 60, 20]);
  const root = node('Window', 'Basket', [
    placed('Text', 'Apples', [0, 0, 80, 20]),
    remove(0),
    placed('Text', 'Pears', [0, 20, 80, 20]),
    remove(20),
    placed('Text', 'Total', [0, 100, 80, 20]),
    placed('Image', '', [10, 130, 20, 20]),
    placed('Button', 'Pay', [0, 400, 60, 20]),
  ]);
  test.each([
    ['on the same line', 'role=Button near="Pears"', ['3']],
    ['below, where nothing is beside', 'role=Image near="Total"', ['5']],
    ['not what is far below', 'role=Button name=Pay near="Total"', []],
    ['not what is not there', 'role=Button near="Plums"', []],
    ['found by all that is said of it', 'name=Remove near="Apples"', ['1']],
  ])('%s', (_, selector, expected) => expect(matched(root, selector)).toEqual(expected));
});
