import type { Disposable } from '../base/async/disposable.ts';
import type { FindResult } from '#contract/api';
import type { FindingsReport } from '#contract/model/findings';
import type { Diff, Snapshot } from '#contract/model/elements/diff';
import type { KeyChord, Modifier, MouseButton } from '#contract/model/recordings/action';
import type {
  ElementDetails,
  ElementHit,
  ElementId,
  ElementNode,
  TreeSnapshot,
  TreeView,
} from '#contract/model/elements/element';
import type { EventPage } from '#contract/model/elements/element-event';
import type {
  Check,
  Desktops,
  EngineDescription,
  EngineStatus,
  GlobalKeyEvent,
  HighlightBox,
  InputEvent,
  PointerEvent,
  ProcessStart,
} from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import type { Surroundings } from '#contract/model/schemas/surroundings';
import type { KeyReceiver } from '#contract/model/key-receiver';
import type { NearMiss } from '#contract/model/elements/tried-selector';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { OcrLanguage, OcrResult, OcrStatus } from '#contract/model/ocr';
import type {
  CaptureTarget,
  EncodedShot,
  KeptShot,
  Mark,
  MarkList,
  Picture,
  PictureOptions,
} from '#contract/model/picture';
import type { QuestionVisibility } from '#contract/model/permissions/permission';
import type { TreeLook } from '#contract/model/elements/tree-look';
import type { PastLook } from '#contract/model/schemas/element';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { AppTrials } from '#contract/model/elements/selector-trial';
import type { WindowAction, WindowId, WindowInfo } from '#contract/model/windows/window';

/** Every call throws `timeout` at its deadline, and `cancelled` as soon as the signal aborts. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; each method has its own default. */
  readonly timeoutMs?: number;
  /** Reads with the same word, within 100 ms, share one window list; an act ends the sharing. */
  readonly look?: string;
  /**
   * The windows that the caller has checked, each with its `program` (empty if unknown): if another window has the id by now,
   * the call throws `window_not_found` before acting.
   */
  readonly judged?: Readonly<Record<WindowId, string>>;
}

/** An element as the caller sees it. */
export interface AimedElement extends Pick<ElementNode, 'id' | 'controlType' | 'name' | 'bounds'> {
  /** The element was enabled when it was read; if it is disabled at the press, it is not pressed. */
  readonly enabled?: boolean;
}

/** The element that a press must reach, as {@link Engine.aim} found it. */
export interface OnElement {
  readonly element: AimedElement;
  /** The element at the point: the target, a part of it or an element that passes the press on to it. Null if unknown. */
  readonly hit: string | null;
  /** What covers the target at the point and may pass presses through; its toolkit does not report it. */
  readonly perhaps?: Pick<ElementNode, 'controlType' | 'name' | 'states'>;
}

/** Where a press reaches an element, in physical screen pixels. */
export interface Aim {
  readonly at: Point;
  readonly on: OnElement;
}

/** What is known about typed text. */
export interface Typed {
  /** Keys may have been lost, and the text cannot be read back. */
  readonly unread: boolean;
}

/**
 * Reads and controls the desktop. All coordinates are physical screen pixels. Deskscope's own windows never appear in lists,
 * hits or captures. Every method throws only `AppError` with a code of the catalogue. Methods take one plain, JSON-safe input
 * object, so that the interface works in process and over a port.
 */
/** Properties of an element that may change between reads. Long names are cut. */
export type Glance = Pick<ElementNode, 'name' | 'controlType' | 'states' | 'bounds'>;

export interface Engine {
  /** Resolves once all earlier subscriptions have been received. */
  describe(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<EngineDescription>;
  diagnose(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<readonly Check[]>;

  /** Process ids, besides the engine's, whose windows belong to Deskscope; replaces the previous set. */
  setOwnProcesses(input: { readonly processIds: readonly number[] }, options?: CallOptions): Promise<void>;

  /** How the process of a window was started; null if that is unknown. */
  startOf(input: { readonly window: WindowId }, options?: CallOptions): Promise<ProcessStart | null>;
  /** What trials of selectors found out about apps, for the grades of later ones; replaces what was set before. */
  setSelectorTrials(input: { readonly apps: readonly AppTrials[] }, options?: CallOptions): Promise<void>;

  /** State of the window in which a Deskscope process is asking for permission, and when input was last sent. */
  questionVisibility(input: { readonly processId: number }, options?: CallOptions): Promise<QuestionVisibility>;

  /**
   * In stacking order, topmost first. Diffs follow only the plain list. `everyDesktop` adds windows of other desktops,
   * `includeHidden` those and docks, Deskscope's windows and other users'.
   */
  listWindows(
    input: { readonly includeHidden?: boolean; readonly everyDesktop?: boolean },
    options?: CallOptions,
  ): Promise<Snapshot<WindowInfo>>;
  /** PNG, or null if the window has none. */
  windowIcon(input: { readonly window: WindowId }, options?: CallOptions): Promise<Uint8Array | null>;
  /** Verified: throws `not_verified` if the window did not follow. Returns its new state, null once it is closed. */
  actOnWindow(
    input: { readonly window: WindowId; readonly action: WindowAction },
    options?: CallOptions,
  ): Promise<WindowInfo | null>;
  moveWindow(
    input: { readonly window: WindowId; readonly bounds: Partial<Rect> },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /**
   * Keeps the window's position within the monitor, shrinking it if necessary. Verified. @throws `not_found` for a missing
   * monitor
   */
  moveToMonitor(
    input: { readonly window: WindowId; readonly monitor: number },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /** To a 0-based virtual desktop, without switching to it. Verified. @throws `not_found` for a missing desktop */
  moveToDesktop(
    input: { readonly window: WindowId; readonly desktop: number },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /** Shows a 0-based virtual desktop and returns its state. Verified. @throws `not_found` for a missing desktop */
  showDesktop(input: { readonly desktop: number }, options?: CallOptions): Promise<Desktops>;
  /**
   * Whether Windows may snap windows that are dragged to an edge and suggest others beside them; remains off until allowed again
   * or until the engine ends.
   * @throws `unsupported_platform` elsewhere
   */
  setSnapping(input: { readonly allowed: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Focuses the window below the active one, like one press of Alt+Tab, and returns it. Verified.
   * @throws `window_not_found` if there is no other
   */
  switchToNext(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<WindowInfo>;
  /** Starts a program without a shell and waits for the first window of it or its children. */
  launch(
    input: { readonly command: string; readonly args: readonly string[]; readonly folder?: string | undefined },
    options?: CallOptions,
  ): Promise<WindowInfo>;

  /**
   * The tree of a window, or of the element `from` in it. `view` is `raw` by default; `depth` and `maxNodes` count in that view.
   * A container with very many children has only the first of them and their number. A complete tree that was read at most
   * `maxAgeMs` ago will do, unless something was done to the desktop since: none by default.
   */
  tree(
    input: {
      readonly window: WindowId;
      readonly from?: ElementId | undefined;
      readonly view?: TreeView;
      readonly depth?: number;
      readonly maxNodes?: number;
      readonly maxAgeMs?: number;
    },
    options?: CallOptions,
  ): Promise<TreeSnapshot>;
  /**
   * A matching tree and picture of a window, as soon as they differ from the look `since` (null for the first), at the latest
   * after `waitMs`. Queries the app at most ten times a second and a quarter of the time.
   */
  followTree(
    input: {
      readonly window: WindowId;
      readonly view?: TreeView;
      readonly since: number | null;
      readonly waitMs: number;
    },
    options?: CallOptions,
  ): Promise<TreeLook>;
  /**
   * Events that the app of a window emitted after the event `since` (0 at first), as soon as there are any, at the latest after
   * `waitMs`. Listening begins with the first call and ends after three seconds without calls.
   * @throws `unsupported_platform` if apps emit no events, `accessibility_unavailable`
   */
  followEvents(
    input: { readonly window: WindowId; readonly since: number; readonly waitMs: number },
    options?: CallOptions,
  ): Promise<EventPage>;
  /**
   * Number of elements that the app returns for one query of all elements: fewer than exist if some are missing from it. Null if
   * the query fails or is unsupported. For `doctor --report`.
   */
  countInOneAnswer(input: { readonly window: WindowId }, options?: CallOptions): Promise<number | null>;
  /** One level of children, from the child at `offset` (0 by default), at most `limit` (1000 by default). */
  children(
    input: {
      readonly element: ElementId;
      readonly view?: TreeView;
      readonly offset?: number;
      readonly limit?: number;
    },
    options?: CallOptions,
  ): Promise<readonly ElementNode[]>;
  /** From the window's root to the parent; in a view, only those that the view shows. */
  ancestors(
    input: { readonly element: ElementId; readonly view?: TreeView },
    options?: CallOptions,
  ): Promise<readonly ElementNode[]>;
  details(input: { readonly element: ElementId }, options?: CallOptions): Promise<ElementDetails>;
  /** Properties that may change while acting on an element; costs a fraction of all details. @throws `element_stale` */
  glance(input: { readonly element: ElementId }, options?: CallOptions): Promise<Glance>;
  elementAt(input: Point, options?: CallOptions): Promise<ElementHit | null>;
  /** The element under the pointer. */
  elementUnderPointer(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<ElementHit | null>;
  /**
   * The window that a press at a point reaches, including docks and windows of Deskscope and other users; null if there is none.
   */
  windowAt(input: Point, options?: CallOptions): Promise<WindowInfo | null>;
  /**
   * Elements of a window that match a selector, in tree order; `from` limits the search to descendants of that element, `depth`
   * to this many levels below the root. Returns an empty list without a match.
   */
  find(
    input: {
      readonly window: WindowId;
      readonly selector: string;
      readonly from?: ElementId;
      readonly depth?: number;
      readonly limit?: number;
    },
    options?: CallOptions,
  ): Promise<FindResult>;
  /**
   * The first of some places of a window, in physical screen pixels, that looks like the one in `around`; null if none does. If
   * `around` is plain ground, any place of `ground` will do, the nearest to the first place.
   */
  looksSo(
    input: {
      readonly window: WindowId;
      readonly places: readonly Point[];
      readonly around: Surroundings;
      readonly ground?: Rect | undefined;
    },
    options?: CallOptions,
  ): Promise<Point | null>;
  /** Elements of a window that nearly match a selector, best first, with the mismatch of each. */
  nearMisses(
    input: { readonly window: WindowId; readonly selector: string; readonly limit: number },
    options?: CallOptions,
  ): Promise<readonly NearMiss[]>;
  /** Elements whose name, id, role, value or description contains the text, ignoring case; visible ones first. */
  search(
    input: { readonly window: WindowId; readonly text: string; readonly limit?: number },
    options?: CallOptions,
  ): Promise<FindResult>;
  /**
   * Best first; each is verified to match this element; at least one of each kind that the element allows.
   * @param input.look verifies them in the tree of a recent look of {@link Engine.followTree}, in which the element may have been
   * the last time
   * @throws AppError `element_stale`
   */
  selectors(
    input: { readonly element: ElementId; readonly look?: PastLook | undefined },
    options?: CallOptions,
  ): Promise<readonly RankedSelector[]>;
  /**
   * Accessibility problems of a window, for people with disabilities as well as tests and agents. What could not be checked is
   * listed as incomplete.
   * @param input.picture whether to check rules about the picture; true by default
   * @param input.ocr whether to read text from the picture, which takes seconds; false by default
   * @param input.only ids of the rules to check, all by default; `skip` excludes rules
   * @throws `invalid_parameter` for an unknown rule id, `window_not_found`, `accessibility_unavailable`
   */
  findings(
    input: {
      readonly window: WindowId;
      readonly picture?: boolean;
      readonly ocr?: boolean;
      readonly only?: readonly string[] | undefined;
      readonly skip?: readonly string[] | undefined;
    },
    options?: CallOptions,
  ): Promise<FindingsReport>;
  /** The focused element of a window according to the platform; null if unknown. */
  focused(input: { readonly window: WindowId }, options?: CallOptions): Promise<ElementHit | null>;
  focusElement(input: { readonly element: ElementId }, options?: CallOptions): Promise<void>;
  /**
   * The cell of a grid or table, 0-based.
   * @throws `pattern_not_supported` if the element is no grid, `not_found` for a missing cell
   */
  cell(
    input: { readonly element: ElementId; readonly row: number; readonly column: number },
    options?: CallOptions,
  ): Promise<ElementNode>;
  /**
   * Returns the element after the call.
   * @throws `pattern_not_supported`, also for a disabled element; `invalid_parameter` for unsupported arguments; `not_verified`
   * if the element did not follow
   */
  runPattern(
    input: {
      readonly element: ElementId;
      readonly call: PatternCall;
      /**
       * The name that the element was found by; if the element has another name by now, the call throws `element_stale` before
       * acting.
       */
      readonly named?: string;
    },
    options?: CallOptions,
  ): Promise<ElementDetails>;

  /**
   * Where a press reaches an element: `at`, or a free spot of its visible part if `at` is covered; with `only`, nowhere but
   * `at`. Other windows count in choosing a spot; the press itself refuses them.
   * @throws `wrong_target_window` naming the cover, `element_stale`
   */
  aim(
    input: { readonly element: AimedElement; readonly at: Point; readonly only?: boolean },
    options?: CallOptions,
  ): Promise<Aim>;
  click(
    input: {
      readonly at: Point;
      readonly button: MouseButton;
      readonly count: number;
      readonly modifiers?: readonly Modifier[];
      /** Milliseconds to hold the button, for each click. */
      readonly holdMs?: number;
      /** The window that the caller saw there, null for none; if another window is there now, nothing is pressed. */
      readonly over?: WindowId | null;
      /** The element that must be there at the moment of the press; otherwise nothing is pressed. */
      readonly on?: OnElement;
    },
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Presses at `from`, moves through `via` to `to`, and releases there. `durationMs` is the duration of the move; `holdMs` the
   * pause after the press and before the release, for apps that need a long press. If a window of another app has come over
   * `to`, nothing is dropped: `wrong_target_window`.
   */
  drag(
    input: {
      readonly from: Point;
      readonly via?: readonly Point[];
      readonly to: Point;
      readonly button: MouseButton;
      readonly durationMs?: number;
      readonly holdMs?: number;
      readonly modifiers?: readonly Modifier[];
      /** As for a click, for both ends. */
      readonly over?: { readonly from?: WindowId | null | undefined; readonly to?: WindowId | null | undefined };
      /** As for a click, for both ends, at the moment of the press. */
      readonly on?: { readonly from?: OnElement | undefined; readonly to?: OnElement | undefined };
    },
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Positive notches scroll up or, on the horizontal axis, right. `over` and `on` as for a click.
   * @returns whether the target element is gone afterwards, so that delivery is unknown
   */
  scroll(
    input: {
      readonly at: Point;
      readonly notches: number;
      readonly axis?: 'vertical' | 'horizontal';
      readonly over?: WindowId | null;
      readonly on?: OnElement;
    },
    options?: CallOptions,
  ): Promise<{ readonly isGone: boolean }>;
  /** `on` as for a click: if another element is there, the pointer does not move. */
  moveMouse(input: Point & { readonly on?: OnElement }, options?: CallOptions): Promise<void>;
  /** Where a key pressed now arrives, regardless of the front window; null if no window gets it. */
  keyReceiver(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<KeyReceiver | null>;
  /** The chords that the current desktop reserves, as far as known; windows do not get them. */
  desktopKeys(input: { readonly keys: readonly KeyChord[] }, options?: CallOptions): Promise<readonly KeyChord[]>;
  /**
   * Resolves once all user input before the call is reported on `input` and `pointer`, including the value of the edited field, and once the
   * front window is read; after a few seconds if its app does not respond.
   * `isEnd`: no more is wanted. Text that an input method still holds counts if the app reports it, and else as lost if that is unknown.
   */
  settleInput(input: { readonly isEnd?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Whether the window's program runs a terminal, in which keys may start any program. Null if its process cannot be inspected.
   */
  runsTerminal(input: { readonly window: WindowId }, options?: CallOptions): Promise<boolean | null>;
  /**
   * Types any Unicode text into the focused element. The target window, by default the front window at the start, must be in
   * front. If another window comes to the front, or a key would arrive elsewhere (see {@link Engine.keyReceiver}), throws
   * `wrong_target_window` before the next key; `data.typedCharacters` is the number of code points typed. `receiver` is another
   * allowed receiver, as returned by `keyReceiver`. Types key by key; only characters that no key types go through the
   * clipboard, which is then restored. If keys may be lost, the field is read back: `not_verified` with 1-based
   * `data.missingCharacters`.
   */
  typeText(
    input: { readonly text: string; readonly window?: WindowId; readonly receiver?: WindowId | null },
    options?: CallOptions,
  ): Promise<Typed>;
  /** Independent of the active layout. `holdMs` is how long to hold the keys, for each press. */
  pressKeys(
    input: {
      readonly keys: KeyChord;
      readonly repeat?: number;
      readonly holdMs?: number;
      readonly window?: WindowId;
      readonly receiver?: WindowId | null;
      /** The focused element: if it is gone by the first press, nothing is pressed (`element_stale`). */
      readonly on?: ElementId;
    },
    options?: CallOptions,
  ): Promise<void>;

  /** Draws `marks` over it, if any. @throws `invalid_region` if nothing is visible */
  capture(
    input: { readonly target: CaptureTarget; readonly options?: PictureOptions; readonly marks?: readonly Mark[] },
    options?: CallOptions,
  ): Promise<Picture>;
  /**
   * Copies pixels for {@link Engine.encodeShot}, since only the copy is fast. The last eight are kept, for half a minute each;
   * `lasting` ones until they are encoded, as long as all together take less than 128 MB.
   */
  snap(input: { readonly target: CaptureTarget; readonly lasting?: boolean }, options?: CallOptions): Promise<KeptShot>;
  /**
   * Encodes kept pixels as a PNG and a JPEG of at most `thumbnailWidth`, with the areas in `cover` black in both, and drops the
   * pixels.
   * @throws `not_found` if they are no longer kept
   */
  encodeShot(
    input: { readonly shot: string; readonly cover: readonly Rect[]; readonly thumbnailWidth: number },
    options?: CallOptions,
  ): Promise<EncodedShot>;
  /** Numbers for the visible elements of a window that can be clicked or typed into, drawn by {@link Engine.capture}. */
  marks(input: { readonly window: WindowId; readonly limit?: number }, options?: CallOptions): Promise<MarkList>;
  /**
   * Reads text from pixels, offline; by default in the user's language if installed, else in English.
   * @throws `no_text_found`, `invalid_region`, `language_not_supported` with the available languages
   */
  ocr(
    input: { readonly target: CaptureTarget; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<OcrResult>;
  /** The same for one element. */
  ocrElement(
    input: { readonly element: ElementId; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<OcrResult>;
  /**
   * Reads text in a base64 WebP that is not part of the screen; empty if there is none.
   * @throws `invalid_parameter` if it is no such picture, `language_not_supported`
   */
  readPicture(
    input: { readonly picture: string; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<{ readonly text: string }>;
  ocrStatus(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<OcrStatus>;
  /** Replaces the shown boxes; an empty list hides them. Hidden automatically while a picture is taken. */
  highlight(input: { readonly boxes: readonly HighlightBox[] }, options?: CallOptions): Promise<void>;

  /** Watching starts with the first listener of a topic and stops with the last. */
  on<T extends keyof EngineEvents>(topic: T, listener: (payload: EngineEvents[T]) => void): Disposable;

  /** Releases everything; later calls throw `cancelled`. */
  close(): Promise<void>;
}

export interface EngineEvents {
  /** Continues the snapshot of `listWindows` by sequence number; after a gap, list again. */
  windows: Diff<WindowInfo>;
  pointer: PointerEvent;
  input: InputEvent;
  /**
   * While `input` has listeners: when the earliest input came whose look-ups take long, in milliseconds on the clock of its
   * events; null once none is pending.
   */
  pendingInput: number | null;
  /** Empty if the system reports global keys itself. */
  globalKey: GlobalKeyEvent;
  /** Only the supervised engine reports states; an engine in process is always ready. */
  status: EngineStatus;
}

export type EngineMethod = Exclude<keyof Engine, 'on' | 'close'>;
