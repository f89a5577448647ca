import { createHandler, type HandlerName } from '../../com/handler.ts';
import { treeScope } from '../../com/generated/enums.ts';
import { eventIds, propertyIds } from '../../com/generated/ids.ts';
import { method, methodElsewhere } from '../../com/method.ts';
import type { ComPointer } from '../../com/pointer.ts';
import { Scope, type Owner } from '../../com/scope.ts';
import { ComFailure } from '../../native/failure.ts';
import type { Hwnd } from '../../native/types.ts';
import { given, type UiaClient, type UiaElement } from '../client.ts';

const elementFromHandle = method('IUIAutomation', 'ElementFromHandle');
const addStructure = methodElsewhere('IUIAutomation', 'AddStructureChangedEventHandler');
const removeStructure = methodElsewhere('IUIAutomation', 'RemoveStructureChangedEventHandler');
const addProperty = methodElsewhere('IUIAutomation', 'AddPropertyChangedEventHandler');
const removeProperty = methodElsewhere('IUIAutomation', 'RemovePropertyChangedEventHandler');
const addFocus = methodElsewhere('IUIAutomation', 'AddFocusChangedEventHandler');
const removeFocus = methodElsewhere('IUIAutomation', 'RemoveFocusChangedEventHandler');
const addEvent = methodElsewhere('IUIAutomation', 'AddAutomationEventHandler');
const removeEvent = methodElsewhere('IUIAutomation', 'RemoveAutomationEventHandler');

/** What a tree shows of an element. Its place is left out: a scrolled list would tell of every row. */
const properties: readonly number[] = [
  propertyIds.Name,
  propertyIds.IsEnabled,
  propertyIds.IsOffscreen,
  propertyIds.ValueValue,
  propertyIds.ToggleToggleState,
  propertyIds.ExpandCollapseExpandCollapseState,
  propertyIds.SelectionItemIsSelected,
  propertyIds.RangeValueValue,
];
const openings = [eventIds.MenuOpened, eventIds.MenuClosed, eventIds.Window_WindowOpened] as const;

/** Ends what it was given for. Afterwards a last call may be under way still. */
export type EndSubscription = () => Promise<void>;

/**
 * Calls back whenever elements of a window tell that something changed, until it is ended. What this Windows or the app
 * does not tell is not told. Handlers are added and removed on another thread, since either may wait for one that is
 * called at that moment, on this thread; and one after the other, as UI Automation wants it:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
 * @throws ComFailure where the window is gone
 */
export async function subscribe(client: UiaClient, window: Hwnd, changed: () => void): Promise<EndSubscription> {
  const scope = new Scope();
  const removals: EndSubscription[] = [];
  const end = async () => {
    for (const remove of removals.splice(0)) await goesWell(remove());
    scope.release();
  };
  try {
    const root = given(elementFromHandle(scope, client.automation, window), 'ElementFromHandle');
    for (const { add, remove } of subscriptions(client, scope, root, changed)) {
      if (await goesWell(add())) removals.push(remove);
    }
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

interface Handled {
  readonly add: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** @param owner has our own references to the handlers, beside those of UI Automation */
function subscriptions(
  { automation }: UiaClient,
  owner: Owner,
  root: UiaElement,
  changed: () => void,
): readonly Handled[] {
  const handler = <I extends HandlerName>(type: I): ComPointer<I> => {
    const made = createHandler(type, changed);
    owner.own(made as ComPointer);
    return made;
  };
  const structure = handler('IUIAutomationStructureChangedEventHandler');
  const property = handler('IUIAutomationPropertyChangedEventHandler');
  const focus = handler('IUIAutomationFocusChangedEventHandler');
  const opening = handler('IUIAutomationEventHandler');
  return [
    {
      add: () => addStructure(automation, root, treeScope.Subtree, null, structure),
      remove: () => removeStructure(automation, root, structure),
    },
    {
      add: () => addProperty(automation, root, treeScope.Subtree, null, property, properties),
      remove: () => removeProperty(automation, root, property),
    },
    { add: () => addFocus(automation, null, focus), remove: () => removeFocus(automation, focus) },
    ...openings.map((event) => ({
      add: () => addEvent(automation, event, root, treeScope.Subtree, null, opening),
      remove: () => removeEvent(automation, event, root, opening),
    })),
  ];
}

/** Whether it did: not every Windows has every event, and a window may be gone. */
async function goesWell(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ComFailure) return false;
    throw error;
  }
}
