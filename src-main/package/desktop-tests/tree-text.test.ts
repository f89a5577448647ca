import { expect, it } from 'vitest';
import { parseTree, treeMatches, treeText, type TextNode } from './tree-text.ts';

const node = (role: string, name = '', own: Partial<TextNode> = {}): TextNode => ({
  role,
  name,
  states: [],
  value: null,
  children: [],
  ...own,
});
const tree = [
  node('window', 'Notes', {
    children: [
      node('button', 'Save "as"', { states: ['disabled'] }),
      node('list', '', { children: [node('listitem', 'one', { states: ['selected'] }), node('listitem', 'two')] }),
      node('textbox', 'Title', { value: 'a: "b"\nc' }),
    ],
  }),
];

it('is read as it is written', () => {
  expect(treeText(tree)).toBe(
    [
      '- window "Notes"',
      '  - button "Save \\"as\\"" [disabled]',
      '  - list',
      '    - listitem "one" [selected]',
      '    - listitem "two"',
      '  - textbox "Title": "a: \\"b\\"\\nc"',
    ].join('\n'),
  );
  expect(treeMatches(tree, parseTree(treeText(tree)))).toBe(true);
});

it.each([
  ['- list\n  - listitem "two"', true],
  ['- button\n- textbox /T.t/', true],
  ['- textbox\n- button', false],
  ['- list\n  - listitem "two"\n  - listitem "one"', false],
  ['- listitem "two" [selected]', false],
  ['- window "Note"', false],
  ['- list\n  - textbox', false],
])('what is not named may stand between, and nothing is out of order: %j', (text, holds) => {
  expect(treeMatches(tree, parseTree(text))).toBe(holds);
});

it('names the line that is none', () => {
  expect(() => parseTree('- button\nbutton "x"')).toThrow('Line 2');
});
