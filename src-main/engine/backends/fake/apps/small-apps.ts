import type { FakeApp } from '../desktop.ts';
import { element, type FakeElement } from '../element.ts';

export const rowCount = 10_000;
const rowHeight = 20;
const viewport = 300;

/** A list of ten thousand rows, created lazily when they are read. */
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

/** A small window that is not open at the start, for tests of opening and closing. */
export const notes: FakeApp = () => ({
  title: 'Notes',
  app: 'notes',
  className: 'Notes',
  content: { x: 700, y: 620, width: 220, height: 120 },
  root: element({
    controlType: 'Window',
    name: 'Notes',
    children: [element({ controlType: 'Text', name: 'Nothing noted', at: [10, 10, 160, 20] })],
  }),
});

/** A window with a non-unique title: when started twice, only handle and position distinguish the two. */
export const twin: FakeApp = (desktop) => {
  const count = desktop.windows.filter((window) => window.spec.app === 'twin').length;
  const press = element({ controlType: 'Button', name: 'Same', at: [20, 20, 100, 32], onInvoke: () => undefined });
  return {
    title: 'Twin',
    app: 'twin',
    className: 'Twin',
    content: { x: 500 + count * 220, y: 520, width: 200, height: 90 },
    root: element({ controlType: 'Window', name: 'Twin', children: [press] }),
  };
};
