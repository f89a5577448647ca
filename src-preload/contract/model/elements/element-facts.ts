import type { ControlType, ElementId } from './element.ts';

/** Dock positions of an element in its container, in the order of UI Automation's numbers. */
export const dockPositions = ['top', 'left', 'bottom', 'right', 'fill', 'none'] as const;

export type DockPosition = (typeof dockPositions)[number];

/** A reference to another element. */
export interface ElementLink {
  readonly id: ElementId;
  readonly name: string;
  readonly controlType: ControlType;
}

/** Maximum length of a list of links; the counts beside them are complete. */
export const maxLinks = 50;

/** Offsets and lengths are in code points, as AT-SPI counts. */
export interface TextFacts {
  readonly length: number;
  /** Null if none, as in read-only text. */
  readonly caret: number | null;
  readonly selections: readonly { readonly start: number; readonly end: number }[];
  /** All selections, a line each, cut at 1,000 code points; empty for passwords. */
  readonly selectedText: string;
  readonly multiline: boolean;
}

export interface RangeFacts {
  /** Null if not reported, as for a number without bounds in a page. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly current: number;
  /** Smallest change; null if not reported. */
  readonly step: number | null;
}

export interface SelectionFacts<Link = ElementLink> {
  /** Null if not reported. */
  readonly canSelectMultiple: boolean | null;
  readonly count: number;
  /** At most {@link maxLinks}. */
  readonly selected: readonly Link[];
}

/** A container's scroll position, in percent of the full range; null along an axis that does not scroll. */
export interface ScrollFacts {
  readonly horizontal: number | null;
  readonly vertical: number | null;
}

export interface TableFacts<Link = ElementLink> {
  readonly rows: number;
  readonly columns: number;
  /** Headers of the first rows and columns, at most {@link maxLinks} each; empty if none. */
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

/** An element's views, by the app's names, and the current one. */
export interface ViewFacts {
  readonly current: string;
  readonly all: readonly string[];
}

export interface Relation<Link = ElementLink> {
  /** The platform's word, e.g. `labelled by`. */
  readonly type: string;
  /** At most {@link maxLinks}. */
  readonly targets: readonly Link[];
}

/** Facts reported only in an element's details. `null` and empty mean: not present, or not reported. */
export interface ElementFacts<Link = ElementLink> {
  readonly text: TextFacts | null;
  readonly range: RangeFacts | null;
  readonly selection: SelectionFacts<Link> | null;
  readonly scroll: ScrollFacts | null;
  readonly table: TableFacts<Link> | null;
  readonly cell: CellFacts | null;
  readonly views: ViewFacts | null;
  /** Dock position in its container. */
  readonly dock: DockPosition | null;
  readonly relations: readonly Relation<Link>[];
  /** As reported by the app, e.g. `tag`, `xml-roles`, `level` on the web. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The platform's own interfaces, sorted, e.g. `Action`. */
  readonly interfaces: readonly string[];
  readonly toolkit: { readonly name: string; readonly version: string } | null;
  /** Of the element's app; null if unknown. */
  readonly processId: number | null;
  /** POSIX, e.g. `en_GB.UTF-8`; null if not reported. */
  readonly locale: string | null;
}

/** An element whose facts were not queried. */
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
 * Whether it is a spreadsheet cell, or similar: arrow keys leave it, and its text may be typed into a separate editor until
 * committed.
 */
export function isCell({ controlType }: { readonly controlType: ControlType }): boolean {
  return cells.includes(controlType);
}

/**
 * Whether it is a paragraph of a document (LibreOffice Writer), each an element of its own. Its name is its text, a new one has
 * none, and Enter moves from one to the next.
 */
export function isParagraph({ role }: { readonly role: string }): boolean {
  return role === 'paragraph';
}
