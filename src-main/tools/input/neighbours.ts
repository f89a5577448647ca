import { AppError } from '#contract/errors';
import type { ControlType, ElementDetails, ElementId } from '#contract/model/elements/element';
import type { ToolContext } from '../define-tool.ts';
import type { EditField } from './edit-field.ts';

/** The cells around one, before the change. */
export interface Neighbours {
  readonly table: ElementId;
  /** The cell itself. */
  readonly at: { readonly row: number; readonly column: number };
  readonly cells: readonly Neighbour[];
}

interface Neighbour {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface Changed {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const tables: ReadonlySet<ControlType> = new Set<ControlType>(['Table', 'DataGrid', 'Tree', 'List']);

const beside = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => ({ row, column })));

/** The eight cells around a cell, as far as they exist; null if its table reports no positions. */
export async function neighboursOf(context: ToolContext, { id }: EditField): Promise<Neighbours | null> {
  const { engine, signal } = context;
  const { cell } = await engine.details({ element: id }, { signal });
  if (!cell) return null;
  const around = await engine.ancestors({ element: id }, { signal });
  const table = around.filter(({ controlType }) => tables.has(controlType)).at(-1);
  if (!table) return null;
  const places = beside.map((by) => ({ row: cell.row + by.row, column: cell.column + by.column }));
  const others = places.filter(
    ({ row, column }) => row >= 0 && column >= 0 && !(row === cell.row && column === cell.column),
  );
  const read = await Promise.all(others.map((at) => readAt(context, table.id, at)));
  return { table: table.id, at: { row: cell.row, column: cell.column }, cells: read.filter((one) => one !== null) };
}

/** The first one that shows something else now, except for formulas, which depend on others. Null if none does. */
export async function changedNeighbours(context: ToolContext, before: Neighbours | null): Promise<Changed | null> {
  for (const was of before?.cells ?? []) {
    const now = before && (await readAt(context, before.table, was));
    if (now && now.text !== was.text && !now.isFormula) return { name: now.name, from: was.text, to: now.text };
  }
  return null;
}

async function readAt(
  { engine, signal }: ToolContext,
  table: ElementId,
  { row, column }: { readonly row: number; readonly column: number },
): Promise<(Neighbour & { readonly name: string; readonly isFormula: boolean }) | null> {
  try {
    const { id } = await engine.cell({ element: table, row, column }, { signal });
    const cell: ElementDetails = await engine.details({ element: id }, { signal });
    const text = cell.value ?? cell.name;
    const isFormula = (cell.attributes['Formula'] ?? '').startsWith('=');
    return {
      row,
      column,
      text,
      isFormula,
      name: cell.value === null ? `the cell in row ${row + 1}, column ${column + 1}` : `cell ${cell.name}`,
    };
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return null;
  }
}
