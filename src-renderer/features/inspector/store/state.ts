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
import type { TriedSelector } from '#contract/model/elements/tried-selector';
import type { TreeLook } from '#contract/model/elements/tree-look';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementCode } from '#contract/api';
import type { SnapshotComparison } from '#contract/model/windows/window-snapshot';
import type { Services } from '../../../bridge/services.ts';
import type { FindingsSlice } from '../findings/findings-slice.ts';
import type { Entries, Seen } from './entries.ts';

export type Progress = 'none' | 'loading' | 'ready' | 'failed';

export interface TreeSlice {
  readonly window: WindowInfo | null;
  readonly treeProgress: Progress;
  readonly treeError: unknown;
  /** What is said about the tree; null before it was read. */
  readonly treeInfo: Omit<TreeSnapshot, 'root'> | null;
  readonly entries: Entries;
  readonly root: ElementId | null;
  /** How much of what the platform reports is shown. */
  readonly view: TreeView;
  /** The view the user chose; another window opens in it. */
  readonly chosenView: TreeView;
  readonly expanded: ReadonlySet<ElementId>;
  /** Nodes whose children are on their way. */
  readonly loadingChildren: ReadonlySet<ElementId>;
  /** Reads another window's tree, or lets go of it. The same window again only updates what is said about it. */
  readonly open: (window: WindowInfo | null) => Promise<void>;
  /** Reads the tree again; what was open and chosen stays so where it still exists. */
  readonly refresh: () => Promise<void>;
  readonly toggle: (element: ElementId, expanded: boolean) => Promise<void>;
  readonly loadChildren: (element: ElementId) => Promise<void>;
  /** Reads the next page of a container's children. */
  readonly loadMore: (element: ElementId) => Promise<void>;
  readonly setView: (view: TreeView) => Promise<void>;
  /** Opens the way to an element and chooses it. */
  readonly reveal: (element: ElementId, ancestors?: readonly ElementNode[]) => Promise<void>;
}

export interface SearchSlice {
  readonly searchText: string;
  readonly searching: boolean;
  /** Whether the app did not answer, and is asked again. */
  readonly searchBusy: boolean;
  readonly found: { readonly nodes: readonly ElementNode[]; readonly total: number; readonly elapsedMs: number } | null;
  readonly searchError: unknown;
  /** The way to each found element in words; comes after the results. */
  readonly paths: ReadonlyMap<ElementId, string>;
  readonly search: (text: string) => void;
}

export interface ElementSlice {
  readonly selected: ElementId | null;
  readonly details: ElementDetails | null;
  readonly detailsSeen: Seen | null;
  readonly selectors: readonly RankedSelector[] | null;
  readonly elementError: unknown;
  /** Since when the chosen element is in the tree no longer, in milliseconds since the epoch; null while it is. */
  readonly goneAt: number | null;
  /** The app answers: what it did not report about the chosen element while it was stopped or busy is asked again. */
  readonly answered: () => void;
  /** The window is otherwise: what is known of the chosen element is brought up to date, or it is found again. */
  readonly looked: (before: InspectorState, look: Pick<TreeLook, 'tree' | 'diff'>) => void;
  /** The pattern that is being run. */
  readonly running: PatternCall['pattern'] | null;
  readonly select: (element: ElementId | null) => Promise<void>;
  readonly runPattern: (call: PatternCall) => Promise<void>;
  readonly focusElement: () => Promise<void>;
  /** Shows a cell of the chosen table; row and column count from 0. */
  readonly revealCell: (row: number, column: number) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** The best selector of the chosen element. */
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
  readonly zoom: 'fit' | 'full';
  /** The element under the pointer, in the tree or in the picture. */
  readonly marked: ElementId | null;
  readonly markedFrom: 'tree' | 'picture' | null;
  /** Takes a picture of a window whose tree cannot be read. */
  readonly pictureAlone: () => Promise<void>;
  readonly setZoom: (zoom: 'fit' | 'full') => void;
  readonly hoverRow: (element: ElementId | null) => void;
  /** The tree is another: the outline on the desktop goes with the element under the pointer. */
  readonly followMarked: (before: InspectorState) => void;
  /** Screen point under the pointer, physical pixels; null when it left the picture. */
  readonly hoverPoint: (at: Point | null) => void;
  /** Draws a box on the desktop while the pointer rests; null takes it away. */
  readonly outlineBox: (box: { readonly bounds: Rect; readonly label: string } | null) => void;
  readonly chooseAt: (at: Point) => Promise<void>;
}

export interface LiveSlice {
  /** Of the last look at the window; null before the first, and where the next should tell everything. */
  readonly sequence: number | null;
  /** When tree and picture were last known to be true, in milliseconds since the epoch; null before the first look. */
  readonly trueAt: number | null;
  /** False if elements moved while the picture was taken. */
  readonly settled: boolean;
  /** Why the window could not be looked at; null if it could. */
  readonly liveError: unknown;
  /** While somebody records, their app is asked about that alone: the window is read once and not followed. */
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  /** What is new in the tree or says something else, for a moment. */
  readonly changed: ReadonlySet<ElementId>;
  /** Asks once what is different, for `waitMs` at most; false if there was no answer. */
  readonly look: (waitMs?: number) => Promise<boolean>;
  /** Asks for everything. */
  readonly lookAnew: () => Promise<boolean>;
  /** Asks on and on; returns the end. */
  readonly keepLooking: () => () => void;
}

/** What the app of the window announces, while the log is open. */
export interface EventsSlice {
  readonly eventsOpen: boolean;
  /** Oldest first. */
  readonly events: readonly ElementEvent[];
  /** How many came faster than they could be read. */
  readonly eventsDropped: number;
  readonly eventsError: unknown;
  readonly eventsPaused: boolean;
  readonly eventsText: string;
  readonly eventsKind: EventKind | null;
  /** Its number. */
  readonly chosenEvent: number | null;
  readonly toggleEvents: () => void;
  readonly pauseEvents: (paused: boolean) => void;
  readonly clearEvents: () => void;
  readonly filterEvents: (filter: { readonly text?: string; readonly kind?: EventKind | null }) => void;
  /** Shows the element of an event in tree and picture. */
  readonly chooseEvent: (sequence: number) => Promise<void>;
  /** Listens on and on; returns the end. */
  readonly listen: () => () => void;
  /** Saves what the filter shows as JSON Lines. */
  readonly saveEvents: () => Promise<void>;
}

/** What clicks the chosen element, as code. */
export interface CodeSlice {
  /** One for each language; null while they are read. */
  readonly codes: readonly ElementCode[] | null;
  readonly codeError: unknown;
  /** The id of the language that is shown. */
  readonly codeFormat: string;
  readonly setCodeFormat: (format: string) => void;
  /** Reads the code of the chosen element. */
  readonly loadCodes: () => Promise<void>;
  /** Copies it in one language; in the one that is shown if none is named. */
  readonly copyCode: (format?: string) => Promise<void>;
}

/** Properties that stand first for every element, each by its group and name. */
export interface PinSlice {
  readonly pins: readonly string[];
  readonly togglePin: (property: string) => void;
}

export interface SnapshotSlice {
  readonly comparison: SnapshotComparison | null;
  /** Saves the elements of the window as they are now. */
  readonly saveSnapshot: () => Promise<void>;
  /** Compares a saved snapshot with the window now, or two with each other. */
  readonly compareSnapshots: () => Promise<void>;
  readonly endComparison: () => void;
}

/** A selector that is tried on the window. */
export interface TrialSlice {
  readonly trialText: string;
  /** What it matches, in the order of their numbers. */
  readonly tried: readonly ElementNode[];
  /** Where it matches nothing: what it nearly matches. */
  readonly nearlyTried: readonly ElementNode[];
  readonly setTrialText: (text: string) => void;
  /** Tries it now; the matches get numbered boxes in the picture and on the desktop. */
  readonly trySelector: (selector: string) => Promise<TriedSelector>;
  /** Takes the boxes away. */
  readonly endTrial: () => void;
}

/** What was inspected, once its window is closed. */
export interface ClosedSlice {
  /** When the window closed, in milliseconds since the epoch; null while it is there. */
  readonly closedAt: number | null;
  /** A window of the same app that has come meanwhile. */
  readonly returned: WindowInfo | null;
  /** The window is closed: everything known about it stays readable. */
  readonly close: () => void;
  readonly offer: (window: WindowInfo | null) => void;
  /** Inspects the window that came, and in it the element that was chosen. */
  readonly resume: () => Promise<void>;
}

export interface TextSlice {
  /** What was read in the picture of the window; null before. */
  readonly text: OcrResult | null;
  readonly textError: unknown;
  readonly readingText: boolean;
  readonly readText: () => Promise<void>;
  /** Outlines a line on the desktop. */
  readonly hoverLine: (line: OcrLine | null) => void;
}

export interface PickSlice {
  readonly picking: boolean;
  /** What the pointer is on while picking. */
  readonly hovered: ElementHit | null;
  /** The last picked element's window, for anyone who shows windows. */
  readonly picked: ElementHit | null;
  readonly togglePick: () => Promise<void>;
  /** Picks what the pointer is on in a moment, without a click. */
  readonly pickLater: () => Promise<void>;
  readonly stopPick: () => Promise<void>;
}

export type CentreTab = 'picture' | 'findings' | 'text' | 'code';

export interface InspectorState
  extends
    TreeSlice,
    LiveSlice,
    ClosedSlice,
    SearchSlice,
    ElementSlice,
    PictureSlice,
    FindingsSlice,
    TextSlice,
    EventsSlice,
    SnapshotSlice,
    CodeSlice,
    PinSlice,
    TrialSlice,
    PickSlice {
  readonly tab: CentreTab;
  /** Whether an outline is drawn on the desktop; follows the setting. */
  readonly outline: boolean;
  readonly setTab: (tab: CentreTab) => void;
  readonly setOutline: (outline: boolean) => void;
  /** Starts to hear picks; returns the end. */
  readonly follow: () => () => void;
}

export type Slice<T> = (services: Services) => StateCreator<InspectorState, [], [], T>;
