import type { RawDetails } from '../../../../backend.ts';
import { allCharacters, nameCharacters } from '../../../row-text.ts';
import { scoped } from '../../com/scope.ts';
import { ask, askChildCount } from '../elements.ts';
import { reach, type Place } from '../reach.ts';
import { CachedProperties, handleOf } from '../reading/row-properties.ts';
import { rowOf, valueOf } from '../reading/row.ts';
import { readPatternFacts, type Extent } from './facts.ts';
import { localeOf } from './locale.ts';
import { offered, patternsOf } from './patterns.ts';
import { attributesOf, detailProperties, shownProperties } from './properties.ts';
import { readRelations } from './relations.ts';

/**
 * Everything about one element: one question for its own properties, and one for each list of others it names.
 * @param extent `alone` leaves out what an app may have to go through thousands of its elements for, or a whole document
 * @throws ComFailure, AppError where it is gone
 */
export function readDetails(place: Place, runtimeId: string, extent: Extent = 'all'): RawDetails {
  const { client, window } = place;
  const element = reach(place, runtimeId);
  return scoped((scope) => {
    const properties = new CachedProperties(ask(client, scope, element, detailProperties));
    const names = offered(properties);
    const isWindow = handleOf(properties) === window;
    const action = properties.text('LegacyIAccessibleDefaultAction');
    const framework = properties.text('FrameworkId');
    return {
      ...rowOf(properties, runtimeId, nameCharacters),
      value: valueOf(properties, allCharacters),
      childCount: extent === 'alone' ? 0 : askChildCount(client, properties.element),
      ...readPatternFacts(place, properties, names, extent),
      patterns: patternsOf(properties, names, isWindow),
      actions: action === '' ? [] : [action],
      relations: readRelations(place, properties.element),
      attributes: attributesOf(properties),
      interfaces: [...names].sort(),
      toolkit: framework === '' ? null : { name: framework, version: '' },
      processId: properties.number('ProcessId'),
      locale: localeOf(properties.number('Culture') ?? 0),
      properties: shownProperties(properties, names),
    };
  });
}
