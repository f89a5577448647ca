import { expect, it } from 'vitest';
import type { TreeNode } from '#contract/model/element';
import { target } from '../recorder/testing/events.ts';
import { viewOf } from './tree-view.ts';

const node = (type: 'Window' | 'Pane' | 'Button' | 'Separator', name: string, ...children: TreeNode[]): TreeNode => ({
  ...target(type, name).element,
  children,
});

const root = node('Window', '', node('Pane', '', node('Button', 'Save'), node('Separator', '')), node('Pane', 'Tools'));
const outline = ({ controlType, name, children = [] }: TreeNode): string =>
  `${controlType}${name}${children.length > 0 ? `(${children.map(outline).join(' ')})` : ''}`;

it.each([
  ['raw', 'Window(Pane(ButtonSave Separator) PaneTools)'],
  ['control', 'Window(ButtonSave Separator PaneTools)'],
  ['content', 'Window(ButtonSave PaneTools)'],
] as const)('%s', (view, shown) => expect(outline(viewOf(root, view))).toBe(shown));
