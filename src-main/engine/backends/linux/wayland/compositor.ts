import type { Disposable } from '../../../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import type { Desktops } from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import type { WindowAction, WindowId, WindowState } from '#contract/model/windows/window';
import type { ActiveSince, HighlightProvider, InputObserver, Pixels, WheelAxis } from '../../../backend.ts';
import type { Shortcut } from './shortcuts/shortcut.ts';
import type { CompositorLost } from './wire/failure.ts';

/**
 * The features of a Wayland session, implemented per compositor. Missing features are undefined members, and `lacks` gives the
 * reason. All positions in logical pixels of the whole desktop.
 */
export interface Compositor {
  /** With its version, e.g. `sway 1.7`. */
  readonly name: string;
  readonly lacks: readonly Lack[];
  /** Topmost first, of all desktops. */
  windows(): Promise<readonly CompositorWindow[]>;
  /** The active window, and since when by the machine's monotonic clock; null if no event was received. */
  activeSince?(): Promise<ActiveSince | null>;
  /** Open menus and tool tips, topmost first. */
  popups?(): Promise<readonly CompositorPopup[]>;
  /** Other surfaces over windows: pop-ups, notifications, X windows that position themselves. */
  over?(): Promise<readonly Pick<CompositorPopup, 'place' | 'processId'>[]>;
  desktops(): Promise<Desktops>;
  /** Calls back whenever the list of windows may have changed. */
  watch(changed: () => void): Disposable;
  /** @throws AppError `unsupported_platform` for actions that its windows do not support */
  act(window: CompositorWindow, action: WindowAction): Promise<void>;
  /** Including the frame; missing fields stay unchanged. */
  move(window: CompositorWindow, frame: Partial<Rect>): Promise<void>;
  moveToDesktop(window: CompositorWindow, desktop: number): Promise<void>;
  showDesktop(desktop: number): Promise<void>;
  /** The compositor's current key bindings. @throws AppError `not_verified` if they cannot be read */
  shortcuts?(): Promise<readonly Shortcut[]>;
  readonly pointer?: PointerDevice;
  readonly keys?: KeyDevice;
  readonly text?: TextSink;
  readonly clipboard?: Clipboard;
  readonly pictures?: PictureSource;
  readonly outline?: Outline;
  /** Grabs pointer and keys during a pick. */
  readonly grab?: InputObserver['grab'];
  readonly presses?: PressSource;
  /** Whether the desktop is currently asking the user for a permission that we need. */
  isAsking?(): boolean;
  /** Calls back if the link is lost while its Wayland display goes on. */
  onLost?(listener: (error: CompositorLost) => void): void;
  close(): Promise<void>;
}

/** Missing features of the compositor, as whole sentences. */
export interface Lack {
  readonly name: string;
  readonly why: string;
  readonly instead: string;
}

export const noInputReports = 'lets no one hear what a person presses';

/** If only X apps and apps that report keys are observed. */
export const inputUnreportedBy = ({ name }: Pick<Compositor, 'name'>) =>
  `${name} ${noInputReports}: what goes to apps that come through XWayland is recorded, and keys of apps that tell them themselves, as those of GTK 3 do.`;

/** If no input is observed. */
export const noRecording: Omit<Lack, 'why'> = {
  name: 'Recording',
  instead:
    'Record on a desktop of its own, in a window: start `Xwayland :9` and a window manager, then apps and Deskscope with ' +
    'DISPLAY=:9 and `--backend x11`.',
};

/** If some input is observed. */
export function receivedInPart({ unreported }: PressSource): Lack {
  return { ...noRecording, name: 'Parts of recordings', why: unreported };
}

export interface CompositorWindow {
  readonly id: WindowId;
  /** An XWayland window, with its X id if the compositor reports it. */
  readonly isX: boolean;
  readonly title: string;
  readonly className: string;
  readonly processId: number;
  /** Including the compositor's decorations. */
  readonly frame: Rect;
  /** Excluding decorations and the app's own shadow. */
  readonly content: Rect;
  /** The whole surface; null if unknown. */
  readonly buffer: Rect | null;
  readonly state: WindowState;
  readonly active: boolean;
  /** On a visible desktop, and not minimised. */
  readonly shown: boolean;
  readonly desktop: number | null;
  readonly alwaysOnTop: boolean;
  readonly demandsAttention: boolean;
}

export interface CompositorPopup {
  readonly place: Rect;
  /** Including the shadow that its app draws. */
  readonly buffer: Rect;
  readonly processId: number;
}

export interface PointerDevice {
  move(to: Point): Promise<void>;
  /** In logical pixels, whoever moved it. Missing if unknown. */
  where?(): Promise<Point>;
  /** @param code of linux/input-event-codes.h */
  button(code: number, down: boolean): Promise<void>;
  /** One notch; `up` also means right. */
  notch(axis: WheelAxis, up: boolean): Promise<void>;
}

/** A key that types a keysym. */
export interface KeyPlace {
  /** Of linux/input-event-codes.h. */
  readonly code: number;
  readonly shift: boolean;
  /** The third level of the layout. */
  readonly altgr?: boolean;
}

export interface KeyDevice {
  /** Maximum number of keysyms with keys at the same time. */
  readonly capacity: number;
  /** Waits for permission, and returns whether the desktop had to ask the user. Missing if none is needed. */
  ready?(): Promise<boolean>;
  /** Assigns keys to keysyms where possible; they remain valid until the next call. */
  find(keysyms: readonly number[]): Promise<ReadonlyMap<number, KeyPlace>>;
  key(code: number, down: boolean): Promise<void>;
}

export interface TextSink {
  /** Commits a text to the focused field, without keys. @returns whether a field accepted it */
  commit(text: string): Promise<boolean>;
}

export interface Clipboard {
  /**
   * Offers a text on the clipboard for pasting, and restores the previous content unless the user copies meanwhile.
   * @returns whether an app requested it; also true if unknown
   * @throws AppError `busy` if the previous content cannot be kept
   */
  lend(text: string, paste: () => Promise<void>): Promise<boolean>;
}

export interface PictureSource {
  /**
   * A screenshot of part of an output, in its physical pixels, without the pointer.
   * @param object the output's
   */
  part(object: number, part: Rect): Promise<Pixels>;
  /**
   * A screenshot of a window's frame in its output's pixels, or only of its content, even if covered; null if there is none.
   * Missing if only outputs can be captured.
   */
  window?(window: CompositorWindow): Promise<Pixels | null>;
}

/** Observes the user's pointer and key input without consuming it. */
export interface PressSource {
  /** @throws AppError if the compositor does not report */
  listen(received: (reported: ReportedInput) => void): Promise<Disposable>;
  /** Gaps in the observation, as whole sentences. */
  readonly unreported: string;
  /** Keys that apps do not report themselves are not received. */
  readonly missesKeys?: true;
  /** Reporting delay, in milliseconds; missing if there is none. */
  readonly lateMs?: number;
}

/** Times are in milliseconds of the machine's monotonic clock; modifiers are the bits of X11/X.h. */
export type ReportedInput = { readonly time: number } & (
  | { readonly type: 'move'; readonly at: Point }
  | { readonly type: 'wheel'; readonly at: Point; readonly notches: number }
  | {
      readonly type: 'button';
      readonly at: Point;
      /** Of linux/input-event-codes.h. */
      readonly code: number;
      readonly down: boolean;
      readonly modifiers: number;
      /** The earliest possible time, if the source is polled. */
      readonly since?: number;
    }
  | ReportedKey
  /** The compositor was busy: presses may have been missed. */
  | { readonly type: 'gap' }
);

/** A key press, including auto-repeat. */
export interface ReportedKey {
  readonly type: 'key';
  readonly keysym: number;
  /** Of linux/input-event-codes.h. */
  readonly code: number;
  readonly modifiers: number;
  readonly time: number;
  /** The earliest possible time, if the exact one was not reported. */
  readonly since?: number;
}

export interface Outline extends HighlightProvider {
  /** Runs `work` while our surfaces are hidden. */
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** For actions that a compositor does not support. @param what a clause: `minimises no windows` */
export function cannot({ name }: Pick<Compositor, 'name'>, what: string, hint: string): AppError {
  return new AppError('unsupported_platform', `${name} ${what}.`, { hint, delivery: 'not_delivered' });
}
