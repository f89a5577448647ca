import { AppError } from '../../errors.ts';
import { quoted, word } from '../../foreign-text.ts';
import { isEmpty, type Rect } from '../geometry.ts';
import type { WindowAction, WindowId, WindowMatch, WindowRole } from '../schemas/window.ts';

export type { WindowAction, WindowId, WindowMatch, WindowRole };

/** Whether a text is the id of a window, of one that is open or not. */
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
  /** The file name of the executable where `app` is another name: anyone may call a file so. */
  readonly executable?: string;
  /** 0 where unknown. */
  readonly processId: number;
  /**
   * One process of one program, to compare: numbers of processes and windows are given out again. Missing if the process cannot
   * be looked at, so that nobody knows what it does with its input.
   */
  readonly program?: string;
  /** Only its app itself reports which process it is. */
  readonly isProcessClaimed?: true;
  /** With the frame, as a person sees it. Physical screen pixels; empty if the desktop does not report where it is. */
  readonly bounds: Rect;
  /** Without the frame. Physical screen pixels. */
  readonly contentBounds: Rect;
  readonly state: WindowState;
  readonly active: boolean;
  /** 0-based index of the monitor that holds its centre. */
  readonly monitor: number;
  /** 0-based virtual desktop, or null if it is on all or there are none. */
  readonly desktop: number | null;
  /** `normal`, `dialog`, `utility`, `menu`, … as the platform reports. */
  readonly kind: string;
  /** The desktop reports neither what kind of window it is nor what it belongs to. */
  readonly isKindUnknown?: true;
  /** What draws it, e.g. `gtk3`, `qt5`, `chromium`, by what its process has loaded; empty if unknown or not known yet. */
  readonly toolkit: string;
  /** It is kept above windows that have the focus. */
  readonly alwaysOnTop: boolean;
  /** It asks for the user's attention, e.g. by a flashing entry in the task bar. */
  readonly demandsAttention: boolean;
  /** The window a dialog or palette belongs to; null if it stands alone. */
  readonly owner: WindowId | null;
  /** While it is open, its owner or its whole app takes no input. */
  readonly modal?: true;
  /** False if its app holds it at one size. */
  readonly resizable: boolean;
  /**
   * True if it belongs to another user or to higher privileges, or is one in which the desktop asks the user for leave: it can be
   * seen in the list, and nothing else.
   */
  readonly foreign?: true;
  /** True for a window of this user's Deskscope, of whichever if several run: no engine works in it. */
  readonly own?: true;
}

/** Whether the desktop does not report where it is: then its elements have no place on the screen either. */
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
 * The dialog that takes a window's input now: a modal one over it, or one that the user went on to; of dialogs over each other
 * the last. Null if it takes its input itself.
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

/** Undefined for what is neither, e.g. a dock, and where that is not told. */
export function roleOf({
  kind,
  owner,
  isKindUnknown,
}: Pick<WindowInfo, 'kind' | 'owner' | 'isKindUnknown'>): WindowRole | undefined {
  if (isKindUnknown) return undefined;
  if (kind === 'dialog' || owner !== null) return 'dialog';
  return kind === 'normal' ? 'main' : undefined;
}

/** @param owner the title of the window it belongs to, if that is known */
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

/** How a sentence names the program of a window. */
export function appName(app: string): string {
  return app === '' ? 'unknown app' : word(app);
}

/** What to throw where a `foreign` window would be looked into or acted on. */
export function elevated({ id, title, app }: WindowInfo): AppError {
  const why = app.startsWith('xdg-desktop-portal') ? 'asks the user, who alone answers it' : 'belongs to another user';
  return new AppError('elevated_target', `The window ${id} ${quoted(title)} of ${appName(app)} ${why}.`, {
    delivery: 'not_delivered',
  });
}

/** What Alt+Tab comes to: the first below the active window, then those above it from the top, then minimised ones. */
export function nextWindow(windows: readonly WindowInfo[]): WindowInfo | undefined {
  const at = windows.findIndex((window) => window.active);
  const round = [...windows.slice(at + 1), ...windows.slice(0, Math.max(0, at))];
  return round.find((window) => window.state !== 'minimized') ?? round[0];
}

/** What represents a title that the user has not shown to agents; the window's app and id may be named. */
export function withheldTitle({ app, className }: Pick<WindowInfo, 'app' | 'className'>): string {
  return `(title withheld: ${app || className || 'sensitive app'})`;
}

/** Whether a title was withheld from anyone who has it. */
export function isRedacted({
  title,
  app,
  className = '',
}: Pick<WindowInfo, 'title' | 'app'> & { readonly className?: string }): boolean {
  return title === withheldTitle({ app, className });
}
