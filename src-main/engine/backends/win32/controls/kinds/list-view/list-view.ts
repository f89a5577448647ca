import type { ElementState } from '#contract/model/elements/element';
import { maxLinks } from '#contract/model/elements/element-facts';
import type { Point, Rect } from '#contract/model/geometry';
import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import { columnPlaces, countColumns, header } from '../bars/header.ts';
import {
  numbered,
  type ControlFacets,
  type ControlKind,
  type Facts,
  type Part,
  type Parts,
  partStates,
} from '../kind.ts';
import { labelOf } from '../text/label.ts';
import { linksTo, linkTo } from '../text/link.ts';
import { lvm, lvStyle, isReport, focusRow, rowOperations, rowScroller, selectRows } from './list-view-acts.ts';

/** `LVIF_TEXT`; `LVNI_FOCUSED`, `LVNI_SELECTED`; `LVIS_STATEIMAGEMASK`, `LVIR_BOUNDS`. */
const withText = 0x0001;
const [focusedItem, selectedItem] = [0x0001, 0x0002];
const stateImages = 0xf000;
const cellUnits = 260;
/** `LVITEMW` of commctrl.h. */
const listItem = new Struct({
  ...({ mask: 'u32', item: 'i32', subItem: 'i32', state: 'u32', stateMask: 'u32', text: 'pointer' } as const),
  ...({ room: 'i32', image: 'i32', data: 'pointer', indent: 'i32', groupId: 'i32', columns: 'u32' } as const),
  ...({ columnList: 'pointer', columnFormats: 'pointer', group: 'i32' } as const),
});
/** `LVHITTESTINFO` of commctrl.h. */
const hitTest = new Struct({ x: 'i32', y: 'i32', flags: 'u32', item: 'i32', subItem: 'i32', group: 'i32' });

export const listView: ControlKind = {
  classes: ['syslistview32'],
  describe(control) {
    const list = new List(control);
    const several = !control.hasStyle(lvStyle.single);
    const facets: ControlFacets = {
      controlType: list.isReport ? 'DataGrid' : 'List',
      label: labelOf(control),
      focusable: true,
      parts: rowsOf(list),
      facts: () => factsOf(list, several),
      operations: {
        selection: ({ select }) => selectRows(control, select === 'all' ? (several ? 'all' : 0) : 'none'),
        scroll: (call) => rowScroller(control).scroll(call),
      },
    };
    if (!list.isReport) return facets;
    return { ...facets, cell: (row, column) => cellPath(list, row, column) };
  },
};

/** A list view with the facts shared by its rows, read once. */
class List {
  readonly control: Control;
  readonly isReport: boolean;
  readonly count: number;
  #header: Control | null | undefined;
  #columns: readonly Rect[] | undefined;

  constructor(control: Control) {
    this.control = control;
    this.isReport = isReport(control);
    this.count = Math.max(0, control.ask(lvm.getItemCount));
  }

  get header(): Control | null {
    if (this.#header !== undefined) return this.#header;
    const window = this.control.ask(lvm.getHeader) >>> 0;
    return (this.#header = window === 0 ? null : this.control.reading.control(window));
  }

  get columnCount(): number {
    return this.header ? Math.max(1, countColumns(this.header)) : 1;
  }

  /** Screen extents of columns. */
  get columns(): readonly Rect[] {
    return (this.#columns ??= this.header ? columnPlaces(this.header, countColumns(this.header)) : []);
  }
}

function rowsOf(list: List): Parts {
  const parts = numbered(list.count, (first, count) => readRows(list, first, count));
  return { ...parts, at: (point) => rowAt(list, point) };
}

function readRows(list: List, first: number, count: number): readonly Part[] {
  const { control } = list;
  const names = readTexts(
    list,
    rowNumbers(first, count).map((row) => ({ row, column: 0 })),
  );
  const places = rowPlaces(list, first, count);
  const texts = textsOfRows(list, first, count);
  const selected = selectedAmong(control, first, count);
  const focused =
    control.reading.focusOf(control.threadId) === control.window ? nextItem(control, -1, focusedItem) : -1;
  return rowNumbers(first, count).map((row, at): Part => {
    const bounds = places[at] ?? null;
    const own: (ElementState | false)[] = [
      ...(['focusable', 'selectable'] as const),
      ...checkStates(control, row),
      selected.has(row) && 'selected',
      focused === row && 'focused',
    ];
    return {
      key: String(row),
      controlType: list.isReport ? 'DataItem' : 'ListItem',
      name: names[at] ?? '',
      bounds,
      states: partStates(control, bounds, own),
      focus: () => focusRow(control, row),
      operations: rowOperations(control, row, own.includes('checkable')),
      properties: () => ({ index: String(row) }),
      ...(list.isReport && { parts: cellsOf(list, row, bounds, () => texts(row)) }),
    };
  });
}

function cellsOf(list: List, row: number, bounds: Rect | null, texts: () => readonly string[]): Parts {
  return numbered(list.columnCount, (first, count) =>
    rowNumbers(first, count).map((column): Part => {
      const place = cellPlace(list, bounds, column);
      return {
        key: String(column),
        controlType: 'Text',
        name: texts()[column] ?? '',
        bounds: place,
        states: partStates(list.control, place),
        facts: () => ({ cell: { row, column, rowSpan: 1, columnSpan: 1 } }),
      };
    }),
  );
}

/** The cell texts of some rows, read at once on first use: one by one is many times slower. */
function textsOfRows(list: List, first: number, count: number): (row: number) => readonly string[] {
  let texts: readonly string[] | undefined;
  const columns = list.columnCount;
  return (row) => {
    texts ??= readTexts(
      list,
      rowNumbers(first, count).flatMap((at) => rowNumbers(0, columns).map((column) => ({ row: at, column }))),
    );
    return texts.slice((row - first) * columns, (row - first + 1) * columns);
  };
}

function cellPlace({ columns }: List, row: Rect | null, column: number): Rect | null {
  const place = columns[column];
  return row && place ? { x: place.x, y: row.y, width: place.width, height: row.height } : null;
}

function cellPath(list: List, row: number, column: number): readonly string[] | null {
  return row < list.count && column < list.columnCount ? [String(row), String(column)] : null;
}

function rowNumbers(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

function readTexts(
  { control }: List,
  cells: readonly { readonly row: number; readonly column: number }[],
): readonly string[] {
  const { pointerSize } = control.memory;
  const questions = cells.map(({ row, column }) => ({
    message: lvm.getItemText,
    wParam: row,
    pack: ({ textAddress }: { readonly textAddress: number }) =>
      listItem.pack(pointerSize, { mask: withText, item: row, subItem: column, text: textAddress, room: cellUnits }),
  }));
  const batch = { size: listItem.size(pointerSize), textUnits: cellUnits };
  return askMany(control, batch, questions).map(({ text }) => text);
}

/** Rows in report view are stacked with one height, unless grouped; other views are queried. */
function rowPlaces({ control, isReport: inReport }: List, first: number, count: number): readonly Rect[] {
  const isRegular = inReport && control.ask(lvm.isGroupViewEnabled) === 0;
  const asked = isRegular ? 1 : count;
  const questions = rowNumbers(first, asked).map((row) => ({
    message: lvm.getItemRect,
    wParam: row,
    // The rectangle's kind, `LVIR_BOUNDS`, is 0 and is passed in `left`.
    pack: () => rectStruct.pack(8, {}),
  }));
  const places = askMany(control, { size: rectStruct.size(8) }, questions).map(({ bytes }) =>
    control.toScreen(rectAt(bytes)),
  );
  const [top] = places;
  if (!isRegular || !top) return places;
  return rowNumbers(0, count).map((row) => ({ ...top, y: top.y + row * top.height }));
}

function selectedAmong(control: Control, first: number, count: number): ReadonlySet<number> {
  const selected = new Set<number>();
  for (let row = nextItem(control, first - 1, selectedItem); row >= 0 && row < first + count;) {
    selected.add(row);
    row = nextItem(control, row, selectedItem);
  }
  return selected;
}

function nextItem(control: Control, after: number, which: number): number {
  return control.ask(lvm.getNextItem, after, which);
}

function checkStates(control: Control, row: number): readonly ElementState[] {
  if (!(control.ask(lvm.getExtendedStyle) & lvStyle.checkBoxes)) return [];
  const image = (control.ask(lvm.getItemState, row, stateImages) & stateImages) >>> 12;
  if (image === 0) return [];
  return image === 2 ? ['checkable', 'checked'] : ['checkable'];
}

function factsOf(list: List, several: boolean): Facts {
  const { control } = list;
  const selected: number[] = [];
  for (let row = nextItem(control, -1, selectedItem); row >= 0 && selected.length < maxLinks;) {
    selected.push(row);
    row = nextItem(control, row, selectedItem);
  }
  return {
    selection: {
      canSelectMultiple: several,
      count: control.ask(lvm.getSelectedCount),
      selected: linksTo(control, selected, (row) => readRows(list, row, 1)[0]),
    },
    scroll: rowScroller(control).facts(),
    table: list.isReport
      ? { rows: list.count, columns: list.columnCount, rowHeaders: [], columnHeaders: headersOf(list) }
      : null,
  };
}

function headersOf({ header: window }: List) {
  if (!window) return [];
  const parts = header.describe(window).parts?.read(0, maxLinks) ?? [];
  return parts.map((part) => linkTo(window, part));
}

function rowAt(list: List, { x, y }: Point): string | null {
  const { control } = list;
  const { pointerSize } = control.memory;
  const pack = () => hitTest.pack(pointerSize, { x: x - control.client.x, y: y - control.client.y });
  const [reply] = askMany(control, { size: hitTest.size(pointerSize) }, [{ message: lvm.hitTest, pack }]);
  const row = reply ? reply.answer : -1;
  return row < 0 ? null : String(row);
}
