import { z } from 'zod';
import { describeDiagnosis } from '#contract/model/diagnosis';
import { hasState, type TreeNode, type TreeSnapshot } from '#contract/model/elements/element';
import { formatRect } from '#contract/model/geometry';
import { lines, offsetField, pageNote, pageOf } from '../../../answers/page.ts';
import { placesIn } from '../../../answers/tree-part.ts';
import type { ToolSession } from '../../../session/tool-session.ts';
import { defineAction } from '../action.ts';
import { maxDepth, parent, window } from '../fields.ts';
import { describeWindow, lineOf } from '../answers/describe.ts';
import { rowOf, type Row, leavingOut, textsLeftOut } from '../answers/outline.ts';
import { idOfPart } from '../locate.ts';
import { windowFor } from '../window-of.ts';

export const snapshot = defineAction({
  name: 'snapshot',
  type: 'data_collection',
  effect: 'observe',
  title: 'Look at a window',
  description:
    'Look at a desktop window as compact text: a line per element with its ref, type, name, value, place and state. Refs stay the same while an element lives, and the other tools take them.',
  input: z.object({
    window: window.optional(),
    parent: parent.optional().describe('Only this element and what is inside: its ref or element id.'),
    max_depth: maxDepth.optional().describe('How many levels below the root; all by default.'),
    offset: offsetField('lines'),
    max_elements: z.number().int().positive().max(5_000).default(300).describe('How many lines at most.'),
    interactive_only: z.boolean().default(false).describe('Leave out texts, pictures and groups that only arrange.'),
    changes_only: z.boolean().default(false).describe('Only what has changed since the last snapshot of the same.'),
  }),
  async perform(context, input, scan) {
    const { engine, session, signal } = context;
    const shown = await windowFor(context, input);
    scan.windowTitle = shown.title;
    const from = await idOfPart(context, input.parent);
    const depth = input.max_depth === undefined ? {} : { depth: input.max_depth };
    const tree = await engine.tree({ window: shown.id, from, view: 'control', ...depth }, { signal });
    scan.elements += tree.nodeCount;
    const root = input.interactive_only ? leavingOut(tree.root, isPassive) : tree.root;
    const texts = input.interactive_only ? textsLeftOut(tree.root, isPassive) : null;
    const { offset, max_elements: limit } = input;
    const all = [...placesIn(root)];
    const rows = all
      .slice(offset, offset + limit)
      .map((place) => rowOf(context, place, isRow(place.node) ? texts?.get(place.node.id) : undefined));
    const changes = changesSince(session, `${from ?? shown.id} ${offset}`, rows);
    const head = [describeWindow(shown), !context.withoutPlaces && `at ${formatRect(shown.bounds)}, in screen pixels`]
      .filter(Boolean)
      .join(' ');
    if (input.changes_only && changes) {
      const page = pageOf(changes, (text) => ({ text }), { what: 'changes', room: context.room });
      const more =
        page.items.length < changes.length &&
        `${changes.length} changes are too many: look again without changes_only.`;
      return { text: [head, ...page.items.map(({ text }) => text)].join('\n'), note: lines(more, ...notes(tree)) };
    }
    const page = pageOf(rows, ({ line }) => ({ text: line }), { what: 'elements', room: context.room });
    const inside = all[offset]?.inside;
    const where = offset > 0 && inside ? [`Inside ${lineOf(context, inside.node)}:`] : [];
    const part = { what: 'elements', offset, shown: page.items.length, total: all.length };
    return {
      text: [head, ...where, ...page.items.map(({ text }) => text)].join('\n'),
      note: lines(pageNote({ ...part, or: 'or only what is in one of them' }), ...notes(tree)),
    };
  },
});

/** Elements identified by the text in them: list entries, rows, cells. */
function isRow({ controlType }: TreeNode): boolean {
  return rows.has(controlType);
}

const rows: ReadonlySet<string> = new Set(['ListItem', 'DataItem', 'TreeItem', 'HeaderItem']);

const passive: ReadonlySet<string> = new Set([
  'Text',
  'Image',
  'Group',
  'Pane',
  'Separator',
  'ScrollBar',
  'StatusBar',
  'ToolBar',
  'TitleBar',
  'ProgressBar',
]);

function isPassive(node: TreeNode): boolean {
  return passive.has(node.controlType) && !hasState(node, 'focusable') && !hasState(node, 'selectable');
}

function notes({ truncated, diagnosis }: TreeSnapshot) {
  return [
    truncated === 'depth' && 'There is more below: look deeper, or only at what is in one of them.',
    (truncated === 'time' || truncated === 'nodes') && 'The window could not be read to its end: elements are missing.',
    diagnosis && describeDiagnosis(diagnosis),
  ];
}

/** Number of windows or parts of windows to remember per client. */
const mostRemembered = 20;

const lastOf = new WeakMap<ToolSession, Map<string, ReadonlyMap<string, string>>>();

/**
 * Changes since the last snapshot of the same root: `+` appeared, `-` disappeared, `~` changed. Null for the first. This one is
 * remembered instead.
 */
function changesSince(session: ToolSession, root: string, rows: readonly Row[]): readonly string[] | null {
  const known = lastOf.get(session) ?? new Map<string, ReadonlyMap<string, string>>();
  lastOf.set(session, known);
  const before = known.get(root);
  const now = new Map(rows.map(({ id, line }) => [id, line.trim()]));
  known.delete(root);
  known.set(root, now);
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  return before ? compare(before, now) : null;
}

function compare(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const came = [...now].filter(([id]) => !before.has(id)).map(([, line]) => `+ ${line}`);
  const changed = [...now]
    .filter(([id, line]) => before.has(id) && before.get(id) !== line)
    .map(([, line]) => `~ ${line}`);
  const went = [...before].filter(([id]) => !now.has(id)).map(([, line]) => `- ${line}`);
  const all = [...changed, ...came, ...went];
  return all.length > 0 ? all : ['Nothing has changed since the last snapshot.'];
}
