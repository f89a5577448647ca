import { expect, it } from 'vitest';
import type { Subject } from '../reading/subject.ts';
import { readCell } from './table.ts';

/** A cell that answers these. */
function cell(position: readonly number[], spans: readonly unknown[]): Subject {
  const properties: Readonly<Record<string, unknown>> = { Position: position, RowSpan: 1, ColumnSpan: 1 };
  const accessibles = {
    property: (_ref: unknown, _face: string, name: string) => Promise.resolve(properties[name]),
    callAll: () => Promise.resolve(spans),
  };
  return { accessibles, facts: { ref: {}, interfaces: new Set(['TableCell']) } } as unknown as Subject;
}

it.each([
  ['of a cell that states none', [-1, -1], [2, 3, 1, 4], { row: 2, column: 3, rowSpan: 1, columnSpan: 4 }],
  ['with a boolean before it', [-1, -1], [true, 2, 3, 1, 4], { row: 2, column: 3, rowSpan: 1, columnSpan: 4 }],
  ['of a cell that states one', [5, 6], [2, 3, 1, 4], { row: 5, column: 6, rowSpan: 1, columnSpan: 1 }],
  ['of a cell in no table', [-1, -1], [-1, -1, 1, 1], null],
])('reads the position %s', async (_, position, spans, read) => {
  expect(await readCell(cell(position, spans))).toEqual(read);
});
