import { existsSync } from 'node:fs';
import path from 'node:path';

/** What draws a window, by the names toolkits give their window classes. */
const classes: readonly (readonly [toolkit: string, className: RegExp])[] = [
  ['chromium', /^Chrome_WidgetWin_\d/],
  ['firefox', /^MozillaWindowClass$/],
  ['qt6', /^Qt6\d*QWindow/],
  ['qt5', /^Qt5\d*QWindow/],
  ['qt4', /^QWidget$/],
  ['wpf', /^HwndWrapper\[/],
  ['winforms', /^WindowsForms10\./],
  ['uwp', /^(ApplicationFrameWindow|Windows\.UI\.Core\.CoreWindow)$/],
  ['winui3', /^(WinUIDesktopWin32WindowClass|CASCADIA_HOSTING_WINDOW_CLASS)$/],
  ['java', /^SunAwt(Frame|Dialog|Window)$/],
  ['javafx', /^GlassWndClass/],
  ['swt', /^SWT_Window/],
  ['libreoffice', /^SAL(SUB)?FRAME$/],
  ['gtk4', /^gdkSurface/],
  ['gtk3', /^gdkWindow/],
  ['wx', /^wxWindow/],
  ['tk', /^TkTopLevel$/],
  ['flutter', /^FLUTTER_RUNNER_WIN32_WINDOW$/],
  ['office', /^(OpusApp|XLMAIN|PPTFrameClass|rctrl_renwnd32)$/],
  ['mfc', /^Afx:/],
  ['vcl', /^T(Form|Application|Main)\w*$/],
  ['console', /^ConsoleWindowClass$/],
];

/** @returns empty where the class reports nothing @param executable path of its program, empty where unknown */
export function toolkitOf(className: string, executable: string): string {
  const toolkit = classes.find(([, pattern]) => pattern.test(className))?.[0] ?? '';
  return toolkit === 'chromium' && isElectron(executable) ? 'electron' : toolkit;
}

const electrons = new Map<string, boolean>();

/** Electron apps bring their code beside the executable, which Chromium and its other kin do not. */
function isElectron(executable: string): boolean {
  if (executable === '') return false;
  const known = electrons.get(executable);
  if (known !== undefined) return known;
  const resources = path.win32.join(path.win32.dirname(executable), 'resources');
  const found = ['app.asar', 'default_app.asar', 'app'].some((name) => existsSync(path.win32.join(resources, name)));
  electrons.set(executable, found);
  return found;
}
