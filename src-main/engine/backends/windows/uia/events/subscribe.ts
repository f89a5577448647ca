import { disposable, DisposableStore, type Disposable } from '../../../../../base/disposable.ts';
import { createHandler } from '../../com/handler.ts';
import { treeScope } from '../../com/generated/enums.ts';
import { eventIds, propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { release } from '../../com/pointer.ts';
import { Scope } from '../../com/scope.ts';
import type { Hwnd } from '../../native/types.ts';
import { attempt, given, type UiaClient, type UiaElement } from '../client.ts';

const elementFromHandle = method('IUIAutomation', 'ElementFromHandle');
const addStructure = method('IUIAutomation', 'AddStructureChangedEventHandler');
const removeStructure = method('IUIAutomation', 'RemoveStructureChangedEventHandler');
const addProperty = method('IUIAutomation', 'AddPropertyChangedEventHandler');
const removeProperty = method('IUIAutomation', 'RemovePropertyChangedEventHandler');
const addFocus = method('IUIAutomation', 'AddFocusChangedEventHandler');
const removeFocus = method('IUIAutomation', 'RemoveFocusChangedEventHandler');
const addEvent = method('IUIAutomation', 'AddAutomationEventHandler');
const removeEvent = method('IUIAutomation', 'RemoveAutomationEventHandler');

/** What a tree shows of an element. Its place is left out: a scrolled list would tell of every row. */
const properties: readonly number[] = [
  ...[propertyIds.Name, propertyIds.IsEnabled, propertyIds.IsOffscreen, propertyIds.ValueValue],
  ...[propertyIds.ToggleToggleState, propertyIds.ExpandCollapseExpandCollapseState],
  ...[propertyIds.SelectionItemIsSelected, propertyIds.RangeValueValue],
];
const openings = [eventIds.MenuOpened, eventIds.MenuClosed, eventIds.Window_WindowOpened] as const;

/**
 * Calls back whenever elements of a window tell that something changed, until disposed. What this Windows or the app does
 * not tell is not told.
 * @throws ComFailure where the window is gone
 */
export function subscribe(client: UiaClient, window: Hwnd, changed: () => void): Disposable {
  const owned = new DisposableStore();
  const scope = new Scope();
  owned.add(disposable(() => scope.release()));
  try {
    const root = given(elementFromHandle(scope, client.automation, window), 'ElementFromHandle');
    for (const subscription of subscriptions(client, root, changed)) owned.add(subscription);
  } catch (error) {
    owned.dispose();
    throw error;
  }
  return owned;
}

function subscriptions({ automation }: UiaClient, root: UiaElement, changed: () => void): readonly Disposable[] {
  const structure = createHandler('IUIAutomationStructureChangedEventHandler', changed);
  const property = createHandler('IUIAutomationPropertyChangedEventHandler', changed);
  const focus = createHandler('IUIAutomationFocusChangedEventHandler', changed);
  const opening = createHandler('IUIAutomationEventHandler', changed);
  const on = (added: boolean, remove: () => unknown) => (added ? [disposable(() => void attempt(remove))] : []);
  return [
    ...on(attempt(addStructure, automation, root, treeScope.Subtree, null, structure), () =>
      removeStructure(automation, root, structure),
    ),
    ...on(attempt(addProperty, automation, root, treeScope.Subtree, null, property, properties), () =>
      removeProperty(automation, root, property),
    ),
    ...on(attempt(addFocus, automation, null, focus), () => removeFocus(automation, focus)),
    ...openings.flatMap((event) =>
      on(attempt(addEvent, automation, event, root, treeScope.Subtree, null, opening), () =>
        removeEvent(automation, event, root, opening),
      ),
    ),
    // Our own references; what UI Automation holds, it has released with the lines above.
    ...[structure, property, focus, opening].map((handler) => disposable(() => void release(handler))),
  ];
}
