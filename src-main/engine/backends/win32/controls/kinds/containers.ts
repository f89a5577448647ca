import type { Control } from '../access/control.ts';
import { edit } from './text/edit.ts';
import { fixed, type ControlFacets, type ControlKind } from './kind.ts';
import { menuBarPart } from './menu.ts';
import { barScroller, barWay, hasScrollBar } from './scrolling.ts';
import { titleBarPart } from './bars/title-bar.ts';

/** `WM_GETDLGCODE`, and in its answer `DLGC_HASSETSEL`: a text can be selected in it. */
const [getDialogCode, takesSelection] = [0x0087, 0x0008];

/** What no other kind knows: a field under a name of its own, or something that holds others or that its app draws. */
export const unknown: ControlKind = {
  classes: [],
  describe: (control) => (control.ask(getDialogCode) & takesSelection ? edit.describe(control) : pane(control)),
};

function pane(control: Control): ControlFacets {
  const facets = { controlType: 'Pane', name: control.text } as const;
  if (!hasScrollBar(control)) return facets;
  if (!barWay(control, 'vertical') && !barWay(control, 'horizontal')) return facets;
  return {
    ...facets,
    facts: () => ({ scroll: barScroller(control).facts() }),
    operations: { scroll: (call) => barScroller(control).scroll(call) },
  };
}

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
