import type { StateCreator } from 'zustand/vanilla';
import type {
  ElementDetails,
  ElementHit,
  ElementId,
  ElementNode,
  TreeSnapshot,
  TreeView,
} from '#contract/model/elements/element';
import type { ElementEvent, EventKind } from '#contract/model/elements/element-event';
import type { Point, Rect } from '#contract/model/geometry';
import type { OcrLine, OcrResult } from '#contract/model/ocr';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { TrialProgress, TrialReport } from '#contract/model/elements/selector-trial';
import type { TriedSelector } from '#contract/model/elements/tried-selector';
import type { TreeLook } from '#contract/model/elements/tree-look';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementCode } from '#contract/api';
import type { SnapshotComparison } from '#contract/model/windows/window-snapshot';
import type { Services } from '../../../bridge/services.ts';
import type { Zoom } from '../../../ui/picture/zoom.ts';
import type { BookmarksSlice } from '../bookmarks/bookmarks-slice.ts';
import type { ConsoleSlice } from '../console/console-slice.ts';
import type { FindingsSlice } from '../findings/findings-slice.ts';
import type { Entries, Seen } from './entries.ts';

export type Progress = 'none' | 'loading' | 'ready' | 'failed';

/** Of siblings in the tree: as a person reads them, or as the app reports them. */
export type Order = 'reading' | 'app';

export interface TreeSlice {
  readonly window: WindowInfo | null;
  readonly treeProgress: Progress;
  readonly treeError: unknown;
  /** Facts about the tree; null until it was read. */
  readonly treeInfo: Omit<TreeSnapshot, 'root'> | null;
  readonly entries: Entries;
  readonly root: ElementId | null;
  /** Which of the platform's tree views is shown. */
  readonly view: TreeView;
  /** The view the user chose; another window opens in it. */
  readonly chosenView: TreeView;
  readonly order: Order;
  readonly expanded: ReadonlySet<ElementId>;
  /** Nodes whose children are loading. */
  readonly loadingChildren: ReadonlySet<ElementId>;
  /** Reads another window's tree, or closes the current one. The same window only updates its facts. */
  readonly open: (window: WindowInfo | null) => Promise<void>;
  /** Reads the tree again; expanded and selected nodes stay so where they still exist. */
  readonly refresh: () => Promise<void>;
  readonly toggle: (element: ElementId, expanded: boolean) => Promise<void>;
  readonly loadChildren: (element: ElementId) => Promise<void>;
  /** Reads the next page of a container's children. */
  readonly loadMore: (element: ElementId) => Promise<void>;
  readonly setView: (view: TreeView) => Promise<void>;
  readonly setOrder: (order: Order) => void;
  /** Expands the ancestors of an element and selects it. */
  readonly reveal: (element: ElementId, ancestors?: readonly ElementNode[]) => Promise<void>;
}

export interface SearchSlice {
  readonly searchText: string;
  readonly searching: boolean;
  /** Whether the app did not answer, and is asked again. */
  readonly searchBusy: boolean;
  readonly found: { readonly nodes: readonly ElementNode[]; readonly total: number; readonly elapsedMs: number } | null;
  readonly searchError: unknown;
  /** The path of each result in words; arrives after the results. */
  readonly paths: ReadonlyMap<ElementId, string>;
  readonly search: (text: string) => void;
  /** Shows the first match of the text in the tree, as soon as there is one. */
  readonly openFirst: () => Promise<void>;
}

export interface ElementSlice {
  readonly selected: ElementId | null;
  readonly details: ElementDetails | null;
  readonly detailsSeen: Seen | null;
  readonly selectors: readonly RankedSelector[] | null;
  readonly elementError: unknown;
  /** When the selected element left the tree, in milliseconds since the epoch; null while it is there. */
  readonly goneAt: number | null;
  /** The app answers again: reads the details of the selected element that it did not report while stopped or busy. */
  readonly answered: () => void;
  /** The window has changed: refreshes the selected element's details, or finds the element again. */
  readonly looked: (before: InspectorState, look: Pick<TreeLook, 'tree' | 'diff'>) => void;
  /** The running pattern. */
  readonly running: PatternCall['pattern'] | null;
  readonly select: (element: ElementId | null) => Promise<void>;
  readonly runPattern: (call: PatternCall) => Promise<void>;
  readonly focusElement: () => Promise<void>;
  /** Shows a cell of the selected table; row and column count from 0. */
  readonly revealCell: (row: number, column: number) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** The best selector of the selected element. */
  readonly copySelector: () => Promise<void>;
  readonly copyCall: () => Promise<void>;
}

export interface Picture {
  readonly url: string;
  /** Physical screen pixels. */
  readonly bounds: Rect;
  /** Picture pixels per screen pixel. */
  readonly scale: number;
}

export interface PictureSlice {
  readonly picture: Picture | null;
  readonly pictureError: unknown;
  readonly zoom: Zoom;
  /** The hovered element, in the tree or in the picture. */
  readonly marked: ElementId | null;
  readonly markedFrom: 'tree' | 'picture' | null;
  /** Captures a window whose tree cannot be read. */
  readonly pictureAlone: () => Promise<void>;
  readonly setZoom: (zoom: Zoom) => void;
  readonly hoverRow: (element: ElementId | null) => void;
  /** The tree has changed: the outline on the desktop follows the hovered element. */
  readonly followMarked: (before: InspectorState) => void;
  /** Screen point under the pointer, physical pixels; null when it left the picture. */
  readonly hoverPoint: (at: Point | null) => void;
  /** Outlines a box on the desktop while the pointer rests; null removes it. */
  readonly outlineBox: (box: { readonly bounds: Rect; readonly label: string } | null) => void;
  readonly chooseAt: (at: Point) => Promise<void>;
}

export interface LiveSlice {
  /** Sequence of the last look; null before the first, and when the next should report everything. */
  readonly sequence: number | null;
  /** When tree and picture were last verified, in milliseconds since the epoch; null before the first look. */
  readonly trueAt: number | null;
  /** False if elements moved while the picture was taken. */
  readonly settled: boolean;
  /** Why the look failed; null if it succeeded. */
  readonly liveError: unknown;
  /** While recording, its app only answers the recorder: the window is read once and not followed. */
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  /** New or changed nodes, highlighted for a moment. */
  readonly changed: ReadonlySet<ElementId>;
  /** Asks once for changes, for at most `waitMs`; false without an answer. */
  readonly look: (waitMs?: number) => Promise<boolean>;
  /** Requests the whole tree and a picture. */
  readonly lookAnew: () => Promise<boolean>;
  /** Keeps asking; returns the function that stops. */
  readonly keepLooking: () => () => void;
}

/** Events announced by the window's app, while the log is open. */
export interface EventsSlice {
  readonly eventsOpen: boolean;
  /** Oldest first. */
  readonly events: readonly ElementEvent[];
  /** Number of events lost because they came faster than they were read. */
  readonly eventsDropped: number;
  readonly eventsError: unknown;
  readonly eventsPaused: boolean;
  readonly eventsText: string;
  readonly eventsKind: EventKind | null;
  /** Number of the selected event. */
  readonly chosenEvent: number | null;
  readonly toggleEvents: () => void;
  readonly pauseEvents: (paused: boolean) => void;
  readonly clearEvents: () => void;
  readonly filterEvents: (filter: { readonly text?: string; readonly kind?: EventKind | null }) => void;
  /** Shows the element of an event in tree and picture. */
  readonly chooseEvent: (sequence: number) => Promise<void>;
  /** Keeps listening; returns the function that stops. */
  readonly listen: () => () => void;
  /** Saves the filtered events as JSON Lines. */
  readonly saveEvents: () => Promise<void>;
}

/** Code that clicks the selected element. */
export interface CodeSlice {
  /** One per language; null while loading. */
  readonly codes: readonly ElementCode[] | null;
  readonly codeError: unknown;
  /** Id of the shown language. */
  readonly codeFormat: string;
  readonly setCodeFormat: (format: string) => void;
  /** Reads the code of the selected element. */
  readonly loadCodes: () => Promise<void>;
  /** Copies the code in a language, by default the shown one. */
  readonly copyCode: (format?: string) => Promise<void>;
}

/** Properties shown first for every element, each by its group and name. */
export interface PinSlice {
  readonly pins: readonly string[];
  readonly togglePin: (property: string) => void;
}

export interface SnapshotSlice {
  readonly comparison: SnapshotComparison | null;
  /** Saves the current elements of the window. */
  readonly saveSnapshot: () => Promise<void>;
  /** Compares a saved snapshot with the current window, or two with each other. */
  readonly compareSnapshots: () => Promise<void>;
  readonly endComparison: () => void;
}

/** A selector tried on the window. */
export interface TrialSlice {
  readonly trialText: string;
  /** Its matches, in the order of their numbers. */
  readonly tried: readonly ElementNode[];
  /** Near misses if nothing matches. */
  readonly nearlyTried: readonly ElementNode[];
  readonly setTrialText: (text: string) => void;
  /** Tries the selector; matches get numbered boxes in the picture and on the desktop. */
  readonly trySelector: (selector: string) => Promise<TriedSelector>;
  /** Removes the boxes. */
  readonly endTrial: () => void;
}

/** The window as it was for some time. */
export interface PastState {
  readonly window: WindowInfo;
  readonly view: TreeView;
  /** Of its last look. */
  readonly sequence: number;
  readonly entries: Entries;
  readonly root: ElementId;
  readonly treeInfo: Omit<TreeSnapshot, 'root'> | null;
  /** The last one in this state. */
  readonly picture: Picture | null;
  /** In milliseconds since the epoch; `until` is null for the current state. */
  readonly from: number;
  readonly until: number | null;
  /** The outermost elements that the next state no longer shows. */
  readonly goneAfter: readonly ElementId[];
}

/** The last ten seconds of the inspected window. */
export interface HistorySlice {
  /** Oldest first; the last is the current state. */
  readonly history: readonly PastState[];
  /** The earlier state shown in place of the current one; null while live. */
  readonly past: PastState | null;
  /** Adds the current state, after a look that changed `before`. */
  readonly keepState: (before: InspectorState, isNewPicture: boolean) => void;
  readonly forgetHistory: () => void;
  readonly earlier: () => void;
  readonly later: () => void;
  readonly goLive: () => void;
  /** Shows what the earlier state tells of an element, with selectors that match it there. */
  readonly selectPast: (element: ElementId) => Promise<void>;
}

/** The inspected element and tree of a closed window. */
export interface ClosedSlice {
  /** When the window closed, in milliseconds since the epoch; null while it is open. */
  readonly closedAt: number | null;
  /** A window of the same app that opened since. */
  readonly returned: WindowInfo | null;
  /** The window closed: everything known about it stays readable. */
  readonly close: () => void;
  readonly offer: (window: WindowInfo | null) => void;
  /** How the selectors of the selected element did in the reopened or another window; null before. */
  readonly survival: Survival | null;
  /** Inspects the reopened window, and in it the element selected before; tries all its selectors. */
  readonly resume: () => Promise<void>;
  /** Tries all selectors of the selected element in another window of its app, e.g. with another document or language. */
  readonly tryElsewhere: () => Promise<void>;
}

/** Tests of the selected element's selectors in fresh starts of its app. */
export interface FreshStartSlice {
  readonly freshStart: FreshStart | null;
  readonly testInFreshStarts: () => Promise<void>;
  readonly stopFreshStarts: () => Promise<void>;
}

interface FreshStart {
  readonly element: ElementId;
  readonly running: boolean;
  readonly progress: TrialProgress;
  /** Null until it has ended. */
  readonly report: TrialReport | null;
}

/** What selectors from before a restart match after it. */
export interface Survival {
  /** The element, found again. */
  readonly element: ElementId;
  readonly selectors: readonly SurvivedSelector[];
}

export interface SurvivedSelector extends Pick<RankedSelector, 'selector' | 'grade'> {
  /** Number of elements it matches now. */
  readonly matches: number;
  /** It matches the element, and nothing else. */
  readonly survived: boolean;
}

export interface TextSlice {
  /** Text recognized in the picture of the window; null until requested. */
  readonly text: OcrResult | null;
  readonly textError: unknown;
  readonly readingText: boolean;
  readonly readText: () => Promise<void>;
  /** Outlines a line on the desktop. */
  readonly hoverLine: (line: OcrLine | null) => void;
}

export interface PickSlice {
  readonly picking: boolean;
  /** The hovered element during a pick. */
  readonly hovered: ElementHit | null;
  /** Window of the last picked element, for the window list. */
  readonly picked: ElementHit | null;
  readonly togglePick: () => Promise<void>;
  /** Picks the hovered element after a delay, without a click. */
  readonly pickLater: () => Promise<void>;
  readonly stopPick: () => Promise<void>;
}

export type CentreTab = 'picture' | 'findings' | 'text' | 'code' | 'console';

export interface InspectorState
  extends
    TreeSlice,
    LiveSlice,
    ClosedSlice,
    FreshStartSlice,
    HistorySlice,
    SearchSlice,
    ElementSlice,
    PictureSlice,
    FindingsSlice,
    TextSlice,
    EventsSlice,
    SnapshotSlice,
    CodeSlice,
    PinSlice,
    BookmarksSlice,
    ConsoleSlice,
    TrialSlice,
    PickSlice {
  readonly tab: CentreTab;
  /** Whether outlines are drawn on the desktop; follows the setting. */
  readonly outline: boolean;
  readonly setTab: (tab: CentreTab) => void;
  readonly setOutline: (outline: boolean) => void;
  /** Subscribes to picks; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

export type Slice<T> = (services: Services) => StateCreator<InspectorState, [], [], T>;
