import { z } from 'zod';
import { describeDiagnosis } from '#contract/model/diagnosis';
import type { ElementDetails, TreeNode, TreeSnapshot } from '#contract/model/elements/element';
import { lines, offsetField, pageNote, pageOf } from '../../../answers/page.ts';
import { around, nestRows, placesIn, type TreeEntry } from '../../../answers/tree-part.ts';
import { shortFor, type Room } from '../../../answers/room.ts';
import { defineAction } from '../action.ts';
import { controlTypeList, toControlTypes, maxDepth, parent, window } from '../fields.ts';
import { detailsOf } from '../../../target/into-view.ts';
import { Describer, type UiElement, describeWindow } from '../answers/describe.ts';
import { rowOf, ofTypes } from '../answers/outline.ts';
import { idOfPart } from '../locate.ts';
import { windowFor } from '../window-of.ts';

/** Maximum number of elements to query for patterns, each by a query to the app. */
const detailed = 300;
/** The number of elements that one result can hold. */
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
    offset: offsetField('elements'),
    control_types: controlTypeList.optional().describe('Only these, separated by commas, e.g. Button,Edit.'),
  }),
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const from = await idOfPart(context, input.parent);
    const tree = await engine.tree({ window: shown.id, from, view: 'control', depth: input.max_depth }, { signal });
    scan.elements += tree.nodeCount;
    const root =
      input.control_types === undefined ? tree.root : ofTypes(tree.root, toControlTypes(input.control_types));
    const describer = await Describer.for(context, shown);
    const places = [...placesIn(root)];
    const rowFor = (place: TreeEntry<TreeNode>, room: Room, details?: ReadonlyMap<string, ElementDetails>) => {
      const data = room.short(describer.inner(details?.get(place.node.id) ?? place.node));
      return { place, data, text: rowOf(context, place).line };
    };
    const options = { what: 'elements', room: context.room };
    const wanted = places.slice(input.offset, input.offset + mostNodes);
    const bare = pageOf(wanted, rowFor, options).items.map(({ place }) => place);
    const details =
      bare.length > detailed
        ? undefined
        : await detailsOf(
            context,
            bare.map(({ node }) => node),
          );
    const { items: rows, cut } = pageOf(bare, (place, room) => rowFor(place, room, details), options);
    const part = { what: 'elements', offset: input.offset, shown: rows.length, total: places.length, cut };
    const outer = (rows[0] ? around(rows[0].place) : []).map((place) => ({
      place,
      data: shortFor(context.room, describer.inner(place.node)),
    }));
    const elements = nestRows<TreeNode, { readonly place: TreeEntry<TreeNode>; readonly data: UiElement }, UiElement>(
      [...outer, ...rows],
      ({ place }) => place,
      ({ place, data }, children) => ({
        ...(place.inside ? data : shortFor(context.room, describer.withWindow(data))),
        ...(children.length > 0 && { children }),
      }),
    );
    return {
      text: [`${describeWindow(shown)}:`, ...rows.map(({ text }) => text)].join('\n'),
      fields: { elements },
      note: lines(
        pageNote({ ...part, or: 'or only what is in one of them' }),
        outer.length > 0 && 'What they are in stands in the data once more.',
        ...notes(tree, details === undefined),
      ),
    };
  },
});

function notes({ truncated, nodeCount, diagnosis }: TreeSnapshot, bare: boolean) {
  return [
    truncated === 'nodes' && `Cut at ${nodeCount} elements: read only what is in one of them.`,
    truncated === 'time' && 'The window could not be read to its end in time.',
    truncated === 'depth' && 'There is more below: read deeper, or only what is in one of them.',
    bare && `Patterns are left out, for there are more than ${detailed} elements.`,
    diagnosis && describeDiagnosis(diagnosis),
  ];
}
