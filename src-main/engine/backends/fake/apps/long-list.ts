import type { FakeApp } from '../desktop.ts';
import { element, type FakeElement } from '../element.ts';

export const rowCount = 10_000;
const rowHeight = 20;
const viewport = 300;

/** A list of ten thousand rows that come into being when somebody looks. */
export const longList: FakeApp = () => {
  const list = element({
    controlType: 'List',
    name: 'Rows',
    id: 'rows',
    at: [0, 0, 300, viewport],
    states: ['focusable'],
    children: rows,
  });
  return {
    title: 'Ten thousand rows',
    app: 'rows',
    className: 'Rows',
    content: { x: 120, y: 470, width: 300, height: viewport },
    root: element({ controlType: 'Window', name: 'Ten thousand rows', children: [list] }),
  };
};

function rows(): FakeElement[] {
  return Array.from({ length: rowCount }, (_, row) => {
    const visible = (row + 1) * rowHeight <= viewport;
    return element({
      controlType: 'ListItem',
      name: `Row ${row}`,
      at: [0, row * rowHeight, 300, rowHeight],
      states: ['selectable', ...(visible ? [] : (['offscreen'] as const))],
    });
  });
}
