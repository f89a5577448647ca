import { propertyIds } from '../../com/generated/ids.ts';
import { treeScope } from '../../com/generated/enums.ts';
import { method } from '../../com/method.ts';
import type { UiaElement } from '../client.ts';
import { patternOf } from '../details/facts.ts';
import { elementsOf, identity } from '../elements.ts';
import { doAct } from './do-act.ts';
import { needed } from './needed.ts';
import type { Subject } from './subject.ts';

const getSelection = method('IUIAutomationSelectionPattern', 'GetCurrentSelection');
const findAll = method('IUIAutomationElement', 'FindAllBuildCache');
const selectOnly = method('IUIAutomationSelectionItemPattern', 'Select');
const add = method('IUIAutomationSelectionItemPattern', 'AddToSelection');
const remove = method('IUIAutomationSelectionItemPattern', 'RemoveFromSelection');
const ways = { only: selectOnly, add, remove } as const;

export function selectItem(subject: Subject, how: keyof typeof ways): void {
  doAct(subject, ways[how], needed(subject, 'SelectionItem', 'IUIAutomationSelectionItemPattern'));
}

/** Item by item: UI Automation has no word for all of them. */
export function selectItems(subject: Subject, wanted: 'all' | 'none'): void {
  const container = needed(subject, 'Selection', 'IUIAutomationSelectionPattern');
  if (wanted === 'none') forEach(subject, elementsOf(subject.owner, getSelection(subject.owner, container)), remove);
  else forEach(subject, selectable(subject), add);
}

function selectable({ place, element, owner }: Subject): readonly UiaElement[] {
  const { client } = place;
  const items = client.condition(owner, propertyIds.IsSelectionItemPatternAvailable, true);
  return elementsOf(owner, findAll(owner, element, treeScope.Children, items, client.request(identity, 'Element')));
}

function forEach(subject: Subject, items: readonly UiaElement[], act: typeof add): void {
  for (const item of items) {
    const pattern = patternOf(subject.owner, item, 'SelectionItem', 'IUIAutomationSelectionItemPattern');
    if (pattern) doAct({ ...subject, element: item }, act, pattern);
  }
}
