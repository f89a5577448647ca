import { maxLinks } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { propertyIds } from '../../com/generated/ids.ts';
import type { ComPointer } from '../../com/pointer.ts';
import { scoped } from '../../com/scope.ts';
import { orNull, type UiaElement } from '../client.ts';
import { controlTypeOf } from '../control-types.ts';
import { ask, countOf, elementsOf } from '../elements.ts';
import type { Place } from '../reach.ts';
import { runtimeIdOf } from '../reading/row.ts';
import { CachedProperties } from '../reading/row-properties.ts';

const properties: readonly number[] = [propertyIds.RuntimeId, propertyIds.Name, propertyIds.ControlType];

/** A line about another element; null where it is gone or has no id. It can be asked for by that id from now on. */
export function linkTo({ client, known }: Place, element: UiaElement): RawLink | null {
  return scoped((scope) => {
    const asked = orNull(() => ask(client, scope, element, properties));
    if (asked === null) return null;
    const cached = new CachedProperties(asked);
    const runtimeId = runtimeIdOf(cached);
    if (runtimeId === null) return null;
    known.keep(runtimeId, asked);
    return { runtimeId, name: cached.text('Name'), controlType: controlTypeOf(cached.value('ControlType')) };
  });
}

export interface Links {
  readonly count: number;
  readonly links: readonly RawLink[];
}

/** Of the first elements, as many as a list shows. */
export function linksTo(place: Place, array: ComPointer<'IUIAutomationElementArray'> | null): Links {
  return scoped((scope) => ({
    count: countOf(array),
    links: elementsOf(scope, array, 0, maxLinks)
      .map((element) => linkTo(place, element))
      .filter((link) => link !== null),
  }));
}
