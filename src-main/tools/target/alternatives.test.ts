import { expect, it } from 'vitest';
import type { ElementNode } from '#contract/model/element';
import { elect, type Vote } from './alternatives.ts';

const vote = (selector: string, id: string, name = ''): Vote => ({ selector, element: { id, name } as ElementNode });

it.each([
  ['a description of its own', [vote('description="Seven"', 'a', '7')], '7', 'description="Seven"'],
  ['its own words before places', [vote('path=0/1', 'b'), vote('id="x"', 'a')], undefined, 'id="x"'],
  ['a place where the name is right', [vote('path=0/1', 'a', 'Save')], 'Save', 'path=0/1'],
  ['a place where only a mark is new', [vote('role=TabItem', 'a', 'a.txt*')], 'a.txt', 'role=TabItem'],
  ['no place where the name is wrong', [vote('role=Button nth=0', 'a', 'New')], 'No', undefined],
  ['a label beside it', [vote('role=Edit label="Width"', 'a')], undefined, 'role=Edit label="Width"'],
  ['a cell by its row and column', [vote('row="Tea" column="Price"', 'a')], '', 'row="Tea" column="Price"'],
  ['no single button of a row', [vote('role=Button row="Tea"', 'a')], '', undefined],
  ['no single neighbour', [vote('role=Button near="Tea"', 'a')], '', undefined],
  ['no two places where the name is wrong', [vote('nth=0', 'a', 'New'), vote('path=0', 'a', 'New')], 'No', undefined],
  ['no single place without a name', [vote('path=0/1', 'a')], '', undefined],
  ['two places that agree', [vote('role=Edit', 'a'), vote('path=0/1', 'a')], '', 'role=Edit'],
  ['no two places that disagree', [vote('role=Edit', 'a'), vote('path=0/1', 'b')], '', undefined],
  ['nothing where nothing was found', [], 'x', undefined],
] as [string, Vote[], string | undefined, string | undefined][])('trusts %s', (_, votes, name, selector) => {
  expect(elect(votes, name)?.selector).toBe(selector);
});
