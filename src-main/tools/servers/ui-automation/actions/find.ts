import { z } from 'zod';
import { olderNote, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import { lines, offsetField, pageNote, pageOf } from '../../../answers/page.ts';
import { Room, type Row } from '../../../answers/room.ts';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { detailsOf } from '../../../target/into-view.ts';
import { Describer, type UiElement, describeWindow, lineOf } from '../answers/describe.ts';
import { criteria, maxDepth, wait } from '../fields.ts';
import { noElement, type Matches } from '../../../target/which-element.ts';
import { queryOf, waitForMatches } from '../locate.ts';

export const find = defineAction({
  action: 'find',
  name: 'find_element',
  type: 'data_collection',
  effect: 'observe',
  title: 'Find elements',
  description:
    'Find buttons, fields, list items and other elements of a desktop window by name, control type, automation id or selector. Answers a line per element with the ref that the other tools take.',
  input: z.object({
    ...criteria,
    max_depth: maxDepth.optional().describe('How many levels below the root to search; all by default.'),
    include_children: z.boolean().default(false).describe('Include the children of each element.'),
    limit: z.number().int().positive().max(500).default(50).describe('How many elements at most.'),
    offset: offsetField('elements'),
    timeout_ms: wait(0, 'an element'),
  }),
  beyond: ['limit'],
  async perform(context, input, scan) {
    const { limit, offset } = input;
    const end = offset + limit;
    const found = await waitForMatches(context, input, scan, { until: Date.now() + input.timeout_ms, limit: end });
    const { window, total } = found;
    if (total === 0) throw noElement(queryOf(input), window);
    const room = new Room(context.room);
    const rows = await rowsOf(context, found, input, room);
    const counted = total === 1 ? '1 element' : `${total} elements`;
    const [only, ...others] = rows;
    const shown = rows.length;
    return {
      text: [`${counted} in ${describeWindow(window)}:`, ...rows.map(({ text }) => text)].join('\n'),
      fields: only && others.length === 0 ? { element: only.data } : { elements: rows.map(({ data }) => data) },
      note: lines(
        pageNote({ what: 'elements', offset, shown, total, cut: room.hasCut, or: 'or narrow the search' }),
        rows.some(({ childrenCut }) => childrenCut) &&
          'Not all children are shown: get_tree shows those of one element.',
        found.truncated &&
          total <= found.matches.length &&
          'The window could not be read to its end: elements may be missing.',
        rows.some(({ mayBeOlder }) => mayBeOlder) && olderNote,
      ),
    };
  },
});

interface FoundRow extends Row {
  readonly data: UiElement;
  readonly childrenCut: boolean;
  readonly mayBeOlder: boolean;
}

/** Elements to query for details at once: each is a query to the app, and not all may fit. */
const batch = 25;

async function rowsOf(
  context: ToolContext,
  { window, matches }: Matches,
  { offset, include_children: withChildren }: { readonly offset: number; readonly include_children: boolean },
  room: Room,
): Promise<readonly FoundRow[]> {
  const describer = await Describer.for(context, window);
  const rows: FoundRow[] = [];
  for (let at = offset; at < matches.length; at += batch) {
    const some = matches.slice(at, at + batch);
    const details = await detailsOf(context, some);
    for (const match of some) {
      const now = details.get(match.id) ?? match;
      const row = await rowOf(context, describer, now, withChildren, room);
      if (!room.takes(row)) return rows;
      rows.push(row);
    }
  }
  return rows;
}

/** The share of the room for children: the element itself matters more. */
async function rowOf(
  context: ToolContext,
  describer: Describer,
  element: ElementNode | ElementDetails,
  withChildren: boolean,
  room: Room,
): Promise<FoundRow> {
  const own = room.short(describer.describe(element));
  const line = lineOf(context, element);
  const mayBeOlder = 'mayBeOlder' in element;
  if (!withChildren) return { text: line, data: own, childrenCut: false, mayBeOlder };
  const all = await childrenOf(context, element);
  const details = await detailsOf(context, all);
  const { items } = pageOf(
    all,
    (child, inner) => ({
      text: `  ${lineOf(context, child)}`,
      data: inner.short(describer.inner(details.get(child.id) ?? child)),
    }),
    { what: 'children', room: context.room / 4 },
  );
  const childrenCut = items.length < element.childCount;
  const text = [line, ...items.map((item) => item.text)].join('\n');
  return { text, data: { ...own, children: items.map(({ data }) => data) }, childrenCut, mayBeOlder };
}

async function childrenOf({ engine, signal }: ToolContext, { id, childCount }: ElementNode) {
  return childCount === 0 ? [] : engine.children({ element: id, limit: 100 }, { signal });
}
