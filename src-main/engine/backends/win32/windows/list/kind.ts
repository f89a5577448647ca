import type { Hwnd } from '../../native/types.ts';
import { exStyles, styles } from '../../native/styles.ts';

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

/** What a window is for: `normal`, `dialog`, `utility`, `menu`, `combo`, `tooltip`, `dock` or `desktop`. */
export function kindOf(className: string, style: number, exStyle: number, owner: Hwnd): string {
  const known = byClass[className];
  if (known !== undefined) return known;
  if ((exStyle & exStyles.toolWindow) !== 0) return 'utility';
  const titled = (style & styles.caption) === styles.caption;
  return owner !== 0 && titled ? 'dialog' : 'normal';
}
