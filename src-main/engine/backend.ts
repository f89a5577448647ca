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
 * What a platform implements. Everything that is the same on all platforms (deadlines, refs, search, selectors, diffs, masking,
 * coalescing) is in the engine above this interface. Methods throw only `AppError`; the back end translates native errors.
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
  /** Missing if the platform has no text recogniser. */
  readonly ocr?: TextRecognizer;
  /** Missing if the engine's process starts programs itself, without a shell. */
  readonly programs?: ProgramProvider;
  /** Whether a process runs a terminal, according to the kernel. Missing if that is unknown. */
  runsTerminal?(processId: number): Promise<boolean>;
  /** How a process was started; null if not available. Missing if unsupported. */
  startOf?(processId: number): Promise<ProcessStart | null>;
  monitors(): Promise<readonly Monitor[]>;
  /** Whether the desktop is asking the user for permission on behalf of this back end. Missing if it never does. */
  desktopAsks?(): boolean;
  /**
   * What the user sees on this desktop and Deskscope does not; null for nothing. Missing if everything is always visible to it.
   */
  unseen?(): Promise<Unseen | null>;
  /** A program that shows this desktop to remote viewers and releases Shift before keys such as F9; null if there is none. */
  shiftLifter?(): string | null;
  diagnose(): Promise<readonly Check[]>;
  close(): Promise<void>;
}

/** The windows of a desktop, for reads that need nothing else. */
export type WindowsBackend = Pick<
  Backend,
  'name' | 'capabilities' | 'windows' | 'monitors' | 'unseen' | 'shiftLifter' | 'close'
>;

export interface WindowListOptions {
  readonly all: boolean;
  readonly everyDesktop?: boolean;
  readonly own?: boolean;
  readonly foreign?: boolean;
}

/** The window that receives keys. */
export interface ActiveSince {
  readonly window: WindowId;
  /** In milliseconds, by the input clock. */
  readonly time: number;
}

export interface ClosedPopup {
  /** Where it was, in screen pixels. */
  readonly bounds: Rect;
  /** Null if its app has no window. */
  readonly window: WindowInfo | null;
  /** It says so; others may be menus too. */
  readonly isMenu: boolean;
}

/** A program that has grabbed the pointer. */
export interface PointerHolder extends KeyReceiver {
  /** Its popups, topmost first, if it is the window's own, in screen pixels; otherwise none. */
  readonly own: readonly Rect[];
}

export interface WindowProvider {
  /**
   * Topmost first. `all` adds docks and windows of other desktops, `everyDesktop` only the latter. Windows of any Deskscope of
   * this user are omitted unless `own` is true, since hit tests and input need them. So are other users' windows unless
   * `foreign` is true.
   */
  list(options: WindowListOptions): Promise<readonly WindowInfo[]>;
  /**
   * The window that a press at the point reaches, including those of Deskscope and other users; a popup counts as its owner.
   * Missing if bounds in stacking order suffice.
   */
  at?(point: Point): Promise<WindowInfo | null>;
  /**
   * Whether a press at the point reaches a popup of a program without windows, such as the candidates of an input method.
   * Missing if the platform does not report it.
   */
  isStrayPopup?(point: Point): Promise<boolean>;
  /**
   * Bounds of the menu, list or tooltip that a press at the point reaches, in screen pixels; null if the press reaches a window.
   * Missing if the platform does not report it.
   */
  popupAt?(point: Point): Promise<Rect | null>;
  /**
   * The menus and lists that a press beside them closed, and the windows of their apps. Waits a moment for a slow app. Missing if
   * the platform does not report it.
   * @param press where it was and when it arrived, by `performance.now()`
   */
  closedBy?(press: { readonly at: Point; readonly time: number }): Promise<readonly ClosedPopup[]>;
  /** The window that receives keys now, Deskscope's included; cheap enough to query before every key. */
  active(): Promise<WindowId | null>;
  /** The active window, and since when; null if no time was received. Missing if the platform reports no times. */
  activeSince?(): Promise<ActiveSince | null>;
  /**
   * Where a key pressed now arrives, regardless of the front window: a program may grab the keyboard, or have the focus in an
   * unlisted window. Null if no window gets it; cheap enough to query before every key.
   */
  keyReceiver(): Promise<KeyReceiver | null>;
  /**
   * The program that gets a press on this window instead, because it has grabbed the pointer, as an open menu does; null for none.
   * Missing if the platform does not report it.
   */
  pointerHolder?(window: WindowInfo): Promise<PointerHolder | null>;
  /** The window in which a Deskscope of this user is asking for permission; as cheap as `active`. */
  asking(): Promise<WindowId | null>;
  /**
   * Title of another program's window that paints over part of this window; empty if there is none. Missing if Deskscope's
   * windows are not on this desktop.
   */
  coveredBy?(window: WindowInfo): Promise<string>;
  /** Called whenever the list may have changed; a hint that must be checked. */
  watch(changed: () => void): Disposable;
  icon(window: WindowId): Promise<Uint8Array | null>;
  desktops(): Promise<Desktops>;
  /** Asks the platform; the engine verifies. @throws `unsupported_platform` if the platform is known not to support it */
  act(window: WindowId, action: WindowAction): Promise<void>;
  /** Bounds include the frame; omitted fields are unchanged. */
  move(window: WindowId, bounds: Partial<Rect>): Promise<void>;
  /** To an existing 0-based virtual desktop. */
  moveToDesktop(window: WindowId, desktop: number): Promise<void>;
  /** Shows an existing 0-based virtual desktop. */
  showDesktop(desktop: number): Promise<void>;
  /** The window manager, if a signal has stopped it; null if it runs. Missing if that is not known. */
  stoppedManager?(): Promise<{ readonly app: string; readonly processId: number } | null>;
  /**
   * Prevents the platform from arranging windows that are dragged to an edge (snapping) until allowed again or until this back
   * end closes; after a crash, the next back end restores it. Missing if unsupported.
   */
  snapping?(allowed: boolean): Promise<void>;
}

export interface ProgramProvider {
  /** Starts a program and answers its process id. @throws `not_found` */
  start(command: string, args: readonly string[], folder?: string): Promise<number>;
  /** Process ids of all descendants. Missing if `/proc` provides them. */
  descendants?(processId: number): Promise<readonly number[]>;
}

/** Options of every back end. */
export interface BackendOptions {
  /** Process ids of Deskscope, whose windows are not part of the desktop. */
  readonly ownProcessIds: () => ReadonlySet<number>;
  readonly log: Log;
  /** The built script of this process, which back ends also start threads with; missing in tests without threads. */
  readonly entry?: string;
  /** Called once, when the back end has lost a resource for good, such as its display, and must be replaced. */
  readonly lost?: (error: AppError) => void;
}

/** An element as read by a walk. `runtimeId` is unique within its window and stable while the element lives. */
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
  /** Missing if the walk did not read children. */
  readonly children?: readonly RawNode[];
  /** Only some children were read; more exist, or may exist. */
  readonly more?: true;
  /** An empty field whose toolkit reports visibility only for its content. */
  readonly mayHide?: true;
  /** It has bounds in its window, but its position on the screen is unknown. */
  readonly unplaced?: true;
  /** The narrowest tree view that the app assigns the element to; missing if apps assign none. */
  readonly view?: TreeView;
}

/** Another element that an element refers to. */
export type RawLink = Pick<RawNode, 'runtimeId' | 'name' | 'controlType'>;

export interface RawDetails extends RawNode, ElementFacts<RawLink> {
  /**
   * Includes those of a disabled element; `window` only if the element represents its whole window, which `transform` then
   * applies to.
   */
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

/** Limits of a read. Nodes that a back end has cached may exceed depth and node count. */
export interface WalkBudget {
  readonly depth: number;
  readonly maxNodes: number;
  /** When it aborts, the walk returns what it has, truncated by `time`. */
  readonly signal: AbortSignal;
}

/** Properties to match exactly; at least one. */
export interface ExactWords {
  readonly name?: string | undefined;
  readonly automationId?: string | undefined;
}

/** A range of a container's children, by the platform's indices. */
export interface ChildRange {
  readonly offset: number;
  readonly limit: number;
}

/** The views that do not show every element. */
export type NarrowView = Exclude<TreeView, 'raw'>;

/** A range of the children that a view shows. */
export interface ViewRange extends ChildRange {
  readonly view: NarrowView;
}

/**
 * Reads windows in parts, for callers that must not block an app: each query is about one element, so it holds up the app only
 * briefly, and no other query waits behind the read of a whole tree.
 */
export interface PartProvider {
  /** The element at a point or with focus, after its ancestors from the root down; empty if there is none. */
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
   * Whether the properties are unique in the window, or below `from`; queries run one after another. Null if skipped because it
   * takes too long.
   */
  isOnly(window: WindowInfo, from: string | null, node: RawNode, words: readonly Word[]): Promise<boolean | null>;
  /**
   * The child index of an element and of each ancestor below the root, from the root down. Null if too many children have to be
   * counted, or {@link path} did not return the element.
   */
  indices(window: WindowInfo, runtimeId: string): Promise<readonly number[] | null>;
}

/** A property that apps can search for, by exact match. */
export type Word = 'controlType' | 'name' | 'automationId';

/** When the signal aborts, the caller no longer waits for the answer, so queries that have not begun are skipped. */
/** A received key. */
export interface KeyTime {
  /** Milliseconds, by the input clock. */
  readonly at: number;
  /** Whether the key types a character. */
  readonly types: boolean;
}

/** A period during which no user input moved a window's focus; milliseconds, by the input clock. */
export interface FocusStay {
  /** When the window came to the front. */
  readonly since: number;
  readonly until: number;
  /** How often the focus was moved after the period. */
  readonly movesAfter: number;
}

/** What receives a press at a point. */
export interface Pressed {
  readonly runtimeId: string;
  /**
   * Which elements that pass presses through are reported: the `app`'s everywhere, only those in its `pages`, or `nobody`'s, so
   * plain containers, texts and pictures may pass presses through.
   */
  readonly reportedBy: 'app' | 'pages' | 'nobody';
  /** Texts and pictures are assumed to receive presses, since the platform does not report it. */
  readonly textsKeep?: boolean;
}

/** What may change about an element between reading and acting. */
export type RowNow = Pick<RawNode, 'name' | 'controlType' | 'states' | 'bounds'>;

/** An event that an app emitted. */
export interface RawEvent {
  readonly kind: EventKind;
  /** The platform's name for it. */
  readonly name: string;
  /** Null if the event is about the app. */
  readonly runtimeId: string | null;
  /** The element's row, if the event contained it; missing if it must be queried. */
  readonly row?: EventRow;
  /** The change; empty if the app does not report it. */
  readonly change: string;
  /** `change` contains text of the element, which must not leave this process for a password. */
  readonly holdsText: boolean;
}

export type EventRow = Omit<RowNow, 'bounds'>;

export interface ElementProvider {
  /** The tree of a window, or of one element in it. @throws `element_stale`, `accessibility_unavailable` */
  walk(window: WindowInfo, from: string | null, budget: WalkBudget): Promise<RawTree>;
  /**
   * The elements of the window, or below one of them, with exactly these properties, in tree order and without descendants,
   * searched for by the app itself. Null if only a walk can find them; missing if apps cannot search.
   */
  matching?(
    window: WindowInfo,
    from: string | null,
    words: ExactWords,
    signal: AbortSignal,
  ): Promise<readonly RawNode[] | null>;
  /**
   * Content of the open menus of a window that are not part of an element in it, each as in {@link walk}: few elements, cheaper
   * than a walk of the window. Missing if a walk is as cheap.
   */
  openMenus?(window: WindowInfo, budget: WalkBudget): Promise<readonly RawNode[]>;
  /**
   * The menu entry at a point that its app reported the pointer to have reached, as it was then, since the menu may be gone.
   * Null if the app reported none since that time, in milliseconds by the input clock. Missing if no app reports it.
   */
  pointedEntry?(window: WindowInfo, at: Point, since: number): Promise<RawNode | null>;
  /**
   * Number of elements that the app returns for one query of all elements, the window included; some elements are missing from
   * that. Null if the query fails; missing if unsupported.
   */
  countInOneAnswer?(window: WindowInfo, signal: AbortSignal): Promise<number | null>;
  /** Missing if reading a whole tree is cheap for apps because most of it is cached. */
  readonly parts?: PartProvider;
  /** One level, without descendants. A range beyond the last child is empty. @throws `element_stale` */
  children(window: WindowInfo, runtimeId: string, range: ChildRange, signal?: AbortSignal): Promise<readonly RawNode[]>;
  /**
   * The same in a view, if apps assign elements to views. Null if only a walk can tell; missing if no app does.
   * @throws `element_stale`
   */
  childrenIn?(
    window: WindowInfo,
    runtimeId: string,
    range: ViewRange,
    signal?: AbortSignal,
  ): Promise<readonly RawNode[] | null>;
  /** From the window's root to the parent. */
  ancestors(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<readonly RawNode[]>;
  details(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<RawDetails>;
  /**
   * The current row of an element, cheaper than all details. Missing if details are as cheap.
   * @param settled after the app had time to report, for apps that report new names late
   * @throws `element_stale`
   */
  rowNow?(window: WindowInfo, runtimeId: string, signal?: AbortSignal, settled?: boolean): Promise<RowNow>;
  /**
   * Makes the app report the current name of an element that an act is about to focus, by focusing it.
   * @returns the element then; null if its app reports new names anyway, which is the case if this method is missing
   * @throws `element_stale`
   */
  refreshName?(window: WindowInfo, runtimeId: string, controlType: ControlType): Promise<RowNow | null>;
  /**
   * Tells an app that takes its window to be elsewhere where it is: it would take presses on what it opens for presses beside it.
   * Does nothing for other apps, and is missing if there are none.
   */
  tellPlace?(window: WindowInfo): Promise<void>;
  /** The deepest element at a screen point, as reported by the app; null if there is none. */
  hitTest(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<string | null>;
  /**
   * The element that receives a press at a screen point: like {@link hitTest}, without elements that receive no events, and
   * queried until the app itself has answered.
   */
  pressed(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<Pressed | null>;
  /**
   * Whether an element reports that it is pressed; null if it never reports that. Missing if no element does.
   * @throws `element_stale`
   */
  isPressed?(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<boolean | null>;
  /**
   * The focused element of the window according to the platform; null if unknown.
   * @param key returns the element that received this key, as far as the platform knows: neither the editor that the key opened
   * over a cell, nor a cell that got focus later
   */
  focused(window: WindowInfo, signal?: AbortSignal, key?: KeyTime): Promise<string | null>;
  /**
   * The only element of a window that can have had focus during the period, according to its app; null if there are several
   * candidates or none. Missing if no app reports focus changes.
   */
  onlyFocused?(window: WindowInfo, stay: FocusStay, signal?: AbortSignal): Promise<string | null>;
  /**
   * The elements of a window that took focus after this one last did, in order, according to its app. Null if this one did not,
   * or one of the others is gone. Missing if no app reports focus changes.
   */
  focusedSince?(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<readonly string[] | null>;
  focus(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Asks the app; the engine verifies. Not called with `window`, nor with `transform` for a whole window, which the window
   * provider handles.
   */
  run(window: WindowInfo, runtimeId: string, call: PatternCall, signal?: AbortSignal): Promise<void>;
  /**
   * Called whenever elements of the window may have changed; a hint that must be checked. Missing if the platform does not
   * report changes.
   */
  watch?(window: WindowInfo, changed: () => void): Disposable;
  /**
   * Calls back with the events of a window's app until disposed. Missing if apps emit none.
   * @throws `accessibility_unavailable` if the app offers no elements
   */
  events?(window: WindowInfo, received: (event: RawEvent) => void): Promise<Disposable>;
  /** The cell of a grid, 0-based. @throws `pattern_not_supported`, `not_found` */
  cell(window: WindowInfo, runtimeId: string, row: number, column: number, signal?: AbortSignal): Promise<RawNode>;
}

export type WheelAxis = 'vertical' | 'horizontal';

export interface Typing {
  readonly signal: AbortSignal;
  /** Called before every key with the number of characters (code points) typed so far; throws to stop typing. */
  readonly beforeKey: (typed: number) => Promise<void>;
  /** Sends keys that input methods pass through, if the platform has such keys. */
  readonly past?: boolean;
}

/** An active input method, observed until disposed. */
export interface InputMethod extends Disposable {
  /** Display name of its engine. */
  readonly name: string;
  /**
   * Called before characters are typed: makes the input method pass them through until `resume`, or, if `past` is true, only
   * those typed with {@link Typing.past}.
   */
  letPass(): Promise<{ readonly past: boolean; readonly resume: () => Promise<void> }>;
  /**
   * Waits briefly until it has handled this many key presses. Apps offer it keys without waiting for its answer, and keys sent
   * meanwhile may overtake each other.
   */
  answered(presses: number): Promise<void>;
  /**
   * Waits until the input method has handled what was sent. `asked` counts key presses that apps offered it since it is
   * observed, `taken` those that it consumed, `forwarded` those that it sent to the app again; `composing` reports whether it
   * holds text not yet committed.
   */
  settled(): Promise<{
    readonly asked: number;
    readonly taken: number;
    readonly forwarded: number;
    readonly composing: boolean;
  }>;
}

/** How long a chord is held. */
export interface KeyHold {
  readonly ms: number;
  readonly signal: AbortSignal;
}

/**
 * How an app has handled its input: `taken`: all of it; `busy` or `stopped` (by a signal or a debugger): not in time; `unknown`:
 * the app works, but cannot be queried.
 */
export type Uptake = 'taken' | 'busy' | 'stopped' | 'unknown';

export interface UptakeLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface InputProvider {
  /** Milliseconds since any Deskscope of this user sent input; null if none did. At most a tenth of a second too many. */
  sentAgo(): Promise<number | null>;
  /**
   * Waits up to `timeoutMs` until the app of a window has handled all input sent before. Missing if the platform reports nothing
   * about it.
   */
  uptake?(window: WindowInfo, limits: UptakeLimits): Promise<Uptake>;
  pointer(): Promise<Point>;
  move(to: Point): Promise<void>;
  /** If the user shares the pointer, {@link pointer} returns its current position, whoever moved it. */
  readonly reportsPointer?: boolean;
  button(button: MouseButton, down: boolean): Promise<void>;
  /**
   * Moves the pointer and presses there, atomically as far as the platform allows.
   * @param modifiers those that Deskscope holds for the press
   * @returns where the pointer was right after, which is where the press arrived, in physical screen pixels; null if nothing was
   * pressed because the user held a button or another modifier
   */
  pressAt(button: MouseButton, at: Point, modifiers: readonly Modifier[]): Promise<Point | null>;
  /**
   * Releases a button at a point, first moving the pointer back there, so that nothing is dropped elsewhere.
   * @returns where the pointer was before, in physical screen pixels; null if the user used a button meanwhile
   */
  release(button: MouseButton, at: Point): Promise<Point | null>;
  /** Buttons held by anyone else. Missing if unknown. */
  heldButtons?(): Promise<readonly MouseButton[]>;
  /** Positive notches scroll up or right. */
  wheel(axis: WheelAxis, notches: number): Promise<void>;
  /**
   * Waits until keys may be pressed: the desktop may first ask the user, in a window that takes the keys.
   * Missing if it never asks. @returns whether it asked
   */
  keysReady?(): Promise<boolean>;
  /**
   * Waits briefly until the user holds no modifier, which changes the meaning of a key or click.
   * @throws AppError `busy` if the user keeps holding one
   */
  untilFree(signal: AbortSignal): Promise<void>;
  /**
   * Presses and releases a chord in any keyboard layout; releases everything even on failure. The chord is spelt as by
   * `parseChord`.
   * @param past as in {@link Typing}, for a key that types a character
   */
  press(keys: KeyChord, hold?: KeyHold, past?: boolean): Promise<void>;
  modifier(modifier: Modifier, down: boolean): Promise<void>;
  /**
   * The chords that the desktop, or a program with global shortcuts, reserves, so that no window gets them. Missing if unknown.
   */
  desktopKeys?(chords: readonly KeyChord[]): Promise<readonly KeyChord[]>;
  /** Keys may be lost without an error, so typed text is read back. */
  readonly unsure?: boolean;
  /**
   * Types any Unicode text in any layout and lock state. @throws AppError `invalid_parameter` for characters that no key types
   */
  type(text: string, typing: Typing): Promise<void>;
  /**
   * The input method that may consume typed text now; null if none. Missing if unknown.
   * @param which with `layouts`, also one that passes keys unchanged once apps have asked it
   */
  inputMethod?(which: { readonly layouts: boolean }): Promise<InputMethod | null>;
  /** Releases everything that Deskscope holds down. */
  releaseAll(): Promise<void>;
}

/** Decoded picture: four bytes per pixel in the order red, green, blue, alpha, not premultiplied; rows without gaps. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** No pixel is translucent. */
  readonly opaque: boolean;
}

/** A text recogniser of the platform. */
export interface TextRecognizer {
  readonly name: string;
  /** Readable languages as BCP 47 tags; empty if this machine has none, which is reported at once. */
  languages(): Promise<readonly string[]>;
  /**
   * Reads a picture; in the user's languages if none is named.
   * @returns null if it lacks the language or does not support such a picture
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
  /** A part of the screen, wholly on it, without Deskscope's highlight. */
  screen(region: Rect): Promise<Pixels>;
  /**
   * The window's `bounds`, even if covered, if the platform supports that; otherwise its visible part and where it is.
   * @throws `invalid_region` if the window has no pixels: minimised, on another desktop, off-screen
   */
  window(window: WindowInfo): Promise<{ readonly pixels: Pixels; readonly bounds: Rect; readonly note: string }>;
  /**
   * A counter that changes with every paint in the window; null while unknown, which may change with each query of its elements.
   * Missing if the platform never provides it.
   */
  painted?(window: WindowInfo): Promise<number | null>;
  /**
   * The open menus, lists and tooltips of the window's app, lowest first. Missing if the platform cannot tell them from other
   * windows, or pictures of windows include them.
   */
  popups?(window: WindowInfo): Promise<readonly PlacedPicture[]>;
  /** The pointer's image; null if hidden or unknown. */
  cursor(): Promise<PlacedPicture | null>;
}

/** A picture with the screen position of its top left corner. */
export interface PlacedPicture {
  readonly pixels: Pixels;
  readonly at: Point;
}

export interface OutlineBox extends Omit<HighlightBox, 'window'> {
  /** Screen areas to keep free; labels are omitted there rather than cut. */
  readonly keepClear?: readonly Rect[];
}

export interface HighlightProvider {
  /** Replaces the shown boxes; an empty list hides them. Never takes focus; clicks pass through. */
  show(boxes: readonly OutlineBox[]): Promise<void>;
}

/** Raw input as reported by the platform. `time` in milliseconds on `performance.now()`'s clock. */
export type RawInput = {
  /** Sent by Deskscope (agent, replay or tool); if missing, by the user or another program. */
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
      /** The whole chord, e.g. `ctrl+s`, or a single key. */
      readonly key: KeyChord;
      /** The character it types, null for named keys and shortcuts. */
      readonly text: string | null;
      readonly time: number;
      /** Reported only after a later press, so its target is unknown. */
      readonly isLate?: true;
      /** An input method or a screen reader consumed it; no app got it. */
      readonly taken?: true;
      /** An input method consumed it, and sent it to the app again. */
      readonly forwarded?: true;
      /** Not a key: text that an input method committed to the app. */
      readonly committed?: true;
    }
  /** The uncommitted text of an input method; empty at the end. */
  | { readonly type: 'preedit'; readonly text: string; readonly time: number }
  | ({ readonly type: 'lost'; readonly time: number } & InputLoss)
);

export interface InputObserver {
  /** Some apps’ keys are not reported, so typed text shows only in its field. */
  readonly missesKeys?: true;
  /** All input of the session, including input to our own windows. */
  listen(listener: (input: RawInput) => void): Promise<Disposable>;
  /**
   * Key presses, also those consumed by a menu; a held key is reported once. Missing if the system's global keys also work in
   * menus.
   */
  keys?(listener: (input: RawInput) => void): Promise<Disposable>;
  /** Grabs pointer and keyboard, so that apps get no input, until disposed. @throws `busy` if another app has grabbed them */
  grab(listener: (input: RawInput) => void): Promise<Disposable>;
}
