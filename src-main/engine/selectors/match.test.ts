import { describe, expect, test } from 'vitest';
import { parseSelector } from '#contract/model/elements/selector';
import { node } from '../testing/node.ts';
import { matchSelector } from './match.ts';
import { indexOf } from './tree-index.ts';

const root = () =>
  node('Window', 'Editor', [
    node('ToolBar', 'Main', [node('Button', 'Save'), node('Button', 'Remove')]),
    node('Group', 'Rows', [
      node('Button', 'Remove', [node('Text', 'Remove')]),
      node('Group', 'Inner', [node('Button', 'Remove')]),
    ]),
    { ...node('Edit', 'Inbox (42)'), role: 'text', automationId: 'search', description: 'Type to search' },
    node('List', 'People', [node('ListItem', 'Ada', [node('Image', 'Ada')])]),
  ]);

const plain = root();
const indexed = root();
indexOf(indexed);

describe.each([
  ['a tree', plain],
  ['an indexed tree', indexed],
])('in %s, a selector matches', (_, tree) => {
  const matched = (selector: string) => matchSelector(tree, parseSelector(selector)).map((found) => found.runtimeId);
  test.each([
    ['role=Button', ['0/0', '0/1', '1/0', '1/1/0']],
    ['role=button name=Remove', ['0/1', '1/0', '1/1/0']],
    ['role="push button" name=Save', ['0/0']],
    ['role=Text', ['1/0/0']],
    ['role=text', ['1/0/0', '2']],
    ['name~="INBOX"', ['2']],
    ['name="Inbox"', []],
    ['id=search', ['2']],
    ['description="Type to search"', ['2']],
    ['role=Window', ['']],
    ['role=Button name=Remove nth=1', ['1/0']],
    ['role=Button nth=9', []],
    ['path=1/1/0', ['1/1/0']],
    ['path=1/7/0', []],
    ['path=0/0 name=Remove', []],
    ['name=Rows >> role=Button', ['1/0', '1/1/0']],
    ['role=Group >> role=Button', ['1/0', '1/1/0']],
    ['role=Group >> role=Button nth=1', ['1/1/0']],
    ['role=Group nth=1 >> role=Button', ['1/1/0']],
    ['name=Rows >> path=1/0', ['1/1/0']],
    ['name=Rows >> name=Rows', []],
    ['name=Remove label=Remove', []],
    ['name=Ada row=Ada', ['3/0']],
    ['role=List >> name=Ada row=Ada', ['3/0']],
  ])('%s', (selector, expected) => expect(matched(selector)).toEqual(expected));
});
