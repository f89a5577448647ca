import type { Disposable } from '../base/async/disposable.ts';
import type { Log } from '../base/log.ts';
import type { AppError } from '#contract/errors';
import type { KeyChord, Modifier, MouseButton } from '#contract/model/recordings/action';
import type { Diagnosis } from '#contract/model/diagnosis';
import type { ControlType, ElementState, TreeView } from '#contract/model/elements/element';
import type { EventKind } from '#contract/model/elements/element-event';
import type { ElementFacts } from '#contract/model/elements/element-facts';
import type {
  Capabilities,
  Check,
  Desktops,
  HighlightBox,
  InputLoss,
  Monitor,
  ProcessStart,
  Unseen,
} from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import type { KeyReceiver } from '#contract/model/key-receiver';
import type { Pattern, PatternCall } from '#contract/model/elements/pattern';
import type { WindowAction, WindowId, WindowInfo } from '#contract/model/windows/window';

/**
 * What a platform must bring. Small nouns; everything that is the same everywhere (deadlines, refs, search, selectors,
 * diffs, masking, coalescing) stands above this border, in the engine. All methods may throw `AppError` only; native
 * errors are translated inside the back end.
 */
export interface Backend {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly windows: WindowProvider;
  readonly elements: ElementProvider;
  readonly input: InputProvider;
  readonly capture: CaptureProvider;
  readonly highlight: HighlightProvider;
  readonly observer: InputObserver;
  /** Missing if the platform has no recogniser of text of its own. */
  readonly ocr?: TextRecognizer;
  /** Missing if a program is started like any other: by the engine's process, without a shell. */
  readonly programs?: ProgramProvider;
  /** Whether a process runs a terminal, according to the kernel. Missing if that is unknown. */
  runsTerminal?(processId: number): Promise<boolean>;
  /** How a process was started; null if that is not to be had. Missing if unknown. */
  startOf?(processId: number): Promise<ProcessStart | null>;
  monitors(): Promise<readonly Monitor[]>;
  /** Whether the desktop asks a person right now for leave that this back end wants. Missing if it never does. */
  desktopAsks?(): boolean;
  /** What a person sees on this desktop and we do not; null if that is nothing. Missing if it never is anything. */
  unseen?(): Promise<Unseen | null>;
  /** A program that shows this desktop to remote viewers and lifts Shift before keys such as F9; null if none does. */
  shiftLifter?(): string | null;
  diagnose(): Promise<readonly Check[]>;
  close(): Promise<void>;
}

export interface WindowListOptions {
  readonly all: boolean;
  readonly everyDesktop?: boolean;
  readonly own?: boolean;
  readonly foreign?: boolean;
}

/** Which window gets the keys. */
export interface ActiveSince {
  readonly window: WindowId;
  /** In milliseconds, by the clock that input has. */
  readonly time: number;
}

export interface WindowProvider {
  /**
   * Topmost first. `all` adds docks and windows of other desktops, `everyDesktop` only the latter. Windows of Deskscope,
   * whichever of this user, are left out unless `own` is true: hit tests and input must know what of ours is in front. So are
   * those of other users unless `foreign` is true.
   */
  list(options: WindowListOptions): Promise<readonly WindowInfo[]>;
  /**
   * The window that a press at the point would reach, including those of Deskscope and of other users; a popup counts as its
   * owner. Missing if bounds in stacking order suffice.
   */
  at?(point: Point): Promise<WindowInfo | null>;
  /**
   * Whether a press at that point reaches a pop-up of a program without windows, such as the candidates of an input method.
   * Missing if the platform does not report.
   */
  isStrayPopup?(point: Point): Promise<boolean>;
  /**
   * Bounds of the menu, list or tip that a press at that point reaches, in screen pixels; null if it reaches a window. Missing if
   * the platform does not report.
   */
  popupAt?(point: Point): Promise<Rect | null>;
  /** The window that gets the keys at this moment, Deskscope's own included; cheap enough to ask before every key. */
  active(): Promise<WindowId | null>;
  /** The same, and since when; null if that was not received. Missing if the platform reports no times. */
  activeSince?(): Promise<ActiveSince | null>;
  /**
   * Where a key that is pressed now arrives, anyone who is in front: a program may hold the keyboard, or have the focus in a
   * window that is in no list. Null if no window gets it; cheap enough to ask before every key.
   */
  keyReceiver(): Promise<KeyReceiver | null>;
  /** The window in which a Deskscope of this user asks a person at this moment; as cheap as `active`. */
  asking(): Promise<WindowId | null>;
  /**
   * What paints over a part of the window, by its title; empty if nothing of another program does. Missing if the windows of
   * Deskscope are not on this desktop.
   */
  coveredBy?(window: WindowInfo): Promise<string>;
  /** Calls back whenever the list may have changed; a hint, never the truth. */
  watch(changed: () => void): Disposable;
  icon(window: WindowId): Promise<Uint8Array | null>;
  desktops(): Promise<Desktops>;
  /** Asks the platform; the engine verifies. @throws `unsupported_platform` if it is known not to do that */
  act(window: WindowId, action: WindowAction): Promise<void>;
  /** With the frame; what is missing stays as it is. */
  move(window: WindowId, bounds: Partial<Rect>): Promise<void>;
  /** To the 0-based virtual desktop, which exists. */
  moveToDesktop(window: WindowId, desktop: number): Promise<void>;
  /** Shows the 0-based virtual desktop, which exists. */
  showDesktop(desktop: number): Promise<void>;
  /**
   * The program that arranges windows, if it is stopped by a signal and so does nothing; null if it runs. Missing if that cannot
   * be known.
   */
  stoppedManager?(): Promise<{ readonly app: string; readonly processId: number } | null>;
  /**
   * Keeps the platform from arranging windows that are dragged to an edge (snapping), until that is allowed again or this back
   * end closes; where it was killed, the next one puts it back. Missing if that cannot be turned off.
   */
  snapping?(allowed: boolean): Promise<void>;
}

export interface ProgramProvider {
  /** Starts a program and answers its process id. @throws `not_found` */
  start(command: string, args: readonly string[], folder?: string): Promise<number>;
  /** Process ids of all descendants. Missing if `/proc` provides them. */
  descendants?(processId: number): Promise<readonly number[]>;
}

/** What every back end is created with. */
export interface BackendOptions {
  /** Deskscope's own processes at this moment: their windows are not part of the desktop. */
  readonly ownProcessIds: () => ReadonlySet<number>;
  readonly log: Log;
  /** The built script of this process, which a back end also starts its threads with; missing in tests without threads. */
  readonly entry?: string;
  /** Called once, when the back end has lost what it cannot get back, such as its display: only a new one will do. */
  readonly lost?: (error: AppError) => void;
}

/** An element as a walk reads it. `runtimeId` is unique within its window and stable while the element lives. */
export interface RawNode {
  readonly runtimeId: string;
  readonly controlType: ControlType;
  readonly role: string;
  readonly name: string;
  readonly automationId: string;
  readonly description: string;
  readonly value: string | null;
  readonly states: readonly ElementState[];
  readonly bounds: Rect | null;
  readonly childCount: number;
  /** Missing if the walk did not look. */
  readonly children?: readonly RawNode[];
  /** Only a part of its children was read: it has others, or may have. */
  readonly more?: true;
  /** A field that is empty, of a toolkit that reports only for what is in it whether it is hidden. */
  readonly mayHide?: true;
  /** It has a place in its window, and its place on the screen is unknown. */
  readonly unplaced?: true;
  /** The narrowest view of the tree that the app assigns the element to; missing if apps assign none. */
  readonly view?: TreeView;
}

/** Another element that an element refers to. */
export type RawLink = Pick<RawNode, 'runtimeId' | 'name' | 'controlType'>;

export interface RawDetails extends RawNode, ElementFacts<RawLink> {
  /** Also those that a disabled element has; `window` only if it represents its whole window, which `transform` is then of. */
  readonly patterns: readonly Pattern[];
  readonly actions: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
}

export interface RawTree {
  readonly root: RawNode;
  readonly nodeCount: number;
  readonly truncated: 'nodes' | 'depth' | 'time' | null;
  readonly diagnosis: Diagnosis | null;
}

/** How much may be read. What a back end knows already it may answer beyond depth and number of nodes. */
export interface WalkBudget {
  readonly depth: number;
  readonly maxNodes: number;
  /** When it aborts, the walk answers what it has, truncated by `time`. */
  readonly signal: AbortSignal;
}

/** Properties that an element must have exactly; at least one of them. */
export interface ExactWords {
  readonly name?: string | undefined;
  readonly automationId?: string | undefined;
}

/** Which children of a container: indices as the platform counts them. */
export interface ChildRange {
  readonly offset: number;
  readonly limit: number;
}

/** The views that do not show everything. */
export type NarrowView = Exclude<TreeView, 'raw'>;

/** Which of the children that a view shows. */
export interface ViewRange extends ChildRange {
  readonly view: NarrowView;
}

/**
 * Windows read in parts, for anyone who must not keep an app from its work: each question is about one element, so that the app
 * is never held up for longer than one takes, and nothing waits behind a reading of a tree.
 */
export interface PartProvider {
  /** What is at a point, or has the focus, after its ancestors from the root down; empty if there is none. */
  path(window: WindowInfo, of: Point | 'focus'): Promise<readonly RawNode[]>;
  /**
   * Like the method of {@link ElementProvider}, for a known element: without child count, text and selection. @throws
   * `element_stale`, also for a replaced element
   */
  details(window: WindowInfo, runtimeId: string): Promise<RawDetails>;
  /**
   * This many elements of the window: first those around the point and the focus, then level by level. Nodes whose children were
   * not all read have `more`.
   */
  around(window: WindowInfo, at: Point | null, budget: Omit<WalkBudget, 'depth'>): Promise<RawTree>;
  /**
   * Whether no other element of the window, or below `from`, has the same properties; queries one after the other. Null if that
   * would take too long, so that it is skipped for now.
   */
  isOnly(window: WindowInfo, from: string | null, node: RawNode, words: readonly Word[]): Promise<boolean | null>;
  /**
   * Which of the children of its parent an element is, and each of its ancestors below the root, from there down. Null if too
   * many would have to be counted, or it was not met by {@link path}.
   */
  indices(window: WindowInfo, runtimeId: string): Promise<readonly number[] | null>;
}

/** What an element reports that apps can look for, letter for letter. */
export type Word = 'controlType' | 'name' | 'automationId';

/** With a signal that aborts, nobody waits for the answer any more: what has not begun need not. */
/** A key that came. */
export interface KeyTime {
  /** Milliseconds by the clock of input. */
  readonly at: number;
  /** It types a character. */
  readonly types: boolean;
}

/** A period in which nobody moved the focus of a window by hand; milliseconds, by the input clock. */
export interface FocusStay {
  /** The window is in front since then. */
  readonly since: number;
  readonly until: number;
  /** How often it was moved after that. */
  readonly movesAfter: number;
}

/** What takes a press at a point. */
export interface Pressed {
  readonly runtimeId: string;
  /**
   * Who knows what lets presses through: the `app` everywhere, in its `pages` alone, or `nobody`, so that plain containers, texts
   * and pictures over something else may.
   */
  readonly reportedBy: 'app' | 'pages' | 'nobody';
  /** Texts and pictures over something else are taken to keep presses: whether they do cannot be read. */
  readonly textsKeep?: boolean;
}

/** What may change about an element between a look and an act. */
export type RowNow = Pick<RawNode, 'name' | 'controlType' | 'states' | 'bounds'>;

/** What an app announced. */
export interface RawEvent {
  readonly kind: EventKind;
  /** The platform's own name. */
  readonly name: string;
  /** Null if it is about the app. */
  readonly runtimeId: string | null;
  /** What the element reports, if it came with the answer; missing if it must be queried. */
  readonly row?: EventRow;
  /** What is different now; empty if the app does not report. */
  readonly change: string;
  /** `change` is text of the element, which must stay here for a password. */
  readonly holdsText: boolean;
}

export type EventRow = Omit<RowNow, 'bounds'>;

export interface ElementProvider {
  /** The tree of a window, or of one element in it. @throws `element_stale`, `accessibility_unavailable` */
  walk(window: WindowInfo, from: string | null, budget: WalkBudget): Promise<RawTree>;
  /**
   * The elements of the window, or below one of them, with exactly these properties, in tree order and without descendants; the
   * app itself searches. Null if only a walk can answer; missing if apps cannot search.
   */
  matching?(
    window: WindowInfo,
    from: string | null,
    words: ExactWords,
    signal: AbortSignal,
  ): Promise<readonly RawNode[] | null>;
  /**
   * What is in the menus that are open over a window and are not part of an element of it, each as in {@link walk}: a few
   * elements, where the whole window takes longer to read. Missing if a walk costs no longer.
   */
  openMenus?(window: WindowInfo, budget: WalkBudget): Promise<readonly RawNode[]>;
  /**
   * The entry of a menu at that place which its app said the pointer came to, as it was then: the menu may be gone. Null if it
   * said none since that time, in milliseconds by the clock of input. Missing if no app says it.
   */
  pointedEntry?(window: WindowInfo, at: Point, since: number): Promise<RawNode | null>;
  /**
   * How many elements the app reports in one answer about all of them, the window included: some hide from that. Null if it fails
   * to; missing if apps cannot be asked such a thing.
   */
  countInOneAnswer?(window: WindowInfo, signal: AbortSignal): Promise<number | null>;
  /** Missing if to read a whole tree costs an app next to nothing, since most of it is kept. */
  readonly parts?: PartProvider;
  /** One level, without what is below. A range beyond the last child is empty. @throws `element_stale` */
  children(window: WindowInfo, runtimeId: string, range: ChildRange, signal?: AbortSignal): Promise<readonly RawNode[]>;
  /**
   * The same in a view, if apps themselves assign elements to views. Null if only a walk can answer; missing if no app does.
   * @throws `element_stale`
   */
  childrenIn?(
    window: WindowInfo,
    runtimeId: string,
    range: ViewRange,
    signal?: AbortSignal,
  ): Promise<readonly RawNode[] | null>;
  /** From the window's root down to the parent. */
  ancestors(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<readonly RawNode[]>;
  details(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<RawDetails>;
  /**
   * The row of an element at this moment, cheaper than all details. Missing if details cost no more. @param settled after the app
   * had time to report, if it reports new names late @throws `element_stale`
   */
  rowNow?(window: WindowInfo, runtimeId: string, signal?: AbortSignal, settled?: boolean): Promise<RowNow>;
  /** The deepest element of the window at a screen point, asked of the app; null if it has none there. */
  hitTest(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<string | null>;
  /**
   * What takes a press at a screen point: as {@link hitTest}, with what takes no events left out, and asked until the app has
   * looked itself.
   */
  pressed(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<Pressed | null>;
  /**
   * Whether an element claims that it is being pressed at this moment; null for one that never reports it. Missing if none does.
   * @throws `element_stale`
   */
  isPressed?(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<boolean | null>;
  /**
   * The focused element of the window according to the platform; null if unknown. @param key for the element that got a key: not
   * the editor that the key opened over a cell, nor a cell that got the focus later, as far as the platform knows
   */
  focused(window: WindowInfo, signal?: AbortSignal, key?: KeyTime): Promise<string | null>;
  /**
   * The only element of a window that can have had the focus during a stay, according to its app; null if another is possible, or
   * none is known. Missing if no app reports focus changes.
   */
  onlyFocused?(window: WindowInfo, stay: FocusStay, signal?: AbortSignal): Promise<string | null>;
  focus(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<void>;
  /** Asks the app; the engine verifies. Never asked for `window`, nor a whole window for `transform`: those are the window provider's. */
  run(window: WindowInfo, runtimeId: string, call: PatternCall, signal?: AbortSignal): Promise<void>;
  /**
   * Calls back whenever elements of the window may have changed, as far as the platform reports; a hint, never the truth. Missing
   * if unknown.
   */
  watch?(window: WindowInfo, changed: () => void): Disposable;
  /**
   * Calls back with what the app of a window announces, until disposed. Missing if apps announce nothing.
   * @throws `accessibility_unavailable` if the app offers no elements
   */
  events?(window: WindowInfo, received: (event: RawEvent) => void): Promise<Disposable>;
  /** The cell of a grid, counted from 0. @throws `pattern_not_supported`, `not_found` */
  cell(window: WindowInfo, runtimeId: string, row: number, column: number, signal?: AbortSignal): Promise<RawNode>;
}

export type WheelAxis = 'vertical' | 'horizontal';

export interface Typing {
  readonly signal: AbortSignal;
  /** Asked before every key, with the number of characters (code points) that went before; throws where none may follow. */
  readonly beforeKey: (typed: number) => Promise<void>;
  /** By keys that input methods hand on, as far as the platform has such. */
  readonly past?: boolean;
}

/** An input method that is on, listened to until disposed. */
export interface InputMethod extends Disposable {
  /** What people call its engine. */
  readonly name: string;
  /**
   * Before characters are typed: it hands them on from now until `resume`, or, where `past` is true, those that are typed with
   * {@link Typing.past}.
   */
  letPass(): Promise<{ readonly past: boolean; readonly resume: () => Promise<void> }>;
  /**
   * Waits until it has answered for what was sent. `asked` counts key presses that apps showed it since it is listened to,
   * `taken` those that it took; `composing` reports whether a text is open that no app has yet.
   */
  settled(): Promise<{ readonly asked: number; readonly taken: number; readonly composing: boolean }>;
}

/** How long a chord stays down. */
export interface KeyHold {
  readonly ms: number;
  readonly signal: AbortSignal;
}

/**
 * What an app has done about its input: `taken` all of it; `busy` or `stopped` (by a signal or a debugger), it has not
 * come to it in time; `unknown`, it works, and cannot be asked.
 */
export type Uptake = 'taken' | 'busy' | 'stopped' | 'unknown';

export interface UptakeLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface InputProvider {
  /**
   * Milliseconds since a Deskscope of this user, whichever, has sent input; null if none has. A tenth of a second too many at
   * most.
   */
  sentAgo(): Promise<number | null>;
  /**
   * Waits until the app of a window has taken all input that was sent to it before, `timeoutMs` at most. Missing if the platform
   * reports nothing about it.
   */
  uptake?(window: WindowInfo, limits: UptakeLimits): Promise<Uptake>;
  pointer(): Promise<Point>;
  move(to: Point): Promise<void>;
  /** Where the pointer is shared with a person, {@link pointer} reports where it is at this moment, anyone who moved it. */
  readonly reportsPointer?: boolean;
  button(button: MouseButton, down: boolean): Promise<void>;
  /**
   * Moves the pointer and presses there, in one piece as far as the platform can.
   * @param modifiers those that we hold for it
   * @returns where the pointer was in the moment after, which is where the press came, in physical screen pixels; null where
   *   somebody held a button or another modifier by then: nothing was pressed
   */
  pressAt(button: MouseButton, at: Point, modifiers: readonly Modifier[]): Promise<Point | null>;
  /**
   * Lets a button go at a point, where the pointer is put back before if it is elsewhere: what was pressed is dropped nowhere
   * else.
   * @returns where the pointer was before, in physical screen pixels; null if somebody used a button meanwhile
   */
  release(button: MouseButton, at: Point): Promise<Point | null>;
  /** Buttons that are down at this moment and not by us. Missing if unknown. */
  heldButtons?(): Promise<readonly MouseButton[]>;
  /** Positive notches go up, or right. */
  wheel(axis: WheelAxis, notches: number): Promise<void>;
  /**
   * Waits until keys may be pressed at all: the desktop may ask a person first, in a window that takes the keys meanwhile.
   * Missing if it never asks. @returns whether it has asked
   */
  keysReady?(): Promise<boolean>;
  /**
   * Waits a moment until nobody else holds a modifier, which would turn a key or click into another.
   * @throws AppError `busy` if somebody goes on holding one
   */
  untilFree(signal: AbortSignal): Promise<void>;
  /**
   * Presses and releases a chord, whatever layout is on; everything is released even when it fails. The chord is spelt as
   * `parseChord` does.
   * @param past as in {@link Typing}, for a key that types a character
   */
  press(keys: KeyChord, hold?: KeyHold, past?: boolean): Promise<void>;
  modifier(modifier: Modifier, down: boolean): Promise<void>;
  /**
   * The chords that the current desktop, or a program that listens everywhere, reserves, so that no window gets them. Missing if
   * unknown.
   */
  desktopKeys?(chords: readonly KeyChord[]): Promise<readonly KeyChord[]>;
  /** Keys may be lost silently: typed text is read back. */
  readonly unsure?: boolean;
  /** Any Unicode text, whatever layout and locks are on. @throws AppError `invalid_parameter` for what no key types */
  type(text: string, typing: Typing): Promise<void>;
  /** The input method that may take what is typed now; null if none may. Missing if unknown. */
  inputMethod?(): Promise<InputMethod | null>;
  /** Releases whatever is still held down by us. */
  releaseAll(): Promise<void>;
}

/** Decoded picture: four bytes a pixel in the order red, green, blue, alpha, not premultiplied; rows without gaps. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** No pixel lets anything shine through. */
  readonly opaque: boolean;
}

/** A recogniser of text that the platform brings. */
export interface TextRecognizer {
  readonly name: string;
  /** What it reads, as BCP 47 tags; none if this machine lacks it, which is reported at once. */
  languages(): Promise<readonly string[]>;
  /**
   * Reads a picture; in the user's own languages if none is named.
   * @returns null if it has not got the language, or takes no such picture
   */
  read(pixels: Pixels, language: string | null, signal: AbortSignal): Promise<RecognizedText | null>;
}

export interface RecognizedText {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly lines: readonly (readonly RecognizedWord[])[];
}

export interface RecognizedWord {
  readonly text: string;
  /** In the picture. */
  readonly bounds: Rect;
}

export interface CaptureProvider {
  /** A part of the screen that is on it wholly. Our own highlight is not in it. */
  screen(region: Rect): Promise<Pixels>;
  /**
   * A window's `bounds`, even if others cover it, if the platform can; else what of it can be seen, with its place.
   * @throws `invalid_region` if the window has no pixels: minimised, on another desktop, off the screen
   */
  window(window: WindowInfo): Promise<{ readonly pixels: Pixels; readonly bounds: Rect; readonly note: string }>;
  /**
   * A counter that changes when anything is painted in the window; null while unknown, which may change with every query of its
   * elements. Missing if the platform never provides it.
   */
  painted?(window: WindowInfo): Promise<number | null>;
  /** The pointer's image, with the screen pixel of its top left corner; null if it is hidden or unknown. */
  cursor(): Promise<{ readonly pixels: Pixels; readonly at: Point } | null>;
}

export interface OutlineBox extends Omit<HighlightBox, 'window'> {
  /** Places on the screen if nothing of it may be, its label left out rather than cut. */
  readonly keepClear?: readonly Rect[];
}

export interface HighlightProvider {
  /** Replaces what is shown; an empty list hides it. Never takes focus, clicks pass through. */
  show(boxes: readonly OutlineBox[]): Promise<void>;
}

/** Raw input as the platform reports it. `time` in milliseconds on `performance.now()`'s clock. */
export type RawInput = {
  /** Sent by us, not by a person: what an agent, a replay or a tool does. By default, a person or somebody else's program. */
  readonly byUs?: true;
} & (
  | { readonly type: 'move'; readonly x: number; readonly y: number; readonly time: number }
  | {
      readonly type: 'button';
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      readonly down: boolean;
      readonly modifiers: readonly Modifier[];
      readonly time: number;
    }
  | { readonly type: 'wheel'; readonly x: number; readonly y: number; readonly notches: number; readonly time: number }
  | {
      readonly type: 'key';
      /** The whole chord, e.g. `ctrl+s`, or the bare key. */
      readonly key: KeyChord;
      /** The character it types, null for named keys and shortcuts. */
      readonly text: string | null;
      readonly time: number;
      /** Reported only after a later press, so its target is unknown. */
      readonly isLate?: true;
      /** An input method or a screen reader took it: no app got it. */
      readonly taken?: true;
      /** No key: an input method put this text into the app. */
      readonly committed?: true;
    }
  /** The text being composed by an input method, which no app has yet; empty at the end. */
  | { readonly type: 'preedit'; readonly text: string; readonly time: number }
  | ({ readonly type: 'lost'; readonly time: number } & InputLoss)
);

export interface InputObserver {
  /** All input of the session, without our own windows' share being filtered. */
  listen(listener: (input: RawInput) => void): Promise<Disposable>;
  /**
   * Keys that go down, also those that a menu has taken; one that is held is reported once. Missing if the system's global keys
   * work in menus too.
   */
  keys?(listener: (input: RawInput) => void): Promise<Disposable>;
  /** Takes pointer and keys, so that apps do not get them, until disposed. @throws `busy` if another app holds them */
  grab(listener: (input: RawInput) => void): Promise<Disposable>;
}
