import type { Relation } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { method } from '../../com/method.ts';
import { query } from '../../com/create.ts';
import { scoped } from '../../com/scope.ts';
import { orNull, type UiaElement } from '../client.ts';
import type { Place } from '../reach.ts';
import { linksTo, linkTo } from './links.ts';

const getLabeledBy = method('IUIAutomationElement', 'get_CurrentLabeledBy');
const getFlowsFrom = method('IUIAutomationElement2', 'get_CurrentFlowsFrom');

const lists = [
  ['controller for', method('IUIAutomationElement', 'get_CurrentControllerFor')],
  ['described by', method('IUIAutomationElement', 'get_CurrentDescribedBy')],
  ['flows to', method('IUIAutomationElement', 'get_CurrentFlowsTo')],
] as const;

/** Other elements that an element names. */
export function readRelations(place: Place, element: UiaElement): readonly Relation<RawLink>[] {
  const found: Relation<RawLink>[] = [];
  const add = (type: string, read: () => readonly RawLink[]) => {
    // What is not offered is no relation.
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
