import type { KeyReceiver } from '#contract/model/key-receiver';
import { readGuiThread } from '../../native/gui-thread.ts';
import { ancestor, getAncestor, getForegroundWindow } from '../../native/window.ts';
import { formatWindowId } from '../../native/window-id.ts';
import type { WindowList } from '../list/window-list.ts';

/** `GetGUIThreadInfo` takes it for the thread that has the foreground. */
const foregroundThread = 0;

/**
 * Where keys arrive on Windows: in the focus of the thread in front, which may lie in a pop-up of the foreground window.
 * No program can take them for itself but by a hook, which nothing reports.
 */
export function keyReceiver(list: WindowList): KeyReceiver | null {
  const foreground = getForegroundWindow();
  const { focus } = readGuiThread(foregroundThread);
  const top = getAncestor(focus || foreground, ancestor.root);
  const isOfForeground = getAncestor(top, ancestor.rootOwner) === getAncestor(foreground, ancestor.rootOwner);
  const window = isOfForeground ? foreground : top;
  if (window === 0) return null;
  const { app = '', title = '', className = '' } = list.find(window)?.info ?? {};
  return { window: formatWindowId(window), app, title, className, held: false };
}
