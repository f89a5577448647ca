import type { ElementDetails, ElementHit, ElementId } from './elements/element.ts';
import type { ExpectedElement, Expectation } from './recordings/expectation.ts';
import { center, contains, type Point, type Rect } from './geometry.ts';
import type { Modifier, MouseButton, KeyChord, WindowChange } from './recordings/action.ts';
import type { Surroundings } from './schemas/surroundings.ts';
import type { RankedSelector } from './elements/selector.ts';
import type { WindowId, WindowInfo } from './windows/window.ts';

/** What the back end supports; a view hides or explains missing abilities. */
export interface Capabilities {
  readonly windows: boolean;
  readonly windowEvents: boolean;
  readonly elements: boolean;
  readonly input: boolean;
  readonly capture: boolean;
  readonly highlight: boolean;
  /** Global input can be observed (recording). */
  readonly inputHook: boolean;
  /** Input that cannot be observed, in full sentences; missing if none. */
  readonly unreported?: string;
  /** Pointer and keys can be grabbed while picking, so that a pick clicks nothing. */
  readonly grab: boolean;
}

/** One line of `doctor`: the check, its result, and the fix. */
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
  /** A remote-desktop server that releases Shift before keys such as F9. */
  readonly shiftLifter?: string;
  /** Present if the user sees windows that Deskscope cannot: a Wayland session. */
  readonly unseen?: Unseen;
}

/** Invisible parts of a desktop, and the remedy, each in full sentences. */
export interface Unseen {
  readonly message: string;
  readonly fix: string;
}

/** Index of the monitor that contains the centre of the rectangle; of the nearest if none does. */
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

/** The virtual desktops, or workspaces; one if the platform has none. */
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

/** An outline on the desktop. Solid: hovered or selected; dashed: picked; dotted: matched by a selector. */
export interface HighlightBox {
  readonly bounds: Rect;
  readonly label: string;
  readonly line: 'solid' | 'dashed' | 'dotted';
  /** Its window; default: the topmost window there. Not drawn on windows above it. */
  readonly window?: WindowId;
  /** Its element: not drawn where the element is clipped, or covered by something in its window. */
  readonly element?: ElementId;
}

/** State of Deskscope's global keys. Between `deaf` and `listening` a press may be missed. */
export type GlobalKeyEvent =
  | { readonly type: 'listening' }
  | { readonly type: 'deaf' }
  /** Once per press, without auto-repeat. */
  | { readonly type: 'pressed'; readonly key: KeyChord };

/** The pick feed. While subscribed, presses and Escape or Enter are captured if `capabilities.grab` is true. */
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
  /** Another app has grabbed pointer and keys: it receives the presses. */
  | { readonly type: 'shared' };

/** The target of a recorded event: the actionable element, with selectors verified at the time. */
export interface RecordedTarget {
  readonly element: ElementDetails;
  readonly selectors: readonly RankedSelector[];
  /** A menu or popup that closed before the app could be asked may have covered it. */
  readonly unsure?: true;
  /** Its look before the event, cropped to a few hundred pixels: a WebP in base64. Missing if it must stay hidden. */
  readonly picture?: string;
}

/** The system's facts about a process's start. */
export interface ProcessStart {
  /** Its command, e.g. `/usr/bin/python3`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Its current working directory; empty if unknown. */
  readonly folder: string;
  /** Milliseconds since its start. */
  readonly ageMs: number;
  /** Process ids of the parent, its parent and so on. */
  readonly ancestors: readonly number[];
}

/** How a program was started. */
export interface StartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working directory, if its arguments depend on it. */
  readonly folder?: string;
}

/** Open menus or lists that a press beside them closed. */
export interface ClosedMenus {
  readonly window: WindowInfo;
  /** How often Escape must be pressed to close them. */
  readonly levels: number;
}

/** User input that was lost. */
export interface InputLoss {
  /**
   * - `tooFast`: it arrived faster than it could be read.
   * - `unread`: it arrived, but could not be parsed.
   * - `unreported`: the system reported nothing for a while.
   * - `uncommitted`: an input method holds it, or committed it without the app taking it.
   */
  readonly cause: 'tooFast' | 'unread' | 'unreported' | 'uncommitted';
  /** Presses, releases, keys and notches; null if unknown. */
  readonly events: number | null;
}

/**
 * The recorder feed. Times are milliseconds on a steady clock. Text typed into a password field never leaves the
 * engine: its `key` events carry `text: null` and key `•`, its `fieldValue` carries `value: null`.
 */
export type InputEvent = WindowEvent & {
  /** Title of its window's owner. */
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
      /** What the app reports at the point, if a picture identifies the target instead: the surrounding view. */
      readonly view?: RecordedTarget;
      /** The look at the point, if the app reports only a view and the picture is not unique. */
      readonly around?: Surroundings;
      /** The target is unknown: its app reports elements but did not answer in time, and there is no picture. */
      readonly unseen?: true;
      /** It came into view by the preceding wheel turns, inside the area they scrolled. */
      readonly scrolledTo?: true;
    }
  | {
      readonly type: 'pointerUp';
      readonly at: number;
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      /** Where a drag ended, looked up before the app could react; missing for other presses. */
      readonly target?: RecordedTarget | null;
      /** Window of that element. */
      readonly window?: WindowInfo | null;
      /** As for a press. */
      readonly view?: RecordedTarget;
      readonly around?: Surroundings;
      /** The look along the drag, from start to end, if both are in a view that reports nothing there. */
      readonly along?: Surroundings;
      /** It began where nothing is drawn, so that its effect depends on all that is between its ends. */
      readonly isFromGround?: true;
      /** The screen pixels a drag passed; missing if it was straight. */
      readonly via?: readonly Point[];
      /** Effect of the press on its window as a whole; null for one on its frame without effect, missing for others. */
      readonly windowChange?: WindowChange | null;
      /** All that the press did was to close menus, beside which it was. */
      readonly closedMenus?: ClosedMenus;
    }
  /** The pointer rested there before the following press, whose target only appeared on hovering. */
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
      /** The scrolled element: an item or a text in it is useless, since it moves away. */
      readonly target: RecordedTarget | null;
    }
  | {
      readonly type: 'key';
      readonly at: number;
      readonly key: KeyChord;
      /** The typed character, or null for a named key or a shortcut. */
      readonly text: string | null;
      readonly window: WindowInfo | null;
      /** The focused element; null if unknown. */
      readonly target: RecordedTarget | null;
      /** True if the focused field's value follows as `fieldValue`: then the text is not needed. */
      readonly editable: boolean;
      /** The field was read after the key, whose text its value may already include. */
      readonly readLate?: true;
    }
  /** The full value of a field after typing; a later one for the same element replaces it. */
  | {
      readonly type: 'fieldValue';
      readonly at: number;
      readonly window: WindowInfo | null;
      readonly target: RecordedTarget;
      /** Null for a password field. */
      readonly value: string | null;
      /** It may include text of an input method that was not reported. */
      readonly composed?: true;
    }
  /** The first input to a program that was open before the recording; `program` is null if its start is unknown. */
  | {
      readonly type: 'program';
      readonly at: number;
      readonly window: WindowInfo;
      readonly program: StartedProgram | null;
    }
  /** The first input to a program that started during the recording, not from a program that received input before. */
  | { readonly type: 'started'; readonly at: number; readonly window: WindowInfo; readonly program: StartedProgram }
  /** Windows that opened between the previous input and the next. */
  | { readonly type: 'opened'; readonly at: number; readonly windows: readonly WindowId[] }
  /** Changes after the previous input, once the app was idle; `at` is the time of that. Empty: nothing visible. */
  | {
      readonly type: 'effects';
      readonly at: number;
      readonly window: WindowInfo | null;
      readonly expected: readonly Expectation[];
    }
  /** In place of the lost input. */
  | ({ readonly type: 'lost'; readonly at: number } & InputLoss);

export type EngineState = 'starting' | 'ready' | 'restarting' | 'failed';

/** `detail` explains the state to users; empty when all is well. `restarts` counts unplanned ones since start. */
export interface EngineStatus {
  readonly state: EngineState;
  readonly detail: string;
  readonly restarts: number;
  /** Round trip of the last heartbeat in milliseconds; null before the first. */
  readonly latencyMs: number | null;
}
