import type { ControlType } from '#contract/model/elements/element';
import { plainText } from './label.ts';
import type { ControlKind } from '../kind.ts';

/** `SS_TYPEMASK`, `SS_NOPREFIX` and the types of winuser.h: icon, bitmap, enhanced metafile; etched lines and frames. */
const typeMask = 0x1f;
const noPrefix = 0x80;
const images = new Set([3, 0x0e, 0x0f]);
const lines = new Set([0x10, 0x11, 0x12]);
const shapes = new Set([4, 5, 6, 7, 8, 9]);

export const staticText: ControlKind = {
  classes: ['static'],
  describe(control) {
    const controlType = typeOf(control.style & typeMask);
    if (controlType !== 'Text') return { controlType };
    const isPlain = control.hasStyle(noPrefix);
    return { controlType, name: isPlain ? control.text : plainText(control.text).text };
  },
};

function typeOf(type: number): ControlType {
  if (images.has(type)) return 'Image';
  if (lines.has(type)) return 'Separator';
  return shapes.has(type) ? 'Pane' : 'Text';
}
