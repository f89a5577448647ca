import type { ElementState } from '#contract/model/elements/element';
import type { Relation } from '#contract/model/elements/element-facts';
import type { RawDetails, RawLink } from '../../../../backend.ts';
import { allCharacters, nameCharacters } from '../../../row-text.ts';
import { number, text, type Accessibles, refs } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { offeredPatterns, readPatternFacts } from '../patterns/offered.ts';
import { readFacts, readRest, rowOf } from '../reading/facts.ts';
import type { Subject } from '../reading/subject.ts';
import { placeInList } from '../places/swing-items.ts';
import { seeRow } from '../visibility/see.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import { readLinks } from '../reading/links.ts';

/**
 * All details of one element: first its facts, then everything they list, concurrently. @throws DBusFailure if the element is
 * gone
 */
export async function readDetails(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<RawDetails> {
  const facts = await readFacts(accessibles, frame, ref, signal);
  const subject: Subject = { accessibles, frame, facts, signal };
  const [rest, found, relations, attributes, locale, toolkit, processId] = await Promise.all([
    readRest(accessibles, frame, facts, allCharacters, signal),
    readPatternFacts(subject),
    orElse(readRelations(subject), []),
    orElse(accessibles.attributes(ref, signal), new Map<string, string>()),
    orElse(accessibles.property(ref, names.accessible, 'Locale', signal), null),
    readToolkit(subject),
    orElse(readProcessId(subject), null),
  ]);
  const { actions, isItem: _, states, ...facets } = found;
  const row = await seeRow(accessibles, frame, { ...rowOf(frame, facts, nameCharacters), ...rest }, signal);
  const isLost = frame.toolkit.losesItems && row.bounds === null && row.states.includes('offscreen');
  const bounds = isLost ? await orElse(placeInList(accessibles, frame, ref, signal), null) : row.bounds;
  return {
    ...row,
    bounds,
    ...facets,
    states: united(row.states, states),
    patterns: offeredPatterns(subject, found),
    actions,
    relations,
    attributes: Object.fromEntries(attributes),
    interfaces: [...facts.interfaces].sort(),
    toolkit,
    processId,
    views: null,
    dock: null,
    locale: text(locale) || null,
    properties: { path: ref.path, bus: ref.bus },
  };
}

async function readToolkit({ accessibles, frame, facts, signal }: Subject): Promise<RawDetails['toolkit']> {
  const app: Ref = { bus: facts.ref.bus, path: names.rootPath };
  const version = await orElse(accessibles.property(app, names.application, 'Version', signal), '');
  return { name: frame.toolkit.name, version: text(version) };
}

const bus: Ref = { bus: names.bus, path: '/org/freedesktop/DBus' };

async function readProcessId({ accessibles, facts, signal }: Subject): Promise<number> {
  return number(await accessibles.call(bus, names.bus, 'GetConnectionUnixProcessID', signal, 's', [facts.ref.bus]));
}

function united(own: readonly ElementState[], more: readonly ElementState[]): readonly ElementState[] {
  return [...new Set([...own, ...more])];
}

/** AtspiRelationType in order (atspi-constants.h). */
const relationTypes = [
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

/** Relations of the element. @throws DBusFailure if the app does not report */
async function readRelations(subject: Subject): Promise<readonly Relation<RawLink>[]> {
  const { accessibles, facts, signal } = subject;
  const found = await accessibles.call(facts.ref, names.accessible, 'GetRelationSet', signal);
  const set = (Array.isArray(found) ? found : []).filter(Array.isArray) as unknown[][];
  return Promise.all(
    set.map(async ([type, targets]) => ({
      type: relationTypes[number(type)] ?? `relation ${number(type)}`,
      targets: await readLinks(subject, refs(targets)),
    })),
  );
}
