import type { Owner } from '../../com/scope.ts';
import type { UiaElement } from '../client.ts';
import type { Place } from '../reach.ts';

/** An element to be operated. */
export interface Subject {
  readonly place: Place;
  readonly element: UiaElement;
  /** Of what is needed no longer than the call. */
  readonly owner: Owner;
}
