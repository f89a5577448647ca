import type { ElementDetails, ElementHit, ElementId } from './elements/element.ts';
import type { ExpectedElement, Expectation } from './recordings/expectation.ts';
import { center, contains, type Point, type Rect } from './geometry.ts';
import type { Modifier, MouseButton, KeyChord, WindowChange } from './recordings/action.ts';
import type { Surroundings } from './schemas/surroundings.ts';
import type { RankedSelector } from './elements/selector.ts';
import type { WindowId, WindowInfo } from './windows/window.ts';

/** What the back end can do here and now; a view hides or explains what is false. */
export interface Capabilities {
  readonly windows: boolean;
  readonly windowEvents: boolean;
  readonly elements: boolean;
  readonly input: boolean;
  readonly capture: boolean;
  readonly highlight: boolean;
  /** Global input can be observed (recording). */
  readonly inputHook: boolean;
  /** What of it nobody hears, as whole sentences; missing if all of it is received. */
  readonly unreported?: string;
  /** Pointer and keys can be taken while picking, so that a pick clicks nothing. */
  readonly grab: boolean;
}

/** One line of `doctor`: what was looked at, what was found, what to do. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** What to install, start or set; empty for `ok`. */
  readonly fix: string;
}

export interface EngineDescription {
  /** `fake`, `linux`, `windows`. */
  readonly backend: string;
  readonly processId: number;
  readonly capabilities: Capabilities;
  readonly monitors: readonly Monitor[];
  readonly desktops: Desktops;
  /** A program that shows this desktop to remote viewers and lifts Shift before keys such as F9. */
  readonly shiftLifter?: string;
  /** Present where the person sees windows that we cannot: a Wayland session. */
  readonly unseen?: Unseen;
}

/** What cannot be seen of a desktop, and what helps, each as whole sentences. */
export interface Unseen {
  readonly message: string;
  readonly fix: string;
}

/** Index of the monitor that holds the centre of the rectangle; of the nearest where none does. */
export function monitorOf(monitors: readonly Monitor[], bounds: Rect): number {
  const middle = center(bounds);
  const holding = monitors.find((monitor) => contains(monitor.bounds, middle));
  if (holding) return holding.index;
  const byDistance = [...monitors].sort((a, b) => distance(a.bounds, middle) - distance(b.bounds, middle));
  return byDistance[0]?.index ?? 0;
}

function distance(area: Rect, point: Point): number {
  const dx = Math.max(area.x - point.x, 0, point.x - (area.x + area.width - 1));
  const dy = Math.max(area.y - point.y, 0, point.y - (area.y + area.height - 1));
  return Math.hypot(dx, dy);
}

/** The virtual desktops, or workspaces; one where the platform has none. */
export interface Desktops {
  readonly count: number;
  /** 0-based. */
  readonly current: number;
}

export interface Monitor {
  readonly index: number;
  readonly name: string;
  readonly bounds: Rect;
  readonly primary: boolean;
  readonly scale: number;
}

/** An outline on the desktop. Solid: hovered or chosen; dashed: picked; dotted: found by selector. */
export interface HighlightBox {
  readonly bounds: Rect;
  readonly label: string;
  readonly line: 'solid' | 'dashed' | 'dotted';
  /** Whose it is; by default, of the topmost window there. It is not drawn on windows above it. */
  readonly window?: WindowId;
  /** What it is around: it is not drawn where that is cut off, or covered by something else of its window. */
  readonly element?: ElementId;
}

/** Deskscope's own keys as the engine receives them. Between `deaf` and `listening` a press may be missed. */
export type GlobalKeyEvent =
  | { readonly type: 'listening' }
  | { readonly type: 'deaf' }
  /** Once for each press, no matter how long it lasts. */
  | { readonly type: 'pressed'; readonly key: KeyChord };

/** The pick feed. While anyone listens, presses and Escape or Enter belong to us where `capabilities.grab` is true. */
export type PointerEvent =
  | { readonly type: 'hover'; readonly x: number; readonly y: number; readonly hit: ElementHit | null }
  | {
      readonly type: 'press';
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      readonly hit: ElementHit | null;
    }
  | { readonly type: 'key'; readonly key: KeyChord }
  /** Another app holds pointer and keys: presses reach it. */
  | { readonly type: 'shared' };

/** What is under a recorded event: the actionable element, and selectors verified when it happened. */
export interface RecordedTarget {
  readonly element: ElementDetails;
  readonly selectors: readonly RankedSelector[];
  /** Something may have lain over it that was gone before the app could be asked. */
  readonly unsure?: true;
  /** How it looked before the event, cut to a few hundred pixels: a WebP in base64. Missing if nobody may see it. */
  readonly picture?: string;
}

/** What the system reports about how a process began. */
export interface ProcessStart {
  /** As it was called, e.g. `/usr/bin/python3`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Where it works now; empty if that is unknown. */
  readonly folder: string;
  /** Milliseconds since it started. */
  readonly ageMs: number;
  /** Process ids of the parent, its parent and so on. */
  readonly ancestors: readonly number[];
}

/** How a program was started. */
export interface StartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working directory, where its arguments need that. */
  readonly folder?: string;
}

/** Input that a person made and nobody was reported. */
export interface InputLoss {
  /**
   * - `tooFast`: more came than could be taken in.
   * - `unread`: it came, but could not be understood.
   * - `unreported`: the system reported nothing for a while.
   */
  readonly cause: 'tooFast' | 'unread' | 'unreported';
  /** Presses, releases, keys and notches; null if unknown. */
  readonly events: number | null;
}

/**
 * The recorder feed. Times are milliseconds on a steady clock. Text typed into a password field never leaves the
 * engine: its `key` events carry `text: null` and key `•`, its `fieldValue` carries `value: null`.
 */
export type InputEvent = WindowEvent & {
  /** The title of the window that its window belongs to. */
  readonly ownerTitle?: string;
};

type WindowEvent =
  | {
      readonly type: 'pointerDown';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      readonly modifiers: readonly Modifier[];
      readonly window: WindowInfo | null;
      /** The actionable element under the pointer, looked up at the moment of the press. */
      readonly target: RecordedTarget | null;
      /** What the app reports about the place, where the target is known by its picture instead: the view that it is in. */
      readonly view?: RecordedTarget;
      /** How it looks there, if the app reports no more than a view and no picture is the only one of its kind. */
      readonly around?: Surroundings;
      /** Nobody saw what is at the place: its app did not answer in time, though it reports elements, and there is no picture. */
      readonly unseen?: true;
      /** It came into view by the turns of the wheel before it, and is in what they scrolled. */
      readonly scrolledTo?: true;
    }
  | {
      readonly type: 'pointerUp';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      /** After a drag what it ended on, looked up before the app could react; missing otherwise. */
      readonly target?: RecordedTarget | null;
      /** The window of that. */
      readonly window?: WindowInfo | null;
      /** As for a press. */
      readonly view?: RecordedTarget;
      readonly around?: Surroundings;
      /** How it looked along the drag, from its beginning to its end, if both are in a view that reports nothing there. */
      readonly along?: Surroundings;
      /** The screen pixels by which a drag went there; missing if it went straight. */
      readonly via?: readonly Point[];
      /** What the press did to its window as a whole; null for one on its frame that did nothing to it, missing for others. */
      readonly windowChange?: WindowChange | null;
    }
  /** The pointer rested there before the press that follows: what is pressed next showed only by that. */
  | {
      readonly type: 'hover';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      readonly window: WindowInfo | null;
      readonly target: RecordedTarget;
      readonly shows: ExpectedElement;
    }
  | {
      readonly type: 'wheel';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      /** Positive is up. */
      readonly notches: number;
      readonly window: WindowInfo | null;
      /** What scrolls: an item or a text in it reports nothing, since it moves away. */
      readonly target: RecordedTarget | null;
    }
  | {
      readonly type: 'key';
      readonly at: number;
      readonly key: KeyChord;
      /** The character it types, or null for a named key or a shortcut. */
      readonly text: string | null;
      readonly window: WindowInfo | null;
      /** What had the keyboard focus; null if unknown. */
      readonly target: RecordedTarget | null;
      /** True if the focus is in a field whose value follows as `fieldValue`: then the text is not needed. */
      readonly editable: boolean;
    }
  /** The whole value of a field after typing in it; a later one for the same element replaces it. */
  | {
      readonly type: 'fieldValue';
      readonly at: number;
      readonly window: WindowInfo | null;
      readonly target: RecordedTarget;
      /** Null for a password field. */
      readonly value: string | null;
    }
  /** The first input to a program that was started while all this is listened to, by no program that input went to before. */
  | { readonly type: 'started'; readonly at: number; readonly window: WindowInfo; readonly program: StartedProgram }
  /** Windows that came between the input before it and the one after it. */
  | { readonly type: 'opened'; readonly at: number; readonly windows: readonly WindowId[] }
  /** What the input before it changed, once the app came to rest; `at` is when that came. Empty: nothing that can be seen. */
  | {
      readonly type: 'effects';
      readonly at: number;
      readonly window: WindowInfo | null;
      readonly expected: readonly Expectation[];
    }
  /** Stands where the input would have stood. */
  | ({ readonly type: 'lost'; readonly at: number } & InputLoss);

export type EngineState = 'starting' | 'ready' | 'restarting' | 'failed';

/** `detail` reports why, for a person; empty when all is well. `restarts` counts unplanned ones since start. */
export interface EngineStatus {
  readonly state: EngineState;
  readonly detail: string;
  readonly restarts: number;
  /** Round trip of the last heartbeat in milliseconds; null before the first. */
  readonly latencyMs: number | null;
}
