import { expect, it } from 'vitest';
import { doubtsAbout, explainSelector, gradeSelector } from './explain-selector.ts';

it.each([
  ['id="save"', 'By the id that its developer gave it.'],
  ['role=Button name="Save"', 'By its name: breaks in another language.'],
  ['role=Edit label="Width"', 'By the label beside it: breaks in another language.'],
  ['role=DataItem row="Tea" column="Price"', 'By the row and the column of its table.'],
  ['role=Button name="Remove" near="Tea"', 'By what stands beside it: breaks when that moves.'],
  ['role=Button nth=3', 'As number 4 of those alike: breaks when one is added or removed before it.'],
  [
    'role=Group name="Pears" >> role=Button',
    'As the only Button, inside Group “Pears”: breaks when another one is added.',
  ],
  ['path=0/1', 'By its place in the tree: breaks when the layout changes.'],
  [
    'near="Shed" text="Open" picture="UklGR3of17"',
    'By how it looks and the text “Open” on it, beside “Shed”: breaks with another theme, letters of another size, or another look.',
  ],
  ['text="Open"', 'By the text that is read in a picture of the window: breaks in another language.'],
])('%s: %s', (selector, why) => expect(explainSelector(selector)).toBe(why));

it.each([
  ['role=Button name="Save"', []],
  ['role=Text name="12:30"', ['“12:30” has a time in it, which will be another one.']],
  ['name="3 of 17" >> id=":r1:"', [expect.stringContaining('counts'), expect.stringContaining('generated id')]],
  ['role=Button nth=9', ['To count so many is easily wrong.']],
  ['picture="UklGRjoABAAAWEBQVlA4"', []],
  ['path=0/1/2/3/4/5', ['So deep a path breaks with every change of the layout.']],
])('doubts %s: %j', (selector, doubts) => expect(doubtsAbout(selector)).toEqual(doubts));

it.each([
  ['id="save"', 'A identity'],
  ['role=Button name="Save"', 'B name'],
  ['role=Edit label="Width"', 'C label'],
  ['row="Tea" column="Price"', 'C cell'],
  ['role=Button name="Remove" near="Tea"', 'C neighbour'],
  ['name="Rows" >> role=Button', 'C scoped'],
  ['role=Button', 'C ordinal'],
  ['role=Button nth=3', 'D ordinal'],
  ['path=0/1', 'E path'],
  ['text="Open" picture="UklGR"', 'C picture'],
  ['picture="UklGR"', 'D picture'],
])('grades %s as %s', (selector, expected) => {
  const { grade, kind } = gradeSelector(selector);
  expect(`${grade} ${kind}`).toBe(expected);
});
