import type { Hwnd } from '../../native/types.ts';
import { readGuiThread } from '../../native/gui-thread.ts';
import { styles, exStyles } from '../../native/constants.ts';
import { ancestor, classNameOf, getAncestor, getWindow, relation } from '../../native/window.ts';
import { exStyleOf, processOf, styleOf } from './facts.ts';

/** Pop-ups that are temporarily in front of a window and part of it, by {@link kindOf}. */
const popups = new Set(['menu', 'combo', 'tooltip']);

export function isPopup(kind: string): boolean {
  return popups.has(kind);
}

/** The owner of a pop-up. */
export function behind(popup: Hwnd): Hwnd {
  const owner = getWindow(popup, relation.owner);
  if (owner !== 0) return getAncestor(owner, ancestor.root);
  const { menuOwner, active } = readGuiThread(processOf(popup).threadId);
  return getAncestor(menuOwner || active || popup, ancestor.root);
}

/** Whether a window is a pop-up of another: of Windows' own classes, or an app's window without a title bar. */
export function isPopupOf(window: Hwnd, above: Hwnd): boolean {
  const style = styleOf(above);
  if ((style & styles.caption) === styles.caption) return false;
  const owner = getWindow(above, relation.owner);
  if (isPopup(kindOf(classNameOf(above), style, exStyleOf(above), owner))) return behind(above) === window;
  return owner !== 0 && getAncestor(owner, ancestor.rootOwner) === getAncestor(window, ancestor.rootOwner);
}

/** Classes that Windows itself makes: https://learn.microsoft.com/windows/win32/winmsg/about-window-classes#system-classes */
const byClass: Readonly<Record<string, string>> = {
  '#32768': 'menu',
  '#32770': 'dialog',
  '#32769': 'desktop',
  ComboLBox: 'combo',
  tooltips_class32: 'tooltip',
  Shell_TrayWnd: 'dock',
  Shell_SecondaryTrayWnd: 'dock',
  Progman: 'desktop',
  WorkerW: 'desktop',
};

/** The kind of a window: `normal`, `dialog`, `utility`, `menu`, `combo`, `tooltip`, `dock` or `desktop`. */
export function kindOf(className: string, style: number, exStyle: number, owner: Hwnd): string {
  const known = byClass[className];
  if (known !== undefined) return known;
  if ((exStyle & exStyles.toolWindow) !== 0) return 'utility';
  const titled = (style & styles.caption) === styles.caption;
  return owner !== 0 && titled ? 'dialog' : 'normal';
}
