import { z } from 'zod';
import { describeDiagnosis } from '#contract/model/diagnosis';
import type { ElementNode, TreeNode, TreeSnapshot } from '#contract/model/element';
import { defineAction } from '../action.ts';
import { controlTypeList, toControlTypes } from '../control-type.ts';
import { Describer, detailsOf } from '../describe.ts';
import { maxDepth, parent, window } from '../fields.ts';
import { describeWindow } from '../line.ts';
import { outline } from '../outline.ts';
import { ofTypes } from '../leaving-out.ts';
import { knownElement } from '../known-element.ts';
import { windowFor } from '../window-of.ts';

/** Patterns are asked of no more elements than this: each is a question to the app. */
const detailed = 300;
/** As many elements as one result carries. */
const mostNodes = 1_000;

export const getTree = defineAction({
  action: 'get_tree',
  name: 'get_tree',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read the element tree',
  description:
    'Read the tree of elements of a desktop window as nested data with patterns and rectangles. For a look at a window, snapshot says the same in fewer words.',
  input: z.object({
    window: window.optional(),
    parent: parent.optional().describe('Begin at this element instead: its ref or element id.'),
    max_depth: maxDepth.default(3).describe('How many levels below the root.'),
    control_types: controlTypeList.optional().describe('Only these, separated by commas, e.g. Button,Edit.'),
  }),
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const from = input.parent === undefined ? undefined : (await knownElement(context, input.parent)).element.id;
    const limits = { depth: input.max_depth, maxNodes: mostNodes };
    const tree = await engine.tree({ window: shown.id, from, view: 'control', ...limits }, { signal });
    scan.elements += tree.nodeCount;
    const root =
      input.control_types === undefined ? tree.root : ofTypes(tree.root, toControlTypes(input.control_types));
    const nodes = [...flat(root)];
    const details = nodes.length > detailed ? undefined : await detailsOf(context, nodes);
    const describer = await Describer.for(context, shown);
    return {
      text: `${describeWindow(shown)}:\n${outline(context.session, root)}`,
      fields: { elements: [describer.tree(root, details)] },
      note: notes(tree, details === undefined),
    };
  },
});

function* flat(node: TreeNode): Generator<ElementNode> {
  yield node;
  for (const child of node.children ?? []) yield* flat(child);
}

function notes({ truncated, nodeCount, diagnosis }: TreeSnapshot, bare: boolean): string | undefined {
  const lines = [
    truncated === 'nodes' && `Cut at ${nodeCount} elements: read a part of it with parent.`,
    truncated === 'time' && 'The window could not be read to its end in time.',
    truncated === 'depth' && 'There is more below: read deeper with max depth, or a part with parent.',
    bare && `Patterns are left out, for there are more than ${detailed} elements.`,
    diagnosis && describeDiagnosis(diagnosis),
  ].filter((line) => typeof line === 'string');
  return lines.length > 0 ? lines.join('\n') : undefined;
}
