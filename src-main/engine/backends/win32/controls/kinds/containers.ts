import type { Control } from '../access/control.ts';
import { edit } from './text/edit.ts';
import { fixed, type ControlFacets, type ControlKind } from './kind.ts';
import { menuBarPart } from './menu.ts';
import { barScroller, barWay, hasScrollBar } from './scrolling.ts';
import { titleBarPart } from './bars/title-bar.ts';

/** `WM_GETDLGCODE`, and `DLGC_HASSETSEL` in its result: the control has selectable text. */
const [getDialogCode, takesSelection] = [0x0087, 0x0008];

/** Fallback kind: a field with a custom class, a container, or an app-drawn control. */
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

/** MDI: document windows inside a window. */
export const documents: ControlKind = {
  classes: ['mdiclient'],
  describe: () => ({ controlType: 'Pane', name: '' }),
};

export const bands: ControlKind = {
  classes: ['rebarwindow32'],
  describe: () => ({ controlType: 'Pane', name: '' }),
};

/** The root window of the tree. */
export const topWindow: ControlKind = {
  classes: [],
  describe: (control) => ({
    controlType: 'Window',
    name: control.text,
    parts: fixed([titleBarPart(control), menuBarPart(control)]),
  }),
};
