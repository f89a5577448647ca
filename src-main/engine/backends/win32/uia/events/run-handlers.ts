import type { MessagePort } from 'node:worker_threads';
import { createLog } from '../../../../../base/log.ts';
import { treeScope } from '../../com/generated/enums.ts';
import { eventIds, propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { type ComPointer, Scope } from '../../com/memory.ts';
import { ComFailure } from '../../native/errors.ts';
import type { Hwnd } from '../../native/types.ts';
import { given, UiaClient, type UiaElement } from '../client.ts';
import { senderProperties } from './read-event.ts';
import type { FromUiaHandlers, HandlerAddresses, ToUiaHandlers } from './messages.ts';

const log = createLog('engine, element events');

const elementFromHandle = method('IUIAutomation', 'ElementFromHandle');
const addStructure = method('IUIAutomation', 'AddStructureChangedEventHandler');
const removeStructure = method('IUIAutomation', 'RemoveStructureChangedEventHandler');
const addProperty = method('IUIAutomation', 'AddPropertyChangedEventHandler');
const removeProperty = method('IUIAutomation', 'RemovePropertyChangedEventHandler');
const addFocus = method('IUIAutomation', 'AddFocusChangedEventHandler');
const removeFocus = method('IUIAutomation', 'RemoveFocusChangedEventHandler');
const addEvent = method('IUIAutomation', 'AddAutomationEventHandler');
const removeEvent = method('IUIAutomation', 'RemoveAutomationEventHandler');

/**
 * The properties of a row, except those that apps change continuously, where each event would cause further queries: bounds and
 * visibility (a scrolled list would report every row), and progress values. Without a hint, Inspect polls once a second, a
 * recording after the next input.
 */
const properties: readonly number[] = [
  propertyIds.Name,
  propertyIds.IsEnabled,
  propertyIds.ValueValue,
  propertyIds.ToggleToggleState,
  propertyIds.ExpandCollapseExpandCollapseState,
  propertyIds.SelectionItemIsSelected,
];
const openings: readonly number[] = [eventIds.MenuOpened, eventIds.MenuClosed, eventIds.Window_WindowOpened];

/** Additional events for readers of a log. */
const moreProperties: readonly number[] = [
  propertyIds.RangeValueValue,
  propertyIds.BoundingRectangle,
  propertyIds.IsOffscreen,
  propertyIds.HelpText,
  propertyIds.ItemStatus,
];
const moreEvents: readonly number[] = [
  eventIds.Window_WindowClosed,
  eventIds.ToolTipOpened,
  eventIds.ToolTipClosed,
  eventIds.Invoke_Invoked,
  eventIds.SelectionItem_ElementSelected,
  eventIds.Selection_Invalidated,
  eventIds.Text_TextChanged,
  eventIds.Text_TextSelectionChanged,
  eventIds.LayoutInvalidated,
];

/** Adds and removes handlers on request, one at a time. */
export function runUiaHandlers(port: MessagePort): void {
  const added = new Map<number, () => void>();
  let client: UiaClient | null = null;

  const obey = ({ id, ...wanted }: Exclude<ToUiaHandlers, null>) => {
    added.get(id)?.();
    added.delete(id);
    try {
      if (wanted.handlers) added.set(id, addHandlers((client ??= new UiaClient()), wanted));
    } catch (error) {
      log('info', 'a window is not watched', error);
    }
    port.postMessage({ id } satisfies FromUiaHandlers);
  };

  port.postMessage({ id: 0 } satisfies FromUiaHandlers);
  port.on('message', (message: ToUiaHandlers) => {
    if (message !== null) {
      obey(message);
      return;
    }
    for (const remove of added.values()) remove();
    port.close();
  });
}

interface Wanted {
  readonly window: Hwnd;
  readonly handlers: HandlerAddresses;
  readonly detailed: boolean;
}

/** Returns the function that removes them. @throws ComFailure, AppError if the window is gone */
function addHandlers(client: UiaClient, { window, ...wanted }: Wanted): () => void {
  const scope = new Scope();
  try {
    const root = given(elementFromHandle(scope, client.automation, window), 'ElementFromHandle');
    const removals = kindsOf(client, root, wanted).flatMap(({ add, remove }) => (goesWell(add) ? [remove] : []));
    return () => {
      for (const remove of removals) goesWell(remove);
      scope.release();
    };
  } catch (error) {
    scope.release();
    throw error;
  }
}

interface Kind {
  readonly add: () => void;
  readonly remove: () => void;
}

function kindsOf(client: UiaClient, root: UiaElement, wanted: Omit<Wanted, 'window'>): readonly Kind[] {
  const { automation } = client;
  const { handlers, detailed } = wanted;
  const cached = detailed ? client.request(senderProperties, 'Element') : null;
  const allProperties = detailed ? [...properties, ...moreProperties] : properties;
  const allEvents = detailed ? [...openings, ...moreEvents] : openings;
  const structure = handlers.structure as ComPointer<'IUIAutomationStructureChangedEventHandler'>;
  const property = handlers.property as ComPointer<'IUIAutomationPropertyChangedEventHandler'>;
  const focus = handlers.focus as ComPointer<'IUIAutomationFocusChangedEventHandler'>;
  const opening = handlers.opening as ComPointer<'IUIAutomationEventHandler'>;
  return [
    {
      add: () => addStructure(automation, root, treeScope.Subtree, cached, structure),
      remove: () => removeStructure(automation, root, structure),
    },
    {
      add: () => addProperty(automation, root, treeScope.Subtree, cached, property, allProperties),
      remove: () => removeProperty(automation, root, property),
    },
    { add: () => addFocus(automation, cached, focus), remove: () => removeFocus(automation, focus) },
    ...allEvents.map((event) => ({
      add: () => addEvent(automation, event, root, treeScope.Subtree, cached, opening),
      remove: () => removeEvent(automation, event, root, opening),
    })),
  ];
}

/** Whether it succeeded: not every Windows supports every event, and a window may be gone. */
function goesWell(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (error instanceof ComFailure) return false;
    throw error;
  }
}
