import type { ControlKind } from './kind.ts';
import { barScroller, barWay, hasScrollBar } from './scrolling.ts';
import { menuBarPart } from './menu.ts';
import { titleBarPart } from './title-bar.ts';
import { fixed } from './kind.ts';

/** What no other kind knows: it may hold others, or be something that its app draws itself. */
export const pane: ControlKind = {
  classes: [],
  describe: (control) => ({
    controlType: 'Pane',
    name: control.text,
    ...(hasScrollBar(control) && (barWay(control, 'vertical') ?? barWay(control, 'horizontal'))
      ? {
          facts: () => ({ scroll: barScroller(control).facts() }),
          operations: { scroll: (call) => barScroller(control).scroll(call) },
        }
      : {}),
  }),
};

/** Windows in a window, each a document. */
export const documents: ControlKind = {
  classes: ['mdiclient'],
  describe: () => ({ controlType: 'Pane', name: '' }),
};

export const bands: ControlKind = {
  classes: ['rebarwindow32'],
  describe: () => ({ controlType: 'Pane', name: '' }),
};

/** The window that the tree begins with. */
export const topWindow: ControlKind = {
  classes: [],
  describe: (control) => ({
    controlType: 'Window',
    name: control.text,
    parts: fixed([titleBarPart(control), menuBarPart(control)]),
  }),
};
