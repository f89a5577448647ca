import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';
import { gapX, onOneLine } from './lines.ts';
import { firstWordsIn } from './words.ts';

/** Position of an element in a table, list or tree, in words. */
export interface GridPlace {
  /** The first text of its row and the row's name; empty outside rows. */
  readonly row: readonly string[];
  /** The header of its column; empty if there is none. */
  readonly column: string;
}

const nowhere: GridPlace = { row: [], column: '' };

const grids: ReadonlySet<ControlType> = new Set(['DataGrid', 'List', 'Table', 'Tree']);
const rowTypes: ReadonlySet<ControlType> = new Set(['DataItem', 'ListItem', 'TreeItem']);

/** The element's position in the innermost grid around it. @param root of the element's tree */
export function gridPlaceOf(root: RawNode, node: RawNode): GridPlace {
  let places = known.get(root);
  if (!places) known.set(root, (places = readPlaces(root)));
  return places.get(node) ?? nowhere;
}

const known = new WeakMap<RawNode, ReadonlyMap<RawNode, GridPlace>>();

function readPlaces(root: RawNode): ReadonlyMap<RawNode, GridPlace> {
  const places = new Map<RawNode, GridPlace>();
  const inner = new Set<RawNode>();
  // The headers of a grid inside a cell come after those of the outer grid.
  for (const node of descend(root)) {
    if (!grids.has(node.controlType) || inner.has(node)) continue;
    const body = bodyOf(node);
    if (body) inner.add(body);
    placeRows(partsOf(node, body), places);
  }
  return places;
}

/** The list of a table's rows, if its header is a sibling, as in GTK 4. */
function bodyOf(grid: RawNode): RawNode | null {
  if (grid.controlType !== 'Table') return null;
  return (grid.children ?? []).find(({ controlType }) => controlType === 'List') ?? null;
}

interface Parts {
  readonly headers: readonly RawNode[];
  /** The cells of each row, and the row if it is an element. */
  readonly lines: readonly { readonly row: RawNode | null; readonly cells: readonly RawNode[] }[];
}

function placeRows({ headers, lines }: Parts, places: Map<RawNode, GridPlace>): void {
  for (const { row, cells } of lines) {
    const first = (cells.length > 0 ? cells : row ? [row] : []).map(firstWordsIn).find((words) => words !== '');
    const words = [...new Set([row?.name ?? '', first ?? ''])].filter((word) => word !== '');
    if (row) places.set(row, { row: words, column: '' });
    for (const [index, cell] of cells.entries()) {
      const header = cells.length === headers.length ? headers[index] : headerOver(cell, headers);
      const place = { row: words, column: header ? firstWordsIn(header) : '' };
      for (const inside of descend(cell)) places.set(inside, place);
    }
  }
}

function headerOver({ bounds }: RawNode, headers: readonly RawNode[]): RawNode | undefined {
  if (!bounds) return undefined;
  const middle = { ...bounds, x: bounds.x + Math.floor(bounds.width / 2), width: 1 };
  return headers.find((header) => header.bounds && gapX(header.bounds, middle) === 0);
}

/** Rows, cells and headers of a grid, through meaningless groups. */
function partsOf(grid: RawNode, body: RawNode | null): Parts {
  const headers: RawNode[] = [];
  const items: RawNode[] = [];
  const sort = (node: RawNode) => {
    if (node.controlType === 'HeaderItem') headers.push(node);
    else if (isHeaderRow(node, grid, body)) headers.push(...(node.children ?? []));
    else if (rowTypes.has(node.controlType)) items.push(node, ...branchesIn(node));
    else if (node === body || !grids.has(node.controlType)) for (const child of node.children ?? []) sort(child);
  };
  for (const child of grid.children ?? []) sort(child);
  const columns = headers.filter(({ role }) => role !== 'table row header' && role !== 'row header');
  const lines = isFlat(items, columns)
    ? linesOf(items, columns.length).map((cells) => ({ row: null, cells }))
    : items.map((row) => ({
        row,
        cells: (row.children ?? []).filter(({ controlType }) => controlType !== 'TreeItem'),
      }));
  return { headers: columns, lines };
}

function isHeaderRow(node: RawNode, grid: RawNode, body: RawNode | null): boolean {
  const { children = [] } = node;
  if (children.length === 0 || !rowTypes.has(node.controlType)) return false;
  return (body !== null && (grid.children ?? []).includes(node)) || children.every(isHeader);
}

function isHeader({ controlType }: RawNode): boolean {
  return controlType === 'HeaderItem';
}

/** Branches of a tree may be nested, each a row of its own. */
function branchesIn(row: RawNode): readonly RawNode[] {
  const branches = (row.children ?? []).filter(({ controlType }) => controlType === 'TreeItem');
  return branches.flatMap((branch) => [branch, ...branchesIn(branch)]);
}

/** The cells are in the grid itself, without row elements. */
function isFlat(items: readonly RawNode[], columns: readonly RawNode[]): boolean {
  const [first, second] = items;
  if (!first || !second || first.controlType === 'ListItem') return false;
  if (first.bounds && second.bounds) return columns.length !== 1 && onOneLine(first.bounds, second.bounds);
  return columns.length > 1 && (first.children ?? []).length === 0;
}

/** Cells by row: by count if there are headers, else by position. */
function linesOf(cells: readonly RawNode[], columns: number): readonly (readonly RawNode[])[] {
  const lines: RawNode[][] = [];
  const counted = columns > 1 && cells.length % columns === 0;
  for (const cell of cells) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    const goesOn = counted ? (line?.length ?? columns) < columns : before !== undefined && standBeside(before, cell);
    if (line && goesOn) line.push(cell);
    else lines.push([cell]);
  }
  return lines;
}

function standBeside(a: RawNode, b: RawNode): boolean {
  return a.bounds !== null && b.bounds !== null && onOneLine(a.bounds, b.bounds);
}
