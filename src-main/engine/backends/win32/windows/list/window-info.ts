import { existsSync } from 'node:fs';
import path from 'node:path';
import { monitorOf } from '#contract/model/engine';
import { contains, isEmpty, type Rect } from '#contract/model/geometry';
import type { WindowInfo, WindowState } from '#contract/model/windows/window';
import type { NativeMonitor } from '../../monitors/monitors.ts';
import type { Hwnd } from '../../native/types.ts';
import { classNameOf, findWindowEx, isIconic, isWindowEnabled, formatWindowId } from '../../native/window.ts';
import type { ProcessTable } from '../../processes/table.ts';
import { exStyles, styles } from '../../native/constants.ts';
import { isZoomed } from '../api.ts';
import {
  boundsOf,
  cloakedByShell,
  cloakOf,
  contentBoundsOf,
  exStyleOf,
  outerRectOf,
  processOf,
  styleOf,
  titleOf,
  visibleOwnerOf,
} from './facts.ts';
import { kindOf } from './popups.ts';

/** Facts shared by a whole list. */
export interface Surroundings {
  readonly monitors: readonly NativeMonitor[];
  readonly foreground: Hwnd;
  readonly processes: ProcessTable;
}

/** A window, with the facts that decide where it is listed. */
export interface ListedWindow {
  readonly window: Hwnd;
  readonly info: WindowInfo;
  /** Shown by Alt+Tab, if its virtual desktop were current. */
  readonly forPeople: boolean;
  /** Cloaked by its app or the shell: reported as visible, but not shown. */
  readonly cloak: number;
}

/** Null if it is gone. */
export function readWindow(window: Hwnd, around: Surroundings): ListedWindow | null {
  const outer = outerRectOf(window);
  if (!outer) return null;
  const [className, style, exStyle, cloak] = [classNameOf(window), styleOf(window), exStyleOf(window), cloakOf(window)];
  const bounds = boundsOf(window, outer, around.monitors);
  const owner = visibleOwnerOf(window);
  const { processId } = processOf(contentOf(window, className));
  if (processId === 0) return null;
  const { app, executable, foreign, own: isOwn, program } = around.processes.of(processId);
  const monitor = monitorOf(around.monitors, bounds);
  const kind = kindOf(className, style, exStyle, owner);
  const info: WindowInfo = {
    id: formatWindowId(window),
    title: titleOf(window),
    className,
    app,
    processId,
    ...(program !== null && { program }),
    bounds,
    monitor,
    kind,
    contentBounds: contentBoundsOf(window) ?? bounds,
    state: stateOf(window, style, bounds, around.monitors[monitor]?.bounds),
    active: window === around.foreground,
    desktop: (cloak & cloakedByShell) === 0 ? 0 : null,
    toolkit: toolkitOf(className, executable),
    alwaysOnTop: (exStyle & exStyles.topmost) !== 0,
    // The shell reports flashing only to shells.
    demandsAttention: false,
    owner: owner === 0 ? null : formatWindowId(owner),
    // No property reports modality; its owner is disabled while it is open.
    ...(owner !== 0 && isWindowEnabled(owner) === 0 && { modal: true as const }),
    resizable: (style & styles.thickFrame) !== 0,
    ...(foreign && { foreign: true as const }),
    ...(isOwn && { own: true as const }),
  };
  return { window, info, cloak, forPeople: isForPeople(kind, exStyle, bounds) };
}

/**
 * The frame of a UWP app belongs to a Windows program; the app itself is the window inside. While the app is suspended, the
 * frame is empty.
 */
function contentOf(window: Hwnd, className: string): Hwnd {
  if (className !== 'ApplicationFrameWindow') return window;
  return findWindowEx(window, 0, 'Windows.UI.Core.CoreWindow', null) || window;
}

/**
 * The windows of Alt+Tab, by Raymond Chen: https://devblogs.microsoft.com/oldnewthing/20071008-00/?p=24863 . Of an owner chain
 * it shows the last used one; here each window counts, since each is usable.
 */
function isForPeople(kind: string, exStyle: number, bounds: Rect): boolean {
  if (isEmpty(bounds) || furniture.has(kind)) return false;
  if ((exStyle & exStyles.appWindow) !== 0) return true;
  return (exStyle & (exStyles.toolWindow | exStyles.noActivate)) === 0;
}

const furniture = new Set(['menu', 'combo', 'tooltip', 'dock', 'desktop']);

/** No property reports full screen: the window has no caption, and covers its whole monitor. */
function stateOf(window: Hwnd, style: number, bounds: Rect, monitor: Rect | undefined): WindowState {
  if (isIconic(window) !== 0) return 'minimized';
  if ((style & styles.caption) !== styles.caption && monitor && covers(bounds, monitor)) return 'fullscreen';
  return isZoomed(window) !== 0 ? 'maximized' : 'normal';
}

function covers(outer: Rect, inner: Rect): boolean {
  const last = { x: inner.x + inner.width - 1, y: inner.y + inner.height - 1 };
  return contains(outer, inner) && contains(outer, last);
}

/** The toolkit of a window, by its class name. */
const toolkitClasses: readonly (readonly [toolkit: string, className: RegExp])[] = [
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

/** @returns empty if the class is inconclusive @param executable path of its program, empty if unknown */
function toolkitOf(className: string, executable: string): string {
  const toolkit = toolkitClasses.find(([, pattern]) => pattern.test(className))?.[0] ?? '';
  return toolkit === 'chromium' && isElectron(executable) ? 'electron' : toolkit;
}

const electrons = new Map<string, boolean>();

/** Electron apps ship their code next to the executable, unlike other Chromium programs. */
function isElectron(executable: string): boolean {
  if (executable === '') return false;
  const known = electrons.get(executable);
  if (known !== undefined) return known;
  const resources = path.win32.join(path.win32.dirname(executable), 'resources');
  const found = ['app.asar', 'default_app.asar', 'app'].some((name) => existsSync(path.win32.join(resources, name)));
  electrons.set(executable, found);
  return found;
}
