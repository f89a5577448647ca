import type { Relation } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { number, refs } from '../bus/accessibles.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { readLinks } from '../reading/links.ts';

/** AtspiRelationType in order (atspi-constants.h). */
const types = [
  'null',
  'label for',
  'labelled by',
  'controller for',
  'controlled by',
  'member of',
  'tooltip for',
  'node child of',
  'node parent of',
  'extended',
  'flows to',
  'flows from',
  'subwindow of',
  'embeds',
  'embedded by',
  'popup for',
  'parent window of',
  'description for',
  'described by',
  'details',
  'details for',
  'error message',
  'error for',
];

/** How the element stands to others. @throws DBusFailure where the app does not say */
export async function readRelations(subject: Subject): Promise<readonly Relation<RawLink>[]> {
  const { accessibles, facts, signal } = subject;
  const found = await accessibles.call(facts.ref, names.accessible, 'GetRelationSet', signal);
  const set = (Array.isArray(found) ? found : []).filter(Array.isArray) as unknown[][];
  return Promise.all(
    set.map(async ([type, targets]) => ({
      type: types[number(type)] ?? `relation ${number(type)}`,
      targets: await readLinks(subject, refs(targets)),
    })),
  );
}
