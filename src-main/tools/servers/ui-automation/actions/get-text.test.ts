import { expect, it } from 'vitest';
import type { TreeNode } from '#contract/model/elements/element';
import { textsOf } from './get-text.ts';

const node = (name: string, states: TreeNode['states'], ...children: TreeNode[]): TreeNode => ({
  id: `element:${name}` as TreeNode['id'],
  controlType: 'Pane',
  role: 'panel',
  name,
  automationId: '',
  description: '',
  value: null,
  states,
  bounds: null,
  childCount: children.length,
  children,
});

it('reports content visible in a hidden element, such as a page in a hidden single tab', () => {
  const page = node('hello', ['visible']);
  const window = node('Editor', ['visible'], node('Untitled 1', [], page, node('gone', [])));
  expect(textsOf(window)).toEqual(['Editor', 'hello']);
});
