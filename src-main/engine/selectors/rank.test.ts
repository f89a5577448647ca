import { expect, test } from 'vitest';
import { parseSelector } from '#contract/model/elements/selector';
import type { RawNode } from '../backend.ts';
import { node, placed } from '../testing/node.ts';
import { descend, pathTo } from '../tree/walk.ts';
import { matchSelector } from './match.ts';
import { rankSelectors } from './rank.ts';

function rank(root: RawNode, runtimeId: string) {
  const path = pathTo(root, runtimeId)!;
  return rankSelectors({ root, path, target: path.at(-1)! });
}

const lines = (root: RawNode, runtimeId: string) =>
  rank(root, runtimeId).map(({ grade, selector }) => `${grade} ${selector}`);

test('the developer’s id is first, then role and name, then scope, order and path', () => {
  const save = { ...node('Button', 'Save'), automationId: 'save-button', description: 'Save the file' };
  const root = node('Window', 'Editor', [node('ToolBar', 'Main', [node('Button', 'Open'), save])]);
  expect(lines(root, '0/1')).toEqual([
    'A id="save-button"',
    'A role=Button id="save-button"',
    'B role=Button name="Save"',
    'C role=ToolBar name="Main" >> role=Button name="Save"',
    'C role=Button description="Save the file"',
    'D role=ToolBar name="Main" >> role=Button nth=1',
    'E path=0/1',
  ]);
});

test('a name that others have works only inside its container', () => {
  const row = (name: string) => node('Group', name, [node('Button', 'Remove')]);
  const root = node('Window', 'List', [row('Apples'), row('Pears')]);
  expect(lines(root, '1/0')).toEqual([
    'C role=Group name="Pears" >> role=Button name="Remove"',
    'C role=Group name="Pears" >> role=Button',
    'D role=Group name="Pears" >> role=Button nth=0',
    'D role=Button name="Remove" nth=1',
    'E path=1/0',
  ]);
});

test('a tab named like the document matches with and without the mark of a change', () => {
  const windowOf = (mark: string) =>
    node('Window', `a.txt${mark} - Writer`, [
      node('Tab', '', [node('TabItem', `a.txt${mark}`), node('TabItem', 'b.txt')]),
    ]);
  const [best] = rank(windowOf(''), '0/0');
  expect(best?.selector).toBe('role=TabItem name~="a.txt"');
  const marked = matchSelector(windowOf('*'), parseSelector(best!.selector));
  expect(marked.map(({ runtimeId }) => runtimeId)).toEqual(['0/0']);
});

test('a name that the title has with its folder is the document too, and no neighbour', () => {
  const window = node('Window', '*a.txt (~/notes) - gedit', [
    placed('Text', '*a.txt', [50, 10, 50, 20]),
    placed('Button', 'Save', [0, 10, 40, 20]),
    placed('Button', 'Save', [0, 300, 40, 20]),
    node('TabItem', '*a.txt'),
  ]);
  expect(lines(window, '1').join()).not.toContain('a.txt');
  expect(rank(window, '3')[0]?.selector).toBe('role=TabItem name~="a.txt"');
});

test('generated ids, glyphs, dates and amounts are not names', () => {
  const spoiled = [
    { ...node('Button', '\uE710'), automationId: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' },
    { ...node('Button', '2024-05-17'), automationId: '12' },
    { ...node('Button', '€ 12.50'), automationId: 'a1b2c3d4e5f6' },
    { ...node('Button', 'me@example.org'), automationId: 'x9Kq2Lm7' },
  ];
  const root = node('Window', 'Bank', spoiled);
  for (const index of spoiled.keys()) {
    expect(rank(root, String(index)).map(({ kind }) => kind)).toEqual(['ordinal', 'path']);
  }
});

test('omits counters from names if the rest suffices', () => {
  const root = node('Window', 'Mail', [node('TreeItem', 'Inbox (42)'), node('TreeItem', 'Sent')]);
  expect(lines(root, '0').slice(0, 2)).toEqual(['B role=TreeItem name~="Inbox"', 'D role=TreeItem nth=0']);
});

test.each(['a.txt - Editor', '*a.txt - Editor', 'Editor: a.txt', 'a.txt ● — Editor', '/tmp — a.txt | Editor'])(
  'a container named like the document in the title %j is not searched',
  (title) => {
    const field = node('Edit', '', [node('Button', 'Clear')]);
    const root = node('Window', title, [node('Tab', 'Files', [node('TabItem', 'a.txt', [field])])]);
    const found = lines(root, '0/0/0/0').join('\n');
    expect(found).toContain('role=Tab name="Files" >> role=Button name="Clear"');
    expect(found).not.toContain('a.txt');
  },
);

test('a paragraph among others is identified by its text', () => {
  const paragraph = (content: string): RawNode => ({ ...node('Edit', content), role: 'paragraph', value: content });
  const root = node('Window', 'Letter', [paragraph('First words'), paragraph('Second words')]);
  expect(lines(root, '1')[0]).toBe('B role=Edit name="Second words"');
});

test('the value of a field is not its name', () => {
  const field: RawNode = { ...node('Edit', 'hello'), value: 'hello', states: ['enabled', 'visible', 'editable'] };
  const root = node('Window', 'Chat', [field, node('Text', 'hello')]);
  expect(lines(root, '0').join('\n')).not.toContain('hello');
  expect(lines(root, '0')[0]).toBe('C role=Edit');
});

test('a field without a name is named by the label beside it, and its parts by that field', () => {
  const labelled = (name: string, y: number) => [
    placed('Text', `${name}:`, [0, y, 60, 20]),
    placed('Spinner', '', [70, y, 90, 20], [placed('Edit', '', [70, y, 60, 20])]),
  ];
  const root = node('Window', 'Size', [...labelled('Width', 0), ...labelled('Height', 30)]);
  expect(lines(root, '3')[0]).toBe('C role=Spinner label="Height"');
  expect(lines(root, '3/0')).toContain('C role=Spinner label="Height" >> role=Edit');
});

test('elements in a table are named by row and column', () => {
  const header = (name: string, x: number) => placed('HeaderItem', name, [x, 0, 100, 20]);
  const cell = (name: string, x: number, y: number) => placed('DataItem', name, [x, y, 100, 20]);
  const cells = [cell('', 0, 20), cell('Tea', 100, 20), cell('', 0, 40), cell('Coffee', 100, 40)];
  const root = node('Window', 'Shop', [node('Table', '', [header('Sold', 0), header('Item', 100), ...cells])]);
  expect(lines(root, '0/4')[0]).toBe('C role=DataItem row="Coffee" column="Sold"');
});

test('identical elements are named by a neighbour', () => {
  const line = (name: string, y: number) => [
    placed('Text', name, [0, y, 60, 20]),
    placed('Button', 'Remove', [70, y, 60, 20]),
  ];
  const root = node('Window', 'Basket', [...line('Apples', 0), ...line('Pears', 30), ...line('12:30', 60)]);
  expect(lines(root, '3')[0]).toBe('C role=Button name="Remove" near="Pears"');
  // The clock next to it will show another time.
  expect(lines(root, '5').join('\n')).not.toContain('12:30');
});

test('elements in an open box are not named by neighbours', () => {
  const items = node('List', '', [
    placed('ListItem', 'italic', [90, 20, 80, 20]),
    placed('ListItem', 'bold', [90, 40, 80, 20]),
  ]);
  const box = placed('ComboBox', 'Formatting', [90, 0, 80, 20], [items]);
  const fields = [placed('Edit', '', [0, 20, 80, 20]), placed('Edit', '', [0, 200, 80, 20])];
  const found = lines(node('Window', 'Editor', [placed('Text', 'Draft', [0, 0, 80, 20]), box, ...fields]), '2').join(
    '\n',
  );
  expect(found).toContain('near="Draft"');
  expect(found).not.toContain('italic');
});

test('a box is not named by its selected value', () => {
  const items = node('List', '', [node('ListItem', 'All'), node('ListItem', 'Active')]);
  const box = placed('ComboBox', 'All', [70, 0, 90, 20], [items]);
  const root = node('Window', 'Transfers', [placed('Text', 'Show:', [0, 0, 60, 20]), box]);
  expect(lines(root, '1').join('\n')).not.toContain('All');
  expect(lines(root, '1')[0]).toBe('C role=ComboBox label="Show"');
});

test('an index above five is offered only if little else is', () => {
  const named = (name: string) => node('Button', name);
  const unnamed = node(
    'Window',
    'Pad',
    Array.from({ length: 12 }, (_, i) => named(String(i))),
  );
  expect(lines(unnamed, '9')).toEqual(['B role=Button name="9"', 'D role=Button nth=9', 'E path=9']);
  const keypad = node('Window', 'Pad', [node('Group', 'keypad', [...(unnamed.children ?? [])])]);
  expect(lines(keypad, '0/9').some((line) => line.includes('nth=9'))).toBe(false);
});

test('every selector of every node matches only that node', () => {
  const row = (name: string) => node('Group', name, [node('Button', 'Remove'), node('Button', 'Remove')]);
  const root = node('Window', 'Nest', [row('A "quoted" name'), row('B >> C'), row(''), node('Pane', '')]);
  for (const target of descend(root)) {
    const ranked = rank(root, target.runtimeId);
    expect(ranked.length).toBeGreaterThan(0);
    for (const { selector } of ranked) expect(matchSelector(root, parseSelector(selector))).toEqual([target]);
  }
});

/** Cards of a heading, texts and a button in one flat page, one row of cards above the other. */
const cards = (...people: readonly (readonly [name: string, department: string])[]) =>
  node('Window', 'People', [
    { ...placed('Text', 'People', [0, 0, 100, 30]), role: 'heading' },
    ...people.flatMap(([name, department], index) => {
      const [x, y] = [(index % 3) * 200, 40 + Math.floor(index / 3) * 160];
      return [
        { ...placed('Text', name, [x, y, 150, 22]), role: 'heading' },
        placed('Text', department, [x, y + 50, 150, 18]),
        placed('Group', '', [x, y + 120, 150, 25], [placed('Button', 'Archive', [x, y + 120, 60, 25])]),
      ];
    }),
  ]);
const five = cards(['Anna', 'HR'], ['Bert', 'Sales'], ['Carl', 'IT'], ['Dora', 'HR'], ['Emil', 'Sales']);

test.each([
  [
    '5/0',
    'Bert',
    [
      ['Zoe', 'IT'],
      ['Emil', 'Sales'],
      ['Anna', 'HR'],
      ['Bert', 'IT'],
    ],
    '12/0',
  ],
  ['15/0', 'Emil', [['Emil', 'HR']], '3/0'],
  [
    '15/0',
    'Emil',
    [
      ['Anna', 'HR'],
      ['Bert', 'Sales'],
    ],
    undefined,
  ],
] as const)('a card is named by its heading: %s, %s', (button, heading, later, expected) => {
  const at = { '5/0': '6/0', '15/0': '15/0' }[button];
  const [best] = lines(five, at);
  expect(best).toBe(`C role=Button name="Archive" near="${heading}"`);
  const found = matchSelector(cards(...later), parseSelector(best!.slice(2)));
  expect(found.map(({ runtimeId }) => runtimeId)).toEqual(expected === undefined ? [] : [expected]);
});

const listOf = (...rows: readonly (readonly [string, string])[]) =>
  node('Window', 'People', [
    node(
      'List',
      '',
      rows.map(([name, department], line) =>
        placed(
          'ListItem',
          '',
          [0, 40 * line, 300, 40],
          [
            placed('Text', name, [0, 40 * line, 80, 30]),
            placed('Text', department, [90, 40 * line, 80, 30]),
            { ...placed('Button', 'Archive', [200, 40 * line, 80, 30]), automationId: `archive-${line}` },
          ],
        ),
      ),
    ),
  ]);

test('a control in a row is named by that row, however many there are', () => {
  expect(lines(listOf(['Bert', 'Sales']), '0/0/2')[0]).toBe('C role=Button name="Archive" row="Bert"');
  const three = listOf(['Anna', 'Sales'], ['Bert', 'Sales'], ['Carl', 'IT']);
  expect(lines(three, '0/1/2')[0]).toBe('C role=Button name="Archive" row="Bert"');
});

test('rows with the same first text are identified by another text, and never replaced by a row of another name', () => {
  const [best] = lines(listOf(['Bert', 'Sales'], ['Bert', 'IT'], ['Carl', 'HR']), '0/1/2');
  expect(best).toBe('C role=Button name="Archive" row="Bert" near="IT"');
  expect(matchSelector(listOf(['Bert', 'Sales'], ['Carl', 'IT']), parseSelector(best!.slice(2)))).toEqual([]);
  // The second of two indistinguishable elements; an id that counts the rows is equivalent.
  const [second] = lines(listOf(['Carl', 'IT'], ['Bert', 'IT'], ['Bert', 'IT']), '0/2/2');
  expect(second).toBe('D role=Button name="Archive" row="Bert" nth=1');
});

test('keeps the number at the end of a row; omits a counter from a button', () => {
  const root = node('Window', 'Bills', [
    node('List', '', [node('ListItem', 'Invoice 12'), node('ListItem', 'Notes')]),
    node('Button', 'Clicked 0 times'),
  ]);
  expect(lines(root, '0/0')[0]).toBe('B role=ListItem name="Invoice 12"');
  expect(lines(root, '0/0').join('\n')).not.toContain('~=');
  expect(lines(root, '1')[0]).toBe('B role=Button name~="Clicked"');
});

test('an item does not name the field that opens over the next one', () => {
  const items = ['inner', 'alpha', 'gamma'].map((name, index) => placed('ListItem', name, [80 * index, 0, 60, 20]));
  const editor = placed('Pane', '', [240, 0, 60, 20], [placed('Edit', '', [240, 0, 60, 20])]);
  const root = node('Window', 'box', [
    placed('List', '', [0, 0, 400, 200], [...items, editor]),
    placed('Edit', '', [0, 300, 60, 20]),
  ]);
  expect(lines(root, '0/3/0')[0]).toBe('C role=Pane >> role=Edit');
  const beside = node('Window', 'box', [
    placed('Pane', '', [0, 0, 400, 200], [placed('Table', '', [0, 0, 400, 200], items)]),
  ]);
  const editor2 = placed('Edit', '', [80, 2, 60, 16]);
  const dolphin = node('Window', 'box', [...(beside.children ?? []), editor2, placed('Edit', '', [0, 300, 60, 20])]);
  expect(lines(dolphin, '1')[0]).toBe('D role=Edit nth=0');
});

test('a measure does not name its neighbours', () => {
  const beside = (...texts: string[]) =>
    lines(
      node('Window', 'Picture', [
        ...texts.map((text, index) => placed('Text', text, [50 + 60 * index, 10, 50, 20])),
        placed('Button', '', [0, 10, 40, 20]),
        placed('Button', '', [0, 300, 40, 20]),
      ]),
      `${texts.length}`,
    ).filter((line) => line.includes('near='));
  expect(beside('300 x 200', '12 layers', '4,5 m', 'Zoom')).toEqual(['C role=Button near="Zoom"']);
  expect(beside('~', 'Zoom')).toEqual(['C role=Button near="Zoom"']);
  expect(beside('Layer 2')).toEqual(['C role=Button near="Layer 2"']);
});

test('the title bar, which the desktop may draw elsewhere, does not name its neighbours', () => {
  const content = [
    placed('Text', 'a.txt - Notes', [0, 0, 200, 20]),
    placed('Button', 'Schließen', [300, 0, 20, 20]),
    placed('Edit', '', [0, 80, 300, 200]),
    placed('Edit', '', [0, 300, 300, 20]),
  ];
  const root = { ...node('Window', 'a.txt - Notes', content), bounds: { x: 0, y: 0, width: 320, height: 400 } };
  expect(lines(root, '2').filter((line) => line.includes('near='))).toEqual([]);
});
