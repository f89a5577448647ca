import type { Disposable } from '../../../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import type { Desktops } from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import type { WindowAction, WindowId, WindowState } from '#contract/model/windows/window';
import type { ActiveSince, HighlightProvider, InputObserver, Pixels, WheelAxis } from '../../../backend.ts';
import type { Shortcut } from './shortcuts/shortcut.ts';
import type { CompositorLost } from './wire/failure.ts';

/**
 * What a Wayland session can be asked for, which each compositor answers in its own way. Members that one cannot have are missing
 * there, and `lacks` reports why. All places in logical pixels of the whole desktop.
 */
export interface Compositor {
  /** With its version, e.g. `sway 1.7`. */
  readonly name: string;
  readonly lacks: readonly Lack[];
  /** Topmost first, of all desktops. */
  windows(): Promise<readonly CompositorWindow[]>;
  /** Which window is active, and since when by the machine's monotonic clock; null if that was not received. */
  activeSince?(): Promise<ActiveSince | null>;
  /** Open menus and tool tips, topmost first. */
  popups?(): Promise<readonly CompositorPopup[]>;
  /** What covers windows and is none of them: pop-ups, notifications, what X apps place by themselves. */
  over?(): Promise<readonly Pick<CompositorPopup, 'place' | 'processId'>[]>;
  desktops(): Promise<Desktops>;
  /** Calls back whenever the list of windows may have changed. */
  watch(changed: () => void): Disposable;
  /** @throws AppError `unsupported_platform` for what its windows do not know */
  act(window: CompositorWindow, action: WindowAction): Promise<void>;
  /** With the frame; what is missing stays as it is. */
  move(window: CompositorWindow, frame: Partial<Rect>): Promise<void>;
  moveToDesktop(window: CompositorWindow, desktop: number): Promise<void>;
  showDesktop(desktop: number): Promise<void>;
  /** What it does itself at keys, as it is now. @throws AppError `not_verified` if that cannot be read */
  shortcuts?(): Promise<readonly Shortcut[]>;
  readonly pointer?: PointerDevice;
  readonly keys?: KeyDevice;
  readonly text?: TextSink;
  readonly clipboard?: Clipboard;
  readonly pictures?: PictureSource;
  readonly outline?: Outline;
  /** Takes pointer and keys while a pick goes on. */
  readonly grab?: InputObserver['grab'];
  readonly presses?: PressSource;
  /** Whether the desktop asks a person right now for leave that we want. */
  isAsking?(): boolean;
  /** Calls back where it is lost though its Wayland goes on. */
  onLost?(listener: (error: CompositorLost) => void): void;
  close(): Promise<void>;
}

/** What a compositor does not offer, as whole sentences. */
export interface Lack {
  readonly name: string;
  readonly why: string;
  readonly instead: string;
}

export const noInputReports = 'lets no one hear what a person presses';

/** Where only X apps and those that report keys are received. */
export const inputUnreportedBy = ({ name }: Pick<Compositor, 'name'>) =>
  `${name} ${noInputReports}: what goes to apps that come through XWayland is recorded, and keys of apps that tell them themselves, as those of GTK 3 do.`;

/** If nobody receives it. */
export const noRecording: Omit<Lack, 'why'> = {
  name: 'Recording',
  instead:
    'Record on a desktop of its own, in a window: start `Xwayland :9` and a window manager, then apps and Deskscope with ' +
    'DISPLAY=:9 and `--backend x11`.',
};

/** Where some of it is received. */
export function receivedInPart({ unreported }: PressSource): Lack {
  return { ...noRecording, name: 'Parts of recordings', why: unreported };
}

export interface CompositorWindow {
  readonly id: WindowId;
  /** It comes through XWayland, and has the id that it has there where the compositor reports it. */
  readonly isX: boolean;
  readonly title: string;
  readonly className: string;
  readonly processId: number;
  /** With what the compositor draws around it. */
  readonly frame: Rect;
  /** Without that, and without the app's own shadow. */
  readonly content: Rect;
  /** All that the app draws; null if unknown. */
  readonly buffer: Rect | null;
  readonly state: WindowState;
  readonly active: boolean;
  /** On a desktop that is shown, and not put away. */
  readonly shown: boolean;
  readonly desktop: number | null;
  readonly alwaysOnTop: boolean;
  readonly demandsAttention: boolean;
}

export interface CompositorPopup {
  readonly place: Rect;
  /** With the shadow that its app draws. */
  readonly buffer: Rect;
  readonly processId: number;
}

export interface PointerDevice {
  move(to: Point): Promise<void>;
  /** In logical pixels, anyone who put it there. Missing if unknown. */
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
  /** How many keysyms can have keys at the same time. */
  readonly capacity: number;
  /** Waits until it may be used, and reports whether the desktop had to ask a person first. Missing if it may at once. */
  ready?(): Promise<boolean>;
  /** Keys for those that have one, which stay until the next call. */
  find(keysyms: readonly number[]): Promise<ReadonlyMap<number, KeyPlace>>;
  key(code: number, down: boolean): Promise<void>;
}

export interface TextSink {
  /** Gives a text to the field that has the focus, without keys. @returns whether there was one that takes it */
  commit(text: string): Promise<boolean>;
}

export interface Clipboard {
  /**
   * Holds a text while it is pasted, and puts back what was there, unless somebody copies meanwhile.
   * @returns whether an app asked for it then; true as well where that is not told
   * @throws AppError `busy` if what is there cannot be kept
   */
  lend(text: string, paste: () => Promise<void>): Promise<boolean>;
}

export interface PictureSource {
  /**
   * A part of an output as it is shown, in its own pixels, without the pointer.
   * @param object the output's
   */
  part(object: number, part: Rect): Promise<Pixels>;
  /**
   * A window's frame in its output's pixels, or its content alone, even if others cover it; null if there is none. Missing if
   * only outputs are shown.
   */
  window?(window: CompositorWindow): Promise<Pixels | null>;
}

/** What a person does with pointer and keys, without keeping it from apps. */
export interface PressSource {
  /** @throws AppError if the compositor does not report */
  listen(received: (reported: ReportedInput) => void): Promise<Disposable>;
  /** What of it nobody hears, as whole sentences. */
  readonly unreported: string;
  /** How much later than others it reports, in milliseconds; missing if it reports at once. */
  readonly lateMs?: number;
}

/** Times are those of the machine's monotonic clock, in milliseconds; modifiers the bits of X11/X.h. */
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
      /** The earliest that it can have been, where anyone who reports only looks now and then. */
      readonly since?: number;
    }
  | ReportedKey
  /** The compositor was busy: something may have been pressed of which nobody knows. */
  | { readonly type: 'gap' }
);

/** A key that goes down, even if it is repeated because it is held. */
export interface ReportedKey {
  readonly type: 'key';
  readonly keysym: number;
  /** Of linux/input-event-codes.h. */
  readonly code: number;
  readonly modifiers: number;
  readonly time: number;
  /** The earliest that it can have been, where its time was not told. */
  readonly since?: number;
}

export interface Outline extends HighlightProvider {
  /** Runs `work` while nothing of ours is on the screen. */
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** For what a compositor does not do. @param what a clause: `minimises no windows` */
export function cannot({ name }: Pick<Compositor, 'name'>, what: string, hint: string): AppError {
  return new AppError('unsupported_platform', `${name} ${what}.`, { hint, delivery: 'not_delivered' });
}
