import type { Relation } from '#contract/model/elements/element-facts';
import type { RawDetails, RawLink } from '../../../../backend.ts';
import { allCharacters, nameCharacters } from '../../../row-text.ts';
import { scoped } from '../../com/memory.ts';
import { readText } from '../../native/types.ts';
import { method } from '../../com/method.ts';
import { query } from '../../com/create.ts';
import { ask, askChildCount } from '../elements.ts';
import { reach, type UiaScope } from '../reach.ts';
import { CachedProperties, handleOf } from '../reading/row-properties.ts';
import { rowOf, valueOf } from '../reading/row.ts';
import { lcidToLocaleName } from '../api.ts';
import { orNull, type UiaElement } from '../client.ts';
import { readPatternFacts, type Extent, linksTo, linkTo } from './facts.ts';
import { offered, patternsOf } from './patterns.ts';
import { attributesOf, detailProperties, shownProperties } from './properties.ts';

/**
 * All details of an element: one query for its own properties, and one for each list of related elements.
 * @param extent `alone` omits facts for which an app may have to search thousands of elements, or a whole document
 * @throws ComFailure, AppError if it is gone
 */
export function readDetails(place: UiaScope, runtimeId: string, extent: Extent = 'all'): RawDetails {
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

/** LOCALE_NAME_MAX_LENGTH of winnls.h. */
const longestName = 85;

/** `en_GB` for an LCID; null if unknown. */
function localeOf(lcid: number): string | null {
  if (lcid <= 0) return null;
  // The result counts the terminator.
  const name = readText(longestName, (buffer, size) => lcidToLocaleName(lcid, buffer, size, 0) - 1);
  return name === '' ? null : name.replaceAll('-', '_');
}

const getLabeledBy = method('IUIAutomationElement', 'get_CurrentLabeledBy');

const getFlowsFrom = method('IUIAutomationElement2', 'get_CurrentFlowsFrom');

const lists = [
  ['controller for', method('IUIAutomationElement', 'get_CurrentControllerFor')],
  ['described by', method('IUIAutomationElement', 'get_CurrentDescribedBy')],
  ['flows to', method('IUIAutomationElement', 'get_CurrentFlowsTo')],
] as const;

/** Related elements. */
function readRelations(place: UiaScope, element: UiaElement): readonly Relation<RawLink>[] {
  const found: Relation<RawLink>[] = [];
  const add = (type: string, read: () => readonly RawLink[]) => {
    // An unsupported relation does not exist.
    const targets = orNull(read) ?? [];
    if (targets.length > 0) found.push({ type, targets });
  };
  scoped((scope) => {
    add('labeled by', () => {
      const label = getLabeledBy(scope, element);
      const link = label && linkTo(place, label);
      return link ? [link] : [];
    });
    for (const [type, read] of lists) add(type, () => linksTo(place, read(scope, element)).links);
    add('flows from', () => {
      const newer = query(scope, element, 'IUIAutomationElement2');
      return newer ? linksTo(place, getFlowsFrom(scope, newer)).links : [];
    });
  });
  return found;
}
