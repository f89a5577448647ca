import { AppError } from '../../errors.ts';
import { quoted, word } from '../../foreign-text.ts';
import { isEmpty, type Rect } from '../geometry.ts';
import type { WindowAction, WindowId, WindowMatch, WindowRole } from '../schemas/window.ts';

export type { WindowAction, WindowId, WindowMatch, WindowRole };

/** Whether a text is a window id, of an open window or not. */
export function isWindowId(text: string): text is WindowId {
  return /^0x[0-9a-f]+$/.test(text);
}

export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

export interface WindowInfo {
  readonly id: WindowId;
  readonly title: string;
  readonly className: string;
  /**
   * Flatpak's id of the app, e.g. `org.gnome.Calculator`, else the file name of the process's executable, e.g. `galculator`,
   * `notepad.exe`; empty if unknown.
   */
  readonly app: string;
  /** File name of the executable where `app` differs: any file can have such a name. */
  readonly executable?: string;
  /** 0 if unknown. */
  readonly processId: number;
  /**
   * Identifies a process for comparison: process and window ids are reused. Missing if the process cannot
   * be inspected, so that its use of input is unknown.
   */
  readonly program?: string;
  /** The process id comes only from the app itself. */
  readonly isProcessClaimed?: true;
  /** With the frame. Physical screen pixels; empty if the desktop does not report its position. */
  readonly bounds: Rect;
  /** Without the frame. Physical screen pixels. */
  readonly contentBounds: Rect;
  readonly state: WindowState;
  readonly active: boolean;
  /** 0-based index of the monitor that contains its centre. */
  readonly monitor: number;
  /** 0-based virtual desktop, or null if on all, or without virtual desktops. */
  readonly desktop: number | null;
  /** `normal`, `dialog`, `utility`, `menu`, … as the platform reports. */
  readonly kind: string;
  /** The desktop reports neither its kind nor its owner. */
  readonly isKindUnknown?: true;
  /** Its toolkit, e.g. `gtk3`, `qt5`, `chromium`, by the libraries of its process; empty if unknown or not known yet. */
  readonly toolkit: string;
  /** It stays above focused windows. */
  readonly alwaysOnTop: boolean;
  /** It requests attention, e.g. by a flashing entry in the task bar. */
  readonly demandsAttention: boolean;
  /** Owner of a dialog or palette; null if none. */
  readonly owner: WindowId | null;
  /** While open, its owner or its whole app takes no input. */
  readonly modal?: true;
  /** False if its app fixes its size. */
  readonly resizable: boolean;
  /**
   * True if it belongs to another user or runs with higher privileges, or is a permission prompt of the desktop: it is
   * listed only.
   */
  readonly foreign?: true;
  /** True for a window of any Deskscope of this user: no engine works in it. */
  readonly own?: true;
}

/** Whether its position is unknown: then its elements have no bounds on the screen either. */
export function isUnplaced({ bounds, state }: Pick<WindowInfo, 'bounds' | 'state'>): boolean {
  return state !== 'minimized' && isEmpty(bounds);
}

/** As a command: `Close the window “Calc”`. */
export function windowActionInWords(action: WindowAction, window: string): string {
  switch (action) {
    case 'focus':
      return `Bring ${window} to the front`;
    case 'minimize':
      return `Minimise ${window}`;
    case 'maximize':
      return `Maximise ${window}`;
    case 'fullscreen':
      return `Give ${window} the full screen`;
    case 'restore':
      return `Restore ${window}`;
    case 'pinOnTop':
      return `Keep ${window} above all others`;
    case 'unpin':
      return `Keep ${window} above all others no longer`;
    case 'close':
      return `Close ${window}`;
  }
}

/**
 * The dialog that currently takes a window's input: a modal one over it, or one the user switched to; of stacked dialogs
 * the last. Null if the window takes its input itself.
 * @param windows topmost first
 */
export function dialogOver(windows: readonly WindowInfo[], window: WindowId): WindowInfo | null {
  const takesInput = ({ kind, modal, active, state }: WindowInfo) =>
    state !== 'minimized' && (modal === true || (kind === 'dialog' && active));
  let over: WindowInfo | null = null;
  for (const seen = new Set([window]); ;) {
    const next = windows.find((one) => one.owner === (over?.id ?? window) && !seen.has(one.id) && takesInput(one));
    if (!next) return over;
    seen.add(next.id);
    over = next;
  }
}

/** Undefined for neither, e.g. a dock, and if unknown. */
export function roleOf({
  kind,
  owner,
  isKindUnknown,
}: Pick<WindowInfo, 'kind' | 'owner' | 'isKindUnknown'>): WindowRole | undefined {
  if (isKindUnknown) return undefined;
  if (kind === 'dialog' || owner !== null) return 'dialog';
  return kind === 'normal' ? 'main' : undefined;
}

/** @param owner title of its owner, if known */
export function matchOf(window: WindowInfo, owner?: string): WindowMatch {
  const role = roleOf(window);
  return {
    title: window.title,
    app: window.app,
    className: window.className,
    ...(role && { role }),
    ...(owner && { owner }),
    ...(window.modal && { modal: true }),
  };
}

/** A window's program in a sentence. */
export function appName(app: string): string {
  return app === '' ? 'unknown app' : word(app);
}

/** The error for reading or using a `foreign` window. */
export function elevated({ id, title, app }: WindowInfo): AppError {
  const why = app.startsWith('xdg-desktop-portal') ? 'asks the user, who alone answers it' : 'belongs to another user';
  return new AppError('elevated_target', `The window ${id} ${quoted(title)} of ${appName(app)} ${why}.`, {
    delivery: 'not_delivered',
  });
}

/** Order of Alt+Tab: the first below the active window, then those above it from the top, then minimised ones. */
export function nextWindow(windows: readonly WindowInfo[]): WindowInfo | undefined {
  const at = windows.findIndex((window) => window.active);
  const round = [...windows.slice(at + 1), ...windows.slice(0, Math.max(0, at))];
  return round.find((window) => window.state !== 'minimized') ?? round[0];
}

/** Placeholder for a title the user has not shown to agents; the window's app and id may be shown. */
export function withheldTitle({ app, className }: Pick<WindowInfo, 'app' | 'className'>): string {
  return `(title withheld: ${app || className || 'sensitive app'})`;
}

/** Whether a title was withheld from the caller. */
export function isRedacted({
  title,
  app,
  className = '',
}: Pick<WindowInfo, 'title' | 'app'> & { readonly className?: string }): boolean {
  return title === withheldTitle({ app, className });
}
