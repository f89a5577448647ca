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
  /** Missing where the platform has no recogniser of text of its own. */
  readonly ocr?: TextRecognizer;
  /** Missing where a program is started like any other: by the engine's process, without a shell. */
  readonly programs?: ProgramProvider;
  /** Whether a process runs a terminal, by what the kernel says of it. Missing where that cannot be told. */
  runsTerminal?(processId: number): Promise<boolean>;
  /** How a process was started; null where that is not to be had. Missing where unknown. */
  startOf?(processId: number): Promise<ProcessStart | null>;
  monitors(): Promise<readonly Monitor[]>;
  /** Whether the desktop asks a person right now for leave that this back end wants. Missing where it never does. */
  desktopAsks?(): boolean;
  /** What a person sees on this desktop and we do not; null where that is nothing. Missing where it never is anything. */
  unseen?(): Promise<Unseen | null>;
  /** A program that shows this desktop to remote viewers and lifts Shift before keys such as F9; null where none does. */
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
   * The window a press at that point would reach, Deskscope's own and other users' included; a pop-up counts for the
   * window it belongs to. Missing where the bounds in stacking order say the same.
   */
  at?(point: Point): Promise<WindowInfo | null>;
  /**
   * Whether a press at that point reaches a pop-up of a program without windows, such as the candidates of an input method.
   * Missing where the platform does not tell.
   */
  isStrayPopup?(point: Point): Promise<boolean>;
  /**
   * Bounds of the menu, list or tip that a press at that point reaches, in screen pixels; null where it reaches a window.
   * Missing where the platform does not tell.
   */
  popupAt?(point: Point): Promise<Rect | null>;
  /** The window that gets the keys at this moment, Deskscope's own included; cheap enough to ask before every key. */
  active(): Promise<WindowId | null>;
  /** The same, and since when; null where that was not heard. Missing where the platform tells no times. */
  activeSince?(): Promise<ActiveSince | null>;
  /**
   * Where a key that is pressed now arrives, whoever is in front: a program may hold the keyboard, or have the focus in a
   * window that is in no list. Null where no window gets it; cheap enough to ask before every key.
   */
  keyReceiver(): Promise<KeyReceiver | null>;
  /** The window in which a Deskscope of this user asks a person at this moment; as cheap as `active`. */
  asking(): Promise<WindowId | null>;
  /**
   * What paints over a part of the window, by its title; empty where nothing of another program does. Missing where the
   * windows of Deskscope are not on this desktop.
   */
  coveredBy?(window: WindowInfo): Promise<string>;
  /** Calls back whenever the list may have changed; a hint, never the truth. */
  watch(changed: () => void): Disposable;
  icon(window: WindowId): Promise<Uint8Array | null>;
  desktops(): Promise<Desktops>;
  /** Asks the platform; the engine verifies. @throws `unsupported_platform` where it is known not to do that */
  act(window: WindowId, action: WindowAction): Promise<void>;
  /** With the frame; what is missing stays as it is. */
  move(window: WindowId, bounds: Partial<Rect>): Promise<void>;
  /** To the 0-based virtual desktop, which exists. */
  moveToDesktop(window: WindowId, desktop: number): Promise<void>;
  /** Shows the 0-based virtual desktop, which exists. */
  showDesktop(desktop: number): Promise<void>;
  /**
   * The program that arranges windows, where it is stopped by a signal and so does nothing; null where it runs. Missing where
   * that cannot be known.
   */
  stoppedManager?(): Promise<{ readonly app: string; readonly processId: number } | null>;
  /**
   * Keeps the platform from arranging windows that are dragged to an edge (snapping), until that is allowed again or this
   * back end closes; where it was killed, the next one puts it back. Missing where that cannot be turned off.
   */
  snapping?(allowed: boolean): Promise<void>;
}

export interface ProgramProvider {
  /** Starts a program and answers its process id. @throws `not_found` */
  start(command: string, args: readonly string[], folder?: string): Promise<number>;
  /** Process ids of all descendants. Missing where `/proc` tells. */
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
  /** Missing where the walk did not look. */
  readonly children?: readonly RawNode[];
  /** Only a part of its children was read: it has others, or may have. */
  readonly more?: true;
  /** A field that is empty, of a toolkit that reports only for what is in it whether it is hidden. */
  readonly mayHide?: true;
  /** It has a place in its window, and its place on the screen is unknown. */
  readonly unplaced?: true;
  /** The narrowest view of the tree that its app says it is in; missing where apps say no such thing. */
  readonly view?: TreeView;
}

/** Another element that an element tells about. */
export type RawLink = Pick<RawNode, 'runtimeId' | 'name' | 'controlType'>;

export interface RawDetails extends RawNode, ElementFacts<RawLink> {
  /** Also those that a disabled element has; `window` only where it stands for its whole window, which `transform` is then of. */
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

/** What an element must say, letter for letter; at least one of them. */
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
 * Windows read in parts, for whoever must not keep an app from its work: each question is about one element, so that the app
 * is never held up for longer than one takes, and nothing waits behind a reading of a tree.
 */
export interface PartProvider {
  /** What is at a point, or has the focus, after its ancestors from the root down; empty where there is none. */
  path(window: WindowInfo, of: Point | 'focus'): Promise<readonly RawNode[]>;
  /**
   * As that of {@link ElementProvider}, of an element that was met before: without the number of its children, its text and what
   * is chosen in it. @throws `element_stale` of another one too
   */
  details(window: WindowInfo, runtimeId: string): Promise<RawDetails>;
  /**
   * So many elements of the window: first what is around the one at the point and around the focus, then the others level
   * by level. Whose children were not all read says `more`.
   */
  around(window: WindowInfo, at: Point | null, budget: Omit<WalkBudget, 'depth'>): Promise<RawTree>;
  /**
   * Whether no other element of the window, or below `from`, says the same: the app is asked for one after the other. Null
   * where that would take too much of its time, so that it is left alone for now.
   */
  isOnly(window: WindowInfo, from: string | null, node: RawNode, words: readonly Word[]): Promise<boolean | null>;
  /**
   * Which of the children of its parent an element is, and each of its ancestors below the root, from there down. Null where
   * too many would have to be counted, or it was not met by {@link path}.
   */
  indices(window: WindowInfo, runtimeId: string): Promise<readonly number[] | null>;
}

/** What an element says that apps can look for, letter for letter. */
export type Word = 'controlType' | 'name' | 'automationId';

/** With a signal that aborts, no one waits for the answer any more: what has not begun need not. */
/** A key that came. */
export interface KeyTime {
  /** Milliseconds by the clock of input. */
  readonly at: number;
  /** It types a character. */
  readonly types: boolean;
}

/** A time in which nobody moved the focus of a window by hand; milliseconds, by the clock of input. */
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
   * Who knows what lets presses through: the `app` everywhere, in its `pages` alone, or `no one`, so that plain containers,
   * texts and pictures over something else may.
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
  /** As the platform names it. */
  readonly name: string;
  /** Null where it is about the app. */
  readonly runtimeId: string | null;
  /** What the element says, where that came along; missing where it has to be asked. */
  readonly row?: EventRow;
  /** What is different now; empty where the app does not say. */
  readonly change: string;
  /** `change` is text of the element, which must stay here for a password. */
  readonly holdsText: boolean;
}

export type EventRow = Omit<RowNow, 'bounds'>;

export interface ElementProvider {
  /** The tree of a window, or of one element in it. @throws `element_stale`, `accessibility_unavailable` */
  walk(window: WindowInfo, from: string | null, budget: WalkBudget): Promise<RawTree>;
  /**
   * The elements of the window, or below one of them, that say exactly that, in tree order and without what is below:
   * the app itself looks for them. Null where only a walk can tell; missing where apps cannot be asked such a thing.
   */
  matching?(
    window: WindowInfo,
    from: string | null,
    words: ExactWords,
    signal: AbortSignal,
  ): Promise<readonly RawNode[] | null>;
  /**
   * What is in the menus that are open over a window and are no part of an element of it, each as in {@link walk}: a few
   * elements, where the whole window takes longer to read. Missing where a walk costs no more.
   */
  openMenus?(window: WindowInfo, budget: WalkBudget): Promise<readonly RawNode[]>;
  /**
   * The entry of a menu at that place which its app said the pointer came to, as it was then: the menu may be gone. Null where
   * it said none since that time, in milliseconds by the clock of input. Missing where no app says it.
   */
  pointedEntry?(window: WindowInfo, at: Point, since: number): Promise<RawNode | null>;
  /**
   * How many elements the app reports in one answer about all of them, the window included: some hide from that. Null where it
   * fails to; missing where apps cannot be asked such a thing.
   */
  countInOneAnswer?(window: WindowInfo, signal: AbortSignal): Promise<number | null>;
  /** Missing where to read a whole tree costs an app next to nothing, since most of it is kept. */
  readonly parts?: PartProvider;
  /** One level, without what is below. A range beyond the last child is empty. @throws `element_stale` */
  children(window: WindowInfo, runtimeId: string, range: ChildRange, signal?: AbortSignal): Promise<readonly RawNode[]>;
  /**
   * The same in a view, where apps themselves say what that shows. Null where only a walk can tell; missing where no app says
   * it. @throws `element_stale`
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
   * An element at this moment, as its row has it: a question that costs less than all details.
   * Missing where details cost no more.
   * @param settled as it is once the app has had time to tell, where it reports new names late
   * @throws `element_stale`
   */
  rowNow?(window: WindowInfo, runtimeId: string, signal?: AbortSignal, settled?: boolean): Promise<RowNow>;
  /** The deepest element of the window at a screen point, asked of the app; null where it has none there. */
  hitTest(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<string | null>;
  /**
   * What takes a press at a screen point: as {@link hitTest}, with what takes no events left out, and asked until the app has
   * looked itself.
   */
  pressed(window: WindowInfo, at: Point, signal?: AbortSignal): Promise<Pressed | null>;
  /**
   * Whether an element says that it is being pressed at this moment; null for one that never says so. Missing where none does.
   * @throws `element_stale`
   */
  isPressed?(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<boolean | null>;
  /**
   * What has the keyboard focus in the window, as the platform says; null where it does not.
   * @param key where it is asked for a key: an editor that the key opened over a cell is not what the key went to, nor is a
   *   cell that had the focus only later, as far as the platform can tell
   */
  focused(window: WindowInfo, signal?: AbortSignal, key?: KeyTime): Promise<string | null>;
  /**
   * The only element of a window that can have had the focus during a stay, as far as its app told; null where that may have
   * been another, or none is known. Missing where no app reports what takes the focus.
   */
  onlyFocused?(window: WindowInfo, stay: FocusStay, signal?: AbortSignal): Promise<string | null>;
  focus(window: WindowInfo, runtimeId: string, signal?: AbortSignal): Promise<void>;
  /** Asks the app; the engine verifies. Never asked for `window`, nor a whole window for `transform`: those are the window provider's. */
  run(window: WindowInfo, runtimeId: string, call: PatternCall, signal?: AbortSignal): Promise<void>;
  /**
   * Calls back whenever elements of the window may have changed, as far as the platform reports; a hint, never the truth.
   * Missing where unknown.
   */
  watch?(window: WindowInfo, changed: () => void): Disposable;
  /**
   * Calls back with what the app of a window announces, until disposed. Missing where apps announce nothing.
   * @throws `accessibility_unavailable` where the app offers no elements
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
   * `taken` those that it took; `composing` says whether a text is open that no app has yet.
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
  /** Milliseconds since a Deskscope of this user, whichever, has sent input; null where none has. A tenth of a second too many at most. */
  sentAgo(): Promise<number | null>;
  /**
   * Waits until the app of a window has taken all input that was sent to it before, `timeoutMs` at most. Missing where
   * the platform reports nothing about it.
   */
  uptake?(window: WindowInfo, limits: UptakeLimits): Promise<Uptake>;
  pointer(): Promise<Point>;
  move(to: Point): Promise<void>;
  /** Where the pointer is shared with a person, {@link pointer} reports where it is at this moment, whoever moved it. */
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
   * Lets a button go at a point, where the pointer is put back before if it is elsewhere: what was pressed is dropped nowhere else.
   * @returns where the pointer was before, in physical screen pixels; null where somebody used a button meanwhile
   */
  release(button: MouseButton, at: Point): Promise<Point | null>;
  /** Buttons that are down at this moment and not by us. Missing where unknown. */
  heldButtons?(): Promise<readonly MouseButton[]>;
  /** Positive notches go up, or right. */
  wheel(axis: WheelAxis, notches: number): Promise<void>;
  /**
   * Waits until keys may be pressed at all: the desktop may ask a person first, in a window that takes the keys meanwhile.
   * Missing where it never asks. @returns whether it has asked
   */
  keysReady?(): Promise<boolean>;
  /**
   * Waits a moment until no one else holds a modifier, which would turn a key or click into another.
   * @throws AppError `busy` where somebody goes on holding one
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
   * Those of the chords that the desktop in use, or a program that listens everywhere, keeps for itself, so that no window
   * gets them. Missing where nobody tells.
   */
  desktopKeys?(chords: readonly KeyChord[]): Promise<readonly KeyChord[]>;
  /** Keys may be lost on their way and no one tells: typed text is read back. */
  readonly unsure?: boolean;
  /** Any Unicode text, whatever layout and locks are on. @throws AppError `invalid_parameter` for what no key types */
  type(text: string, typing: Typing): Promise<void>;
  /** The input method that may take what is typed now; null where none may. Missing where unknown. */
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
  /** What it reads, as BCP 47 tags; none where this machine lacks it, which is reported at once. */
  languages(): Promise<readonly string[]>;
  /**
   * Reads a picture; in the user's own languages where none is named.
   * @returns null where it has not got the language, or takes no such picture
   */
  read(pixels: Pixels, language: string | null, signal: AbortSignal): Promise<RecognizedText | null>;
}

export interface RecognizedText {
  /** As a BCP 47 tag. */
  readonly language: string;
  readonly lines: readonly (readonly RecognizedWord[])[];
}

export interface RecognizedWord {
  readonly text: string;
  /** In the picture. */
  readonly bounds: Rect;
}

export interface CaptureProvider {
  /** A part of the screen that lies on it wholly. Our own highlight is not in it. */
  screen(region: Rect): Promise<Pixels>;
  /**
   * A window's `bounds`, also where others cover it, if the platform can; else what of it can be seen, with its place.
   * @throws `invalid_region` where the window has no pixels: minimised, on another desktop, off the screen
   */
  window(window: WindowInfo): Promise<{ readonly pixels: Pixels; readonly bounds: Rect; readonly note: string }>;
  /**
   * A number that is another once anything was painted in the window; null while no one tells, which may change with
   * every look at its elements. Missing where the platform never does.
   */
  painted?(window: WindowInfo): Promise<number | null>;
  /** The mouse pointer as it looks, with the screen pixel of its top left; null where it is hidden or no one says. */
  cursor(): Promise<{ readonly pixels: Pixels; readonly at: Point } | null>;
}

export interface OutlineBox extends Omit<HighlightBox, 'window'> {
  /** Places on the screen where nothing of it may be, its label left out rather than cut. */
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
      /** Told only after a press that came after it: it is unknown to what it went. */
      readonly isLate?: true;
      /** An input method or a screen reader took it: no app got it. */
      readonly taken?: true;
      /** No key: an input method put this text into the app. */
      readonly committed?: true;
    }
  /** The text that an input method composes, which no app has yet; empty once that is over. */
  | { readonly type: 'preedit'; readonly text: string; readonly time: number }
  | ({ readonly type: 'lost'; readonly time: number } & InputLoss)
);

export interface InputObserver {
  /** All input of the session, without our own windows' share being filtered. */
  listen(listener: (input: RawInput) => void): Promise<Disposable>;
  /**
   * Keys that go down, also those that a menu has taken; one that is held is reported once. Missing where the system's
   * global keys work in menus too.
   */
  keys?(listener: (input: RawInput) => void): Promise<Disposable>;
  /** Takes pointer and keys, so that apps do not get them, until disposed. @throws `busy` where another app holds them */
  grab(listener: (input: RawInput) => void): Promise<Disposable>;
}
