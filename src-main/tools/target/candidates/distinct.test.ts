import { afterEach, beforeEach, expect, it } from 'vitest';
import { element, type FakeElement } from '../../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let bench: Bench;
let pressed: string[];
beforeEach(async () => {
  pressed = [];
  bench = await createBench();
});
afterEach(() => bench.close());

type Place = readonly [number, number, number, number];
const [row, near, corner]: readonly [Place, Place, Place] = [
  [10, 10, 200, 40],
  [11, 11, 198, 38],
  [170, 12, 30, 20],
];
type Type =
  | 'ListItem'
  | 'CheckBox'
  | 'Hyperlink'
  | 'Button'
  | 'Group'
  | 'Pane'
  | 'Text'
  | 'ComboBox'
  | 'Edit'
  | 'Tab'
  | 'TabItem';

function one(controlType: Type, at: Place, ...children: FakeElement[]): FakeElement {
  const onInvoke = () => pressed.push(controlType);
  return element({ controlType, name: 'Paris', at, children, onInvoke });
}

function open(...children: FakeElement[]): void {
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const root = element({ controlType: 'Window', name: 'Cities', children });
  bench.fake.desktop.open({ title: 'Cities', app: 'cities', className: 'Cities', content, root });
}

const click = { window: 'Cities', name: 'Paris' };

it.each<readonly [string, string, () => FakeElement]>([
  ['a target that what is inside it fills', 'ListItem', () => one('ListItem', row, one('Hyperlink', row))],
  ['the same with a border between', 'Hyperlink', () => one('Hyperlink', row, one('Button', near))],
  ['a frame around a target', 'Button', () => one('Group', row, one('Button', row))],
  ['frames around it and in it', 'Button', () => one('Pane', row, one('Button', near, one('Group', near)))],
  ['a row and the switch in it', 'CheckBox', () => one('CheckBox', row, one('CheckBox', corner))],
  ['a list and the field in it', 'ComboBox', () => one('ComboBox', row, one('Edit', corner))],
  ['a row of tabs and the tab it is named by', 'TabItem', () => one('Tab', row, one('TabItem', corner))],
  ['a field in its label', 'CheckBox', () => one('Text', row, one('CheckBox', near))],
  ['a target with its label', 'Button', () => one('Button', row, one('Text', corner))],
])('%s is one', async (_, intended, made) => {
  open(made());
  expect(await bench.text('click_element', click)).toContain(`${intended} “Paris”`);
  expect(pressed).toHaveLength(1);
});

it('a label beside an element of any type stands for it', async () => {
  const label = one('Text', corner);
  const onInvoke = () => pressed.push('Pane');
  open(label, element({ controlType: 'Pane', name: 'Paris', at: row, labelledBy: label, onInvoke }));
  expect(await bench.text('click_element', click)).toContain('Pane “Paris”');
  expect(pressed).toEqual(['Pane']);
});

it.each<readonly [string, () => readonly FakeElement[]]>([
  ['a row and a button in a corner of it', () => [one('ListItem', row, one('Button', corner))]],
  ['two that lie over each other, neither of them in the other', () => [one('Button', row), one('Hyperlink', row)]],
  ['two of one kind', () => [one('Button', row), one('Button', corner)]],
])('%s are two', async (_, made) => {
  open(...made());
  expect(await bench.failure('click_element', click)).toMatch(/^multiple_matches: 2 elements match/);
  expect(pressed).toEqual([]);
});

it('elements of different names in the same place are both kept', async () => {
  const inner = element({ controlType: 'Button', name: 'Delete Paris', at: row });
  open(element({ controlType: 'ListItem', name: 'Paris', at: row, children: [inner] }));
  const words = await bench.failure('click_element', { window: 'Cities', selector: 'name~="Paris"' });
  expect(words).toContain('multiple_matches');
});

it('clicks a part of a text only if the middle of the text is in it', async () => {
  const text = () => element({ controlType: 'Text', name: 'See the docs or the faq', at: row });
  const part = (name: string) => ({ window: 'Cities', name });
  open(text());
  expect(await bench.failure('click_element', part('the faq'))).toContain(
    'is a part of Text “See the docs or the faq”',
  );
  expect(await bench.text('click_element', part('docs or'))).toContain('Clicked');
});

it('clicks a part of the text in a row', async () => {
  const text = element({ controlType: 'Text', name: 'See the docs or the faq', at: near });
  open(element({ controlType: 'ListItem', name: '', at: row, children: [text] }));
  expect(await bench.text('click_element', { window: 'Cities', name: 'the faq' })).toContain('Clicked');
});

it('counts what moved into view after the tree was read', async () => {
  const [seen, moved] = [one('Button', row), one('Button', [10, 500, 200, 40])];
  moved.set('visible', false);
  open(seen, moved);
  const find = bench.engine.find.bind(bench.engine);
  bench.engine.find = async (...asked) => {
    const found = await find(...asked);
    moved.set('visible', true);
    moved.place = { x: 10, y: 100, width: 200, height: 40 };
    return found;
  };
  expect(await bench.failure('click_element', click)).toMatch(/^multiple_matches/);
  expect(pressed).toEqual([]);
});
