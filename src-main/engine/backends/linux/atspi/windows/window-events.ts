import type { Message } from '../../dbus/message.ts';
import * as names from '../vocabulary/names.ts';

const windowStates = new Set<unknown>(['active', 'iconified', 'showing', 'defunct']);

/**
 * Whether an event may be about a window that came, went, or is another now: a hint for who keeps a list of them.
 * @param isKnown whether that is a window in the list
 */
export function announcesWindows(message: Message, isKnown: (bus: string, path: string) => boolean): boolean {
  const { interface: face, member, path, sender } = message;
  if (face === names.windowEvents) return true;
  if (face === names.bus) return member === 'NameOwnerChanged';
  if (face !== names.objectEvents) return false;
  if (member === 'ChildrenChanged') return path === names.rootPath;
  if (!isKnown(sender, path)) return false;
  const [what] = message.body();
  return member === 'PropertyChange' ? what === 'accessible-name' : member === 'StateChanged' && windowStates.has(what);
}
