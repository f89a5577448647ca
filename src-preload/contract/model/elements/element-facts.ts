import type { ControlType, ElementId } from './element.ts';

/** Where an element may be docked in what it is in, in the order of UI Automation's numbers. */
export const dockPositions = ['top', 'left', 'bottom', 'right', 'fill', 'none'] as const;

export type DockPosition = (typeof dockPositions)[number];

/** Another element, as far as a line about it needs. */
export interface ElementLink {
  readonly id: ElementId;
  readonly name: string;
  readonly controlType: ControlType;
}

/** How many links a list of them holds at most; the counts beside them report how many there are. */
export const maxLinks = 50;

/** Offsets and lengths are in code points, as AT-SPI counts. */
export interface TextFacts {
  readonly length: number;
  /** Null if there is none, as in text that is only read. */
  readonly caret: number | null;
  readonly selections: readonly { readonly start: number; readonly end: number }[];
  /** All selections, a line each, cut at 1,000 code points; empty for passwords. */
  readonly selectedText: string;
  readonly multiline: boolean;
}

export interface RangeFacts {
  readonly minimum: number;
  readonly maximum: number;
  readonly current: number;
  /** The smallest change it makes; null if it does not report. */
  readonly step: number | null;
}

export interface SelectionFacts<Link = ElementLink> {
  /** Null if the platform does not report. */
  readonly canSelectMultiple: boolean | null;
  readonly count: number;
  /** At most {@link maxLinks}. */
  readonly selected: readonly Link[];
}

/** Where a container is scrolled to, in percent of the whole way; null along an axis that does not scroll. */
export interface ScrollFacts {
  readonly horizontal: number | null;
  readonly vertical: number | null;
}

export interface TableFacts<Link = ElementLink> {
  readonly rows: number;
  readonly columns: number;
  /** Of the first rows and columns, at most {@link maxLinks} each; empty if it has none. */
  readonly rowHeaders: readonly Link[];
  readonly columnHeaders: readonly Link[];
}

/** Counted from 0. */
export interface CellFacts {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** The ways in which an element can show its content, by the names that its app gives them, and the one that it is shown in. */
export interface ViewFacts {
  readonly current: string;
  readonly all: readonly string[];
}

export interface Relation<Link = ElementLink> {
  /** The platform's own word, e.g. `labelled by`. */
  readonly type: string;
  /** At most {@link maxLinks}. */
  readonly targets: readonly Link[];
}

/** What only the details of an element report. `null` and empty represent: it has no such thing, or does not report. */
export interface ElementFacts<Link = ElementLink> {
  readonly text: TextFacts | null;
  readonly range: RangeFacts | null;
  readonly selection: SelectionFacts<Link> | null;
  readonly scroll: ScrollFacts | null;
  readonly table: TableFacts<Link> | null;
  readonly cell: CellFacts | null;
  readonly views: ViewFacts | null;
  /** Where it is docked in what it is in. */
  readonly dock: DockPosition | null;
  readonly relations: readonly Relation<Link>[];
  /** As the app gives them, e.g. `tag`, `xml-roles`, `level` on the web. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The platform's own interfaces, sorted, e.g. `Action`. */
  readonly interfaces: readonly string[];
  readonly toolkit: { readonly name: string; readonly version: string } | null;
  /** Of the app that offers the element; null if unknown. */
  readonly processId: number | null;
  /** POSIX, e.g. `en_GB.UTF-8`; null if the app does not report. */
  readonly locale: string | null;
}

/** An element about which nobody asked. */
export const noFacts: ElementFacts<never> = {
  text: null,
  range: null,
  selection: null,
  scroll: null,
  table: null,
  cell: null,
  views: null,
  dock: null,
  relations: [],
  attributes: {},
  interfaces: [],
  toolkit: null,
  processId: null,
  locale: null,
};

const cells: readonly ControlType[] = ['DataItem', 'ListItem', 'TreeItem'];

/**
 * Whether it is a cell of a sheet, or like one: the keys that move a caret leave it, and what is typed in it may show in an
 * editor of its own until that is done.
 */
export function isCell({ controlType }: { readonly controlType: ControlType }): boolean {
  return cells.includes(controlType);
}

/**
 * Whether it is one of the paragraphs that a document consists of (LibreOffice Writer), each an element of its own. It is called
 * by what it reports, a new one by nothing, and Enter leads from one to the next.
 */
export function isParagraph({ role }: { readonly role: string }): boolean {
  return role === 'paragraph';
}
