import { z } from 'zod';
import { harmlessJson } from '#contract/foreign-text';
import { olderNote, type ElementDetails } from '#contract/model/elements/element';
import { smaller } from '../../../answers/bounded.ts';
import { lines } from '../../../answers/page.ts';
import { defineAction } from '../action.ts';
import { Describer } from '../answers/describe.ts';
import { target, wait } from '../fields.ts';
import { describeWindow, lineOf } from '../answers/line.ts';
import { locate } from '../locate.ts';

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

/** The same where there is room for it; a part of every fact where there is not. */
function boundedFacts(facts: Facts, room: number): Facts {
  return room === Infinity ? facts : (smaller(facts, room * shareOfFacts) ?? {});
}

/** Of the room, beside what every answer says of an element. */
const shareOfFacts = 0.75;

type Facts = Readonly<Record<string, unknown>>;

/** What an element says of itself, without what it does not have. */
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
