import { describe, expect, test } from 'vitest';
import { parseSelector } from '#contract/model/elements/selector';
import { node } from '../testing/node.ts';
import { matchSelector } from './match.ts';

const root = node('Window', 'Editor', [
  node('ToolBar', 'Main', [node('Button', 'Save'), node('Button', 'Remove')]),
  node('Group', 'Rows', [
    node('Button', 'Remove', [node('Text', 'Remove')]),
    node('Group', 'Inner', [node('Button', 'Remove')]),
  ]),
  { ...node('Edit', 'Inbox (42)'), role: 'text', automationId: 'search', description: 'Type to search' },
]);

const matched = (selector: string) => matchSelector(root, parseSelector(selector)).map((found) => found.runtimeId);

describe('a selector matches', () => {
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
  ])('%s', (selector, expected) => expect(matched(selector)).toEqual(expected));
});
