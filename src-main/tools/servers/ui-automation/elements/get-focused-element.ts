import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { hasState, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import { defineAction } from '../action.ts';
import { window } from '../fields.ts';
import { elementResult } from '../answers/outcome.ts';
import { windowFor } from '../window-of.ts';

export const getFocusedElement = defineAction({
  name: 'get_focused_element',
  type: 'data_collection',
  effect: 'observe',
  title: 'What has the focus',
  description: 'Return the element with the keyboard focus, where typed text would go.',
  input: z.object({ window: window.optional() }),
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const { root, nodeCount } = await engine.tree({ window: shown.id }, { signal });
    scan.elements += nodeCount;
    const focused = deepestFocused(root);
    if (!focused) throw new AppError('element_not_found', `No element of ${quoted(shown.title)} reports the focus.`);
    return elementResult(context, shown, await engine.details({ element: focused.id }, { signal }), 'Focused:');
  },
});

function deepestFocused(node: TreeNode): ElementNode | null {
  for (const child of node.children ?? []) {
    const below = deepestFocused(child);
    if (below) return below;
  }
  return hasState(node, 'focused') ? node : null;
}
