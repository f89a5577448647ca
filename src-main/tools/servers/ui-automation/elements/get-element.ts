import { z } from 'zod';
import { harmlessJson, quoted } from '#contract/foreign-text';
import {
  olderNote,
  type ElementDetails,
  hasState,
  type ElementNode,
  type TreeNode,
} from '#contract/model/elements/element';
import { AppError } from '#contract/errors';
import { smaller } from '../../../answers/bounded.ts';
import { lines, longTextsNote, pageOf } from '../../../answers/page.ts';
import { defineAction } from '../action.ts';
import { Describer, describeWindow, lineOf } from '../answers/describe.ts';
import { target, wait, window, element } from '../fields.ts';
import { locate } from '../locate.ts';
import { elementResult } from '../answers/outcome.ts';
import { windowFor } from '../window-of.ts';
import { windowAt } from './pointer.ts';

/** Share of the room besides the element itself. */
const shareOfAncestors = 0.75;

export const elementAtPoint = defineAction({
  name: 'element_at_point',
  type: 'data_collection',
  effect: 'observe',
  title: 'What is at a point',
  description: 'Return the element and window at a screen point, with their ancestors.',
  input: z.object({ x: z.number().int(), y: z.number().int() }).describe('Screen pixels.'),
  reach: (at) => ({ actsIn: (context) => windowAt(context, at) }),
  async perform(context, at, scan) {
    const hit = await context.engine.elementAt(at, { signal: context.signal });
    if (!hit) {
      throw new AppError('element_not_found', `There is no element at ${at.x}, ${at.y}.`, {
        hint: 'Coordinates are physical screen pixels from the primary monitor’s top left.',
      });
    }
    const { window, element, ancestors } = hit;
    scan.windowTitle = window.title;
    const describer = await Describer.for(context, window);
    const nearestFirst = pageOf(
      [...ancestors].reverse(),
      (one, room) => ({ text: lineOf(context, one), data: room.short(describer.describe(one)) }),
      { what: 'ancestors', room: context.room * shareOfAncestors },
    );
    const around = [...nearestFirst.items].reverse();
    const missing = ancestors.length - around.length;
    return {
      text: [
        `${lineOf(context, element)} in ${describeWindow(window)}`,
        'It is in:',
        ...around.map(({ text }) => text),
      ].join('\n'),
      fields: { element: describer.describe(element), ancestors: around.map(({ data }) => data) },
      note: lines(
        missing > 0 && `${missing} more around these are left out: get_tree shows the window from its root.`,
        nearestFirst.cut && longTextsNote,
      ),
    };
  },
});

export const getSelectors = defineAction({
  name: 'get_selectors',
  type: 'data_collection',
  effect: 'observe',
  title: 'Selectors of an element',
  description:
    'List selectors that match one element of a desktop window and no other, best first: words that find it again after a restart, for scripts.',
  input: z.object({ element }),
  async perform(context, input, scan) {
    const { window, element: found } = await locate(context, input, scan, { until: 0 });
    const selectors = await context.engine.selectors({ element: found.id }, { signal: context.signal });
    const lines = selectors.map(({ grade, kind, selector }) => `${grade} ${kind}: ${selector}`);
    return {
      text: [`${lineOf(context, found)} in ${describeWindow(window)}`, ...lines].join('\n'),
      fields: { selectors: selectors.map(({ selector, kind, grade }) => ({ selector, kind, grade })) },
    };
  },
});

export const getElement = defineAction({
  name: 'get_element',
  type: 'data_collection',
  effect: 'observe',
  title: 'Everything about an element',
  description:
    'Return all details of one element of a desktop window: patterns, states, text, range, selection, table, relations and attributes.',
  input: z.object({ ...target, timeout_ms: wait(0, 'the element') }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  async perform(context, input, scan) {
    const { window, element } = await locate(context, input, scan, { until: Date.now() + input.timeout_ms });
    const details = await context.engine.details({ element: element.id }, { signal: context.signal });
    const all = factsOf(details);
    const describer = await Describer.for(context, window);
    const facts = boundedFacts(all, context.room);
    const reported = Object.entries(facts).map(([name, value]) => `${name}: ${harmlessJson(value)}`);
    return {
      text: [`${lineOf(context, details)} in ${describeWindow(window)}`, ...reported].join('\n'),
      fields: { element: { ...describer.describe(details), ...facts } },
      note: lines(facts !== all && cutNote, details.mayBeOlder && olderNote),
    };
  },
});

const cutNote =
  'Long texts and lists of it are cut: get_text reads its text, read_table its cells, find_element with parent its items.';

/** The same if it fits; otherwise a part of every fact. */
function boundedFacts(facts: Facts, room: number): Facts {
  return room === Infinity ? facts : (smaller(facts, room * shareOfFacts) ?? {});
}

/** Share of the room besides the common part of every answer. */
const shareOfFacts = 0.75;

type Facts = Readonly<Record<string, unknown>>;

/** Properties that an element reports, without missing ones. */
function factsOf(details: ElementDetails): Facts {
  const { description, role, states, patterns, actions, text, range, selection, scroll, table, cell } = details;
  const { relations, attributes, toolkit, locale, properties, childCount } = details;
  const facts = {
    role,
    description,
    states,
    patterns,
    actions,
    childCount,
    text,
    range,
    selection,
    scroll,
    table,
    cell,
    relations,
    attributes,
    toolkit,
    locale,
    properties,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

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
