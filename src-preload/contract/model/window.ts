import { z } from 'zod';
import { AppError } from '../errors.ts';
import { quoted, word } from '../foreign-text.ts';
import type { Rect } from './geometry.ts';

/** The native handle in lower-case hexadecimal, e.g. `0x1a00003`: the same window has the same id for all its life. */
export const windowId = z.string().regex(/^0x[0-9a-f]+$/, 'expected a window id such as 0x1a00003');
export type WindowId = z.output<typeof windowId>;

export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

export interface WindowInfo {
  readonly id: WindowId;
  readonly title: string;
  readonly className: string;
  /** File name of the process's executable, e.g. `galculator`, `notepad.exe`; empty where unknown. */
  readonly app: string;
  /** 0 where unknown. */
  readonly processId: number;
  /** With the frame, as a person sees it. Physical screen pixels. */
  readonly bounds: Rect;
  /** Without the frame. Physical screen pixels. */
  readonly contentBounds: Rect;
  readonly state: WindowState;
  readonly active: boolean;
  /** 0-based index of the monitor that holds its centre. */
  readonly monitor: number;
  /** 0-based virtual desktop, or null where it is on all or there are none. */
  readonly desktop: number | null;
  /** `normal`, `dialog`, `utility`, `menu`, … as the platform says. */
  readonly kind: string;
  /** What draws it, e.g. `gtk3`, `qt5`, `chromium`, by what its process has loaded; empty where unknown or not known yet. */
  readonly toolkit: string;
  /** It is kept above windows that have the focus. */
  readonly alwaysOnTop: boolean;
  /** It asks for the user's attention, e.g. by a flashing entry in the task bar. */
  readonly demandsAttention: boolean;
  /** The window a dialog or palette belongs to; null where it stands alone. */
  readonly owner: WindowId | null;
  /** False where its app holds it at one size. */
  readonly resizable: boolean;
  /** True where it belongs to another user or to higher privileges: it can be seen in the list, and nothing else. */
  readonly foreign?: true;
  /** True for a window of this user's Deskscope, of whichever if several run: no engine works in it. */
  readonly own?: true;
}

/** `restore` undoes minimising, maximising and full screen; `pinOnTop` and `unpin` set and clear `alwaysOnTop`. */
export const windowAction = z.enum([
  ...(['focus', 'minimize', 'maximize', 'fullscreen', 'restore', 'pinOnTop', 'unpin', 'close'] as const),
]);
export type WindowAction = z.output<typeof windowAction>;

/** How a recording names a window so that it is found again after a restart. */
export const windowMatch = z.object({
  title: z.string().optional(),
  app: z.string().optional(),
  className: z.string().optional(),
});
export type WindowMatch = Readonly<z.output<typeof windowMatch>>;

export function matchOf(window: WindowInfo): WindowMatch {
  return { title: window.title, app: window.app, className: window.className };
}

/** What a window is chosen by. */
type Choosable = Pick<WindowInfo, 'id' | 'title' | 'app' | 'processId'>;

/**
 * Finds the one window a person means: a handle (`0x…` or decimal) or text found in exactly one title, ignoring case.
 * An exact title wins over a partial one.
 * @throws AppError `window_not_found`, or `multiple_matches` with `candidates`
 */
export function chooseWindow<W extends Choosable>(windows: readonly W[], wanted: string): W {
  const byHandle = handleOf(wanted);
  const found = byHandle === null ? byTitle(windows, wanted) : windows.filter((w) => w.id === byHandle);
  return only(found, byHandle === null ? `with ${quoted(wanted)} in its title` : `with the handle ${wanted}`);
}

/**
 * Finds the window a recording was made on: same app, whatever its case, since names of files have none on Windows
 * (`notepad.exe` of Windows 10 is `Notepad.exe` on 11), then same title; a lone window of the app is accepted whatever
 * its title says, because titles carry document names.
 * @throws AppError `window_not_found`, or `multiple_matches` with `candidates`
 */
export function matchWindow(windows: readonly WindowInfo[], match: WindowMatch): WindowInfo {
  const what = `for ${match.app === undefined ? 'any app' : appName(match.app)}${match.title ? ` titled ${quoted(match.title)}` : ''}`;
  const ofApp = windows.filter(
    (w) =>
      (match.app === undefined || w.app.toLowerCase() === match.app.toLowerCase()) &&
      (match.className === undefined || match.app !== undefined || w.className === match.className),
  );
  if (match.title === undefined) return only(ofApp, what);
  const titled = ofApp.filter((w) => w.title === match.title);
  if (titled.length > 0) return only(titled, what);
  const partial = byTitle(ofApp, match.title);
  if (partial.length > 0) return only(partial, what);
  return match.app === undefined ? only([], what) : only(ofApp, what);
}

/** How a sentence names the program of a window. */
export function appName(app: string): string {
  return app === '' ? 'unknown app' : word(app);
}

/** What to throw where a `foreign` window would be looked into or acted on. */
export function elevated({ id, title, app }: WindowInfo): AppError {
  return new AppError(
    'elevated_target',
    `The window ${id} ${quoted(title)} of ${appName(app)} belongs to another user.`,
    {
      delivery: 'not_delivered',
    },
  );
}

/** What Alt+Tab comes to: the first below the active window, then those above it from the top, then minimised ones. */
export function nextWindow(windows: readonly WindowInfo[]): WindowInfo | undefined {
  const at = windows.findIndex((window) => window.active);
  const round = [...windows.slice(at + 1), ...windows.slice(0, Math.max(0, at))];
  return round.find((window) => window.state !== 'minimized') ?? round[0];
}

function handleOf(text: string): WindowId | null {
  if (/^0x[0-9a-f]+$/i.test(text)) return text.toLowerCase();
  return /^\d{4,}$/.test(text) ? `0x${Number(text).toString(16)}` : null;
}

function byTitle<W extends Choosable>(windows: readonly W[], title: string): W[] {
  const exact = windows.filter((w) => w.title === title);
  if (exact.length > 0) return exact;
  const needle = title.toLowerCase();
  return windows.filter((w) => w.title.toLowerCase().includes(needle));
}

function only<W extends Choosable>(found: readonly W[], what: string): W {
  const [first, ...others] = found;
  if (first === undefined) throw new AppError('window_not_found', `There is no window ${what}.`);
  if (others.length === 0) return first;
  const candidates = found.map(({ id, title, app, processId }) => ({ id, title, app, processId }));
  const list = candidates.map((c) => `${c.id} ${quoted(c.title)}`).join(', ');
  throw new AppError('multiple_matches', `${found.length} windows ${what}: ${list}.`, {
    hint: 'Use the handle of one of them.',
    data: { candidates },
  });
}
