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
import type { RankedSelector } from '#contract/model/elements/selector';
import type { WindowAction, WindowId, WindowInfo } from '#contract/model/windows/window';

/** Every call ends at its deadline with `timeout`, and at once with `cancelled` when the signal aborts. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; each method has its own default. */
  readonly timeoutMs?: number;
  /** Whatever only looks under the same word, and within 100 ms, is about one list of windows; an act starts over. */
  readonly look?: string;
  /**
   * The windows that the caller has judged, each with its `program` (empty if that is unknown): where another has the id of one
   * by now, nothing is done and `window_not_found` thrown.
   */
  readonly judged?: Readonly<Record<WindowId, string>>;
}

/** An element as its caller sees it. */
export interface AimedElement extends Pick<ElementNode, 'id' | 'controlType' | 'name' | 'bounds'> {
  /** It could be used then; where it is disabled in the moment of the press, it is not pressed. */
  readonly enabled?: boolean;
}

/** The element that a press must reach, as {@link Engine.aim} found it. */
export interface OnElement {
  readonly element: AimedElement;
  /** What lies at the point: the element, a part of it or what passes the press on to it. Null if unknown. */
  readonly hit: string | null;
  /** What covers it there and may let the press through: its toolkit does not report. */
  readonly perhaps?: Pick<ElementNode, 'controlType' | 'name' | 'states'>;
}

/** Where a press reaches an element: physical screen pixels. */
export interface Aim {
  readonly at: Point;
  readonly on: OnElement;
}

/** What is known of a text that was typed. */
export interface Typed {
  /** Keys may have been lost on their way, and nobody can read what arrived. */
  readonly unread: boolean;
}

/**
 * Sees and touches the desktop. All coordinates are physical screen pixels. Deskscope's own windows never appear in
 * lists, hits or captures. Every method throws `AppError` with a code of the catalogue, never anything else.
 *
 * Methods take one plain, JSON-safe input object, so that the same interface works in process and over a port.
 */
/** What may change about an element from one moment to the next. Long names are cut. */
export type Glance = Pick<ElementNode, 'name' | 'controlType' | 'states' | 'bounds'>;

export interface Engine {
  /** Answered once the topics that were subscribed to before are received. */
  describe(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<EngineDescription>;
  diagnose(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<readonly Check[]>;

  /** Processes whose windows belong to Deskscope, besides the engine's own; replaces the previous set. */
  setOwnProcesses(input: { readonly processIds: readonly number[] }, options?: CallOptions): Promise<void>;

  /** How the window is in which a process of Deskscope asks a person, and when input was last sent. */
  questionVisibility(input: { readonly processId: number }, options?: CallOptions): Promise<QuestionVisibility>;

  /**
   * In stacking order, topmost first. Diffs follow the plain list only. `everyDesktop` adds windows of other desktops,
   * `includeHidden` those and docks, own ones and windows of other users.
   */
  listWindows(
    input: { readonly includeHidden?: boolean; readonly everyDesktop?: boolean },
    options?: CallOptions,
  ): Promise<Snapshot<WindowInfo>>;
  /** PNG, or null if the window has none. */
  windowIcon(input: { readonly window: WindowId }, options?: CallOptions): Promise<Uint8Array | null>;
  /** Verified: throws `not_verified` where the window did not follow. Answers the new state, null once it is closed. */
  actOnWindow(
    input: { readonly window: WindowId; readonly action: WindowAction },
    options?: CallOptions,
  ): Promise<WindowInfo | null>;
  moveWindow(
    input: { readonly window: WindowId; readonly bounds: Partial<Rect> },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /** Keeps its place within the monitor, shrunk to fit where it must. Verified. @throws `not_found` for a monitor that is not there */
  moveToMonitor(
    input: { readonly window: WindowId; readonly monitor: number },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /** To a 0-based virtual desktop; which one is shown stays as it is. Verified. @throws `not_found` for a desktop that is not there */
  moveToDesktop(
    input: { readonly window: WindowId; readonly desktop: number },
    options?: CallOptions,
  ): Promise<WindowInfo>;
  /** Shows a 0-based virtual desktop, and answers how it is then. Verified. @throws `not_found` for a desktop that is not there */
  showDesktop(input: { readonly desktop: number }, options?: CallOptions): Promise<Desktops>;
  /**
   * Whether Windows may snap windows that are dragged to an edge, and offer others beside them. It is asked not to until it is
   * allowed again, or the engine ends. @throws `unsupported_platform` elsewhere
   */
  setSnapping(input: { readonly allowed: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Focuses the window below the active one, as one press of Alt+Tab does; answers it. Verified. @throws `window_not_found` if
   * there is no other
   */
  switchToNext(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<WindowInfo>;
  /** Starts a program, without a shell, and waits for the first window of it or its children. */
  launch(
    input: { readonly command: string; readonly args: readonly string[]; readonly folder?: string | undefined },
    options?: CallOptions,
  ): Promise<WindowInfo>;

  /**
   * The tree of a window, or with `from` of one element in it. `view` is `raw` by default; `depth` and `maxNodes`
   * count in that view. A container with very many children holds the first of them and keeps their number.
   */
  tree(
    input: {
      readonly window: WindowId;
      readonly from?: ElementId | undefined;
      readonly view?: TreeView;
      readonly depth?: number;
      readonly maxNodes?: number;
    },
    options?: CallOptions,
  ): Promise<TreeSnapshot>;
  /**
   * Tree and picture of a window as they belong to each other, as soon as they differ from in the look `since` (null for one's
   * first), at the latest after `waitMs`. The app is asked ten times a second at most, and no more than a quarter of the time.
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
   * What the app of a window announced after the event `since` (0 for one's first question), as soon as there is something, at
   * the latest after `waitMs`. The app is listened to from the first question until nobody has asked for three seconds.
   * @throws `unsupported_platform` if apps announce nothing, `accessibility_unavailable`
   */
  followEvents(
    input: { readonly window: WindowId; readonly since: number; readonly waitMs: number },
    options?: CallOptions,
  ): Promise<EventPage>;
  /**
   * How many elements the app reports in one answer about all of them: fewer than there are where some hide from that. Null if it
   * fails to, or no app can be asked such a thing. For `doctor --report`.
   */
  countInOneAnswer(input: { readonly window: WindowId }, options?: CallOptions): Promise<number | null>;
  /** One level, from the child at `offset` on (0 by default) and no more than `limit` (1000 by default). */
  children(
    input: {
      readonly element: ElementId;
      readonly view?: TreeView;
      readonly offset?: number;
      readonly limit?: number;
    },
    options?: CallOptions,
  ): Promise<readonly ElementNode[]>;
  /** From the window's root down to the parent; in a view, those that it shows. */
  ancestors(
    input: { readonly element: ElementId; readonly view?: TreeView },
    options?: CallOptions,
  ): Promise<readonly ElementNode[]>;
  details(input: { readonly element: ElementId }, options?: CallOptions): Promise<ElementDetails>;
  /** What may change about an element while it is acted on: costs a fraction of its details. @throws `element_stale` */
  glance(input: { readonly element: ElementId }, options?: CallOptions): Promise<Glance>;
  elementAt(input: Point, options?: CallOptions): Promise<ElementHit | null>;
  /** What the pointer is on. */
  elementUnderPointer(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<ElementHit | null>;
  /** The window that a press at a point would reach, own, docks and other users' included; null if there is none. */
  windowAt(input: Point, options?: CallOptions): Promise<WindowInfo | null>;
  /**
   * Elements of a window that a selector matches, in tree order; `from` limits the search to descendants of that element, `depth`
   * to this many levels below the root. No match is an empty list, not an error.
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
   * Which of some places of a window, in physical screen pixels, looks as that in `around` did; the first that does, null if none
   * does.
   */
  looksSo(
    input: { readonly window: WindowId; readonly places: readonly Point[]; readonly around: Surroundings },
    options?: CallOptions,
  ): Promise<Point | null>;
  /** Elements of a window that a selector nearly matches, nearest first, and what keeps each from it. */
  nearMisses(
    input: { readonly window: WindowId; readonly selector: string; readonly limit: number },
    options?: CallOptions,
  ): Promise<readonly NearMiss[]>;
  /** Elements whose name, id, role, value or description contains the text, ignoring case; what can be seen first. */
  search(
    input: { readonly window: WindowId; readonly text: string; readonly limit?: number },
    options?: CallOptions,
  ): Promise<FindResult>;
  /** Best first; each verified to match this very element; at least one of each kind the element allows. */
  selectors(input: { readonly element: ElementId }, options?: CallOptions): Promise<readonly RankedSelector[]>;
  /**
   * What of a window hinders people with disabilities, and tests and agents. What could not be judged is listed as incomplete.
   * @param input.picture whether rules about what is drawn are judged too; true by default
   * @param input.ocr whether text is read from the picture, which takes seconds; false by default
   * @param input.only ids of the rules that are judged, all by default; those in `skip` are not
   * @throws `invalid_parameter` for an id of no rule, `window_not_found`, `accessibility_unavailable`
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
   * The cell of a grid or table, counted from 0.
   * @throws `pattern_not_supported` if it is not a grid, `not_found` where it has no such cell
   */
  cell(
    input: { readonly element: ElementId; readonly row: number; readonly column: number },
    options?: CallOptions,
  ): Promise<ElementNode>;
  /**
   * Answers the element as it is afterwards.
   * @throws `pattern_not_supported`, also for a disabled element; `invalid_parameter` for what it cannot take; and
   * `not_verified` where it did not follow
   */
  runPattern(
    input: {
      readonly element: ElementId;
      readonly call: PatternCall;
      /** What it was called when it was found by that: where it is called otherwise by now, nothing is done (`element_stale`). */
      readonly named?: string;
    },
    options?: CallOptions,
  ): Promise<ElementDetails>;

  /**
   * Where a press reaches an element: `at`, or where something else covers it there a free spot of what shows of it. With `only`
   * nowhere but at `at`. Other windows count for the choice of a spot; the press itself refuses them.
   * @throws `wrong_target_window` naming what covers it, `element_stale`
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
      /** Milliseconds that the button stays down each time. */
      readonly holdMs?: number;
      /** The window that its caller has looked at there, null for none: where another is there now, nothing is pressed. */
      readonly over?: WindowId | null;
      /** The element that must be there in the moment of the press: where another does, nothing is pressed. */
      readonly on?: OnElement;
    },
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Presses at `from`, moves through `via` to `to`, and releases there. `durationMs` is the way's; `holdMs` how long it
   * rests after the press and before the release, for apps that lift only what is held for a while. Where a window of
   * another app has come over `to` meanwhile, nothing is dropped: `wrong_target_window`.
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
      /** As for a click, at both ends. */
      readonly over?: { readonly from?: WindowId | null | undefined; readonly to?: WindowId | null | undefined };
      /** As for a click, at both ends, at the moment of the press. */
      readonly on?: { readonly from?: OnElement | undefined; readonly to?: OnElement | undefined };
    },
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Positive notches scroll up, or right where the axis is horizontal. `over` and `on` as for a click.
   * @returns whether the element that it was on is gone afterwards: then nobody can report whether it took the wheel
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
  /** `on` as for a click: where another element is there, the pointer stays where it is. */
  moveMouse(input: Point & { readonly on?: OnElement }, options?: CallOptions): Promise<void>;
  /** Where a key that is pressed now arrives, anyone who is in front; null if no window gets it. */
  keyReceiver(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<KeyReceiver | null>;
  /** The chords that the current desktop reserves, as far as known; no window gets them. */
  desktopKeys(input: { readonly keys: readonly KeyChord[] }, options?: CallOptions): Promise<readonly KeyChord[]>;
  /**
   * Answers once all that people did before the call is reported on `input`, the value of the field they typed in included,
   * and the window in front was read; after some seconds where its app does not answer.
   */
  settleInput(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<void>;
  /**
   * Whether the window's program runs a terminal, whatever its name: keys there may start any program. Null if its process cannot
   * be looked at.
   */
  runsTerminal(input: { readonly window: WindowId }, options?: CallOptions): Promise<boolean | null>;
  /**
   * Any Unicode text, to whatever has the keyboard focus. The window must be in front: `window`, or else the one that is so at
   * the start. Where another comes to the front, or a key would arrive elsewhere (see {@link Engine.keyReceiver}), it throws
   * `wrong_target_window` before the next key; `data.typedCharacters` reports how many code points went. `receiver` is where else
   * they may arrive, as `keyReceiver` said: somebody has allowed that. Key by key; only what no key types goes through the
   * clipboard, which is then as it was before. Where keys may be lost, the field is read back: `not_verified` with
   * `data.missingCharacters`, counted from 1.
   */
  typeText(
    input: { readonly text: string; readonly window?: WindowId; readonly receiver?: WindowId | null },
    options?: CallOptions,
  ): Promise<Typed>;
  /** Independent of the active layout. `holdMs` holds the keys down for that long, each time. */
  pressKeys(
    input: {
      readonly keys: KeyChord;
      readonly repeat?: number;
      readonly holdMs?: number;
      readonly window?: WindowId;
      readonly receiver?: WindowId | null;
      /** The element that has the focus: if it is gone by the first press, none is made (`element_stale`). */
      readonly on?: ElementId;
    },
    options?: CallOptions,
  ): Promise<void>;

  /** With `marks` drawn over it if there are any. @throws `invalid_region` if there is nothing to see */
  capture(
    input: { readonly target: CaptureTarget; readonly options?: PictureOptions; readonly marks?: readonly Mark[] },
    options?: CallOptions,
  ): Promise<Picture>;
  /**
   * Keeps pixels as they are now, to be made a picture of by {@link Engine.encodeShot}: the copy alone is quick. The last
   * eight are kept, half a minute each.
   */
  snap(input: { readonly target: CaptureTarget }, options?: CallOptions): Promise<KeptShot>;
  /**
   * Makes a PNG of kept pixels and a JPEG no wider than `thumbnailWidth`, what is in `cover` painted black on both. The pixels
   * are dropped. @throws `not_found` if they are not kept any more
   */
  encodeShot(
    input: { readonly shot: string; readonly cover: readonly Rect[]; readonly thumbnailWidth: number },
    options?: CallOptions,
  ): Promise<EncodedShot>;
  /** Numbers for what can be clicked or typed in and is seen in a window, to be drawn by {@link Engine.capture}. */
  marks(input: { readonly window: WindowId; readonly limit?: number }, options?: CallOptions): Promise<MarkList>;
  /**
   * Reads text from pixels, without a network; if no language is named, the user's own where it is installed, else English.
   * @throws `no_text_found`, `invalid_region`, `language_not_supported` with the languages there are
   */
  ocr(
    input: { readonly target: CaptureTarget; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<OcrResult>;
  /** The same for what one element shows. */
  ocrElement(
    input: { readonly element: ElementId; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<OcrResult>;
  /**
   * Reads what is in a WebP, in base64, that is not part of the screen; empty if nothing does.
   * @throws `invalid_parameter` if it is no such picture, `language_not_supported`
   */
  readPicture(
    input: { readonly picture: string; readonly language?: OcrLanguage },
    options?: CallOptions,
  ): Promise<{ readonly text: string }>;
  ocrStatus(input: Readonly<Record<string, never>>, options?: CallOptions): Promise<OcrStatus>;
  /** Replaces what is shown; an empty list hides it. Hidden by itself while a picture is taken. */
  highlight(input: { readonly boxes: readonly HighlightBox[] }, options?: CallOptions): Promise<void>;

  /** Watching starts with the first listener of a topic and stops with the last: nobody listening, nothing done. */
  on<T extends keyof EngineEvents>(topic: T, listener: (payload: EngineEvents[T]) => void): Disposable;

  /** Releases everything; later calls throw `cancelled`. */
  close(): Promise<void>;
}

export interface EngineEvents {
  /** Follows the snapshot of `listWindows` by sequence; a gap means list again. */
  windows: Diff<WindowInfo>;
  pointer: PointerEvent;
  input: InputEvent;
  /** Empty if the system reports it anyway. */
  globalKey: GlobalKeyEvent;
  /** Only the supervised engine reports states; the one in process is always ready. */
  status: EngineStatus;
}

export type EngineMethod = Exclude<keyof Engine, 'on' | 'close'>;
