import type { ExactWords } from '../../../../backend.ts';
import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import type { Owner } from '../../com/scope.ts';
import { orNull, searchMs, type UiaElement } from '../client.ts';
import { patternOf } from '../details/facts.ts';
import { ask, elementsOf, identity } from '../elements.ts';
import type { Place } from '../reach.ts';
import { CachedProperties, rowProperties } from './row-properties.ts';

const findAll = method('IUIAutomationElement', 'FindAllBuildCache');
const findItem = method('IUIAutomationItemContainerPattern', 'FindItemByProperty');
const realize = method('IUIAutomationVirtualizedItemPattern', 'Realize');

/** In so many lists of a window it is looked for. */
const mostContainers = 8;

interface Search {
  readonly start: UiaElement;
  readonly where: number;
  readonly words: ExactWords;
}

/**
 * Items with those words that have no provider, since their lists show others now. They are given one, for which some apps
 * scroll to them: https://learn.microsoft.com/windows/win32/winauto/uiauto-workingwithvirtualizeditems
 */
export function findVirtual(place: Place, owner: Owner, { start, where, words }: Search): UiaElement[] {
  const { client } = place;
  const isContainer = client.condition(owner, propertyIds.IsItemContainerPatternAvailable, true);
  const request = client.request(identity, 'Element');
  const containers = client.patiently(() => findAll(owner, start, where, isContainer, request), searchMs);
  return elementsOf(owner, containers, 0, mostContainers).flatMap((container) => {
    const item = orNull(() => itemIn(owner, container, words));
    const row = item && orNull(() => rowOfItem(place, owner, item));
    return row && says(new CachedProperties(row), words) ? [row] : [];
  });
}

function itemIn(owner: Owner, container: UiaElement, { name, automationId }: ExactWords): UiaElement | null {
  const pattern = patternOf(owner, container, 'ItemContainer', 'IUIAutomationItemContainerPattern');
  if (!pattern) return null;
  return automationId === undefined
    ? findItem(owner, pattern, null, propertyIds.Name, name ?? '')
    : findItem(owner, pattern, null, propertyIds.AutomationId, automationId);
}

function rowOfItem({ client }: Place, owner: Owner, item: UiaElement): UiaElement {
  const asked = () => ask(client, owner, item, rowProperties);
  const known = orNull(asked);
  if (known) return known;
  const pattern = patternOf(owner, item, 'VirtualizedItem', 'IUIAutomationVirtualizedItemPattern');
  if (pattern) realize(pattern);
  return asked();
}

function says(properties: CachedProperties, { name, automationId }: ExactWords): boolean {
  return (
    properties.text('Name') === (name ?? properties.text('Name')) &&
    properties.text('AutomationId') === (automationId ?? properties.text('AutomationId'))
  );
}
