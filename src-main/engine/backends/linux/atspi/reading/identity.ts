import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import * as questions from '../bus/questions.ts';
import { orInstead } from '../bus/questions.ts';
import { controlTypeIn } from '../toolkits/meaning.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { controlTypeOf, roleSet } from '../vocabulary/roles.ts';
import type { StateSet } from '../vocabulary/states.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import type { Frame } from '../frames/frame.ts';
import { isValueInAttributes } from './value.ts';

interface Identified {
  readonly ref: Ref;
  readonly role: number;
  readonly states: StateSet;
  /** If they were part of the same answer. */
  readonly attributes?: ReadonlyMap<string, string> | null;
}

/** The control type of an element by its role, and by its HTML tag if known. */
export function typeIn(frame: Frame, facts: Identified, tag?: string): ControlType {
  return sameRef(facts.ref, frame.ref) ? controlTypeOf(facts.role) : controlTypeIn(frame.toolkit, { ...facts, tag });
}

/** Text nodes of a page; not elements of the page, and without ids. */
const pieceOfText = roleSet('static');

/** Whether to query the developer's id. */
export function mayHaveId({ toolkit }: Frame, { role }: Identified): boolean {
  return toolkit.idIn === 'property' || (toolkit.idIn === 'attribute' && !pieceOfText.has(role));
}

const idless = orInstead(questions.accessibleId, '');
const withoutAttributes = orInstead(questions.attributes, new Map<string, string>());

export type Identity = Partial<Pick<RawNode, 'automationId' | 'controlType' | 'value'>>;

/** The id, and role and value where the element's attributes are more accurate than its role and text. */
export function readIdentity(
  accessibles: Accessibles,
  frame: Frame,
  facts: Identified,
  signal: AbortSignal,
): Promise<Identity> {
  return new Promise((resolve, reject) => requestIdentity(accessibles, frame, facts, signal, resolve, reject));
}

/** Same without promises: one of the two functions is called once. They must not throw. */
export function requestIdentity(
  accessibles: Accessibles,
  frame: Frame,
  facts: Identified,
  signal: AbortSignal,
  resolve: (identity: Identity) => void,
  reject: (error: unknown) => void,
): void {
  const { ref, attributes } = facts;
  switch (frame.toolkit.idIn) {
    case 'property':
      accessibles.request(ref, idless, signal, (id) => resolve({ automationId: ownId(frame, id) }), reject);
      return;
    case 'attribute':
      if (attributes) resolve(identityIn(frame, facts, attributes));
      else {
        const answered = (found: ReadonlyMap<string, string>) => resolve(identityIn(frame, facts, found));
        accessibles.request(ref, withoutAttributes, signal, answered, reject);
      }
      return;
    case null:
      resolve({});
  }
}

function ownId({ toolkit }: Frame, id: string): string {
  return toolkit.madeUpIds?.test(id) ? '' : id;
}

function windowsIn(attributes: ReadonlyMap<string, string>): string | null {
  const reported = attributes.get('valuetext');
  return reported === undefined ? null : shortened(reported, rowCharacters);
}

function identityIn(
  frame: Frame,
  facts: Identified,
  attributes: ReadonlyMap<string, string>,
): Pick<RawNode, 'automationId' | 'controlType'> & Partial<Pick<RawNode, 'value'>> {
  return {
    automationId: attributes.get('id') ?? '',
    controlType: typeIn(frame, facts, attributes.get('tag')),
    ...(isValueInAttributes(frame.toolkit, facts) && { value: windowsIn(attributes) }),
  };
}
