import { createHandler, type HandlerName, type Told } from '../../com/handler.ts';
import { Scope } from '../../com/scope.ts';
import type { Hwnd } from '../../native/types.ts';
import type { HandlerThread } from './handler-thread.ts';
import type { HandlerAddresses } from './messages.ts';

/** Ends what it was given for. Afterwards a last call may be under way still. */
export type EndSubscription = () => Promise<void>;

/** What a handler is for. */
export type Subject = keyof HandlerAddresses;

/**
 * Calls back, on this thread, whenever elements of a window tell that something changed, until it is ended. What this Windows
 * or the app does not tell is not told.
 * @param detailed whether more kinds of events are wanted, and senders with their rows
 */
export async function subscribe(
  thread: HandlerThread,
  window: Hwnd,
  changed: (subject: Subject, ...told: Told) => void,
  detailed = false,
): Promise<EndSubscription> {
  const scope = new Scope();
  const handler = (subject: Subject, type: HandlerName): number => {
    const made = createHandler(type, (...told) => changed(subject, ...told));
    // Our own reference, beside those of UI Automation.
    scope.own(made);
    return made;
  };
  const handlers = {
    structure: handler('structure', 'IUIAutomationStructureChangedEventHandler'),
    property: handler('property', 'IUIAutomationPropertyChangedEventHandler'),
    focus: handler('focus', 'IUIAutomationFocusChangedEventHandler'),
    opening: handler('opening', 'IUIAutomationEventHandler'),
  };
  const id = await thread.add(window, handlers, detailed);
  return async () => {
    await thread.remove(id);
    scope.release();
  };
}
