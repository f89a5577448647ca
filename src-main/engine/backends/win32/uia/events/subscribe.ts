import { createHandler, type HandlerName } from '../../com/handler.ts';
import { Scope } from '../../com/scope.ts';
import type { Hwnd } from '../../native/types.ts';
import type { HandlerThread } from './handler-thread.ts';

/** Ends what it was given for. Afterwards a last call may be under way still. */
export type EndSubscription = () => Promise<void>;

/**
 * Calls back, on this thread, whenever elements of a window tell that something changed, until it is ended. What this Windows
 * or the app does not tell is not told.
 */
export async function subscribe(thread: HandlerThread, window: Hwnd, changed: () => void): Promise<EndSubscription> {
  const scope = new Scope();
  const handler = (type: HandlerName): number => {
    const made = createHandler(type, changed);
    // Our own reference, beside those of UI Automation.
    scope.own(made);
    return made;
  };
  const id = await thread.add(window, {
    structure: handler('IUIAutomationStructureChangedEventHandler'),
    property: handler('IUIAutomationPropertyChangedEventHandler'),
    focus: handler('IUIAutomationFocusChangedEventHandler'),
    opening: handler('IUIAutomationEventHandler'),
  });
  return async () => {
    await thread.remove(id);
    scope.release();
  };
}
