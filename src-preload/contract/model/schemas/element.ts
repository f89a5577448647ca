import { z } from 'zod';
import { treeViews } from '../elements/element.ts';
import { windowId } from './window.ts';

/**
 * `window:0x1a00003|runtime:<native id>`; an element has the same id for its lifetime, in every
 * process, so that an id printed by one command can be passed to the next.
 */
// A template ignores the flags of its parts, so that `.` would not match line breaks.
export const elementId = z.templateLiteral(['window:', windowId, '|runtime:', z.string().regex(/^[\s\S]+$/)], {
  error: 'expected an element id such as window:0x1a00003|runtime:…',
});
export type ElementId = z.output<typeof elementId>;

export const elementState = z.enum([
  'enabled',
  'visible',
  'offscreen',
  'focusable',
  'focused',
  'editable',
  'readonly',
  'checkable',
  'checked',
  'mixed',
  'selectable',
  'selected',
  'expandable',
  'expanded',
  'multiline',
  'modal',
  'busy',
  'required',
  'password',
  'defunct',
]);
export type ElementState = z.output<typeof elementState>;

export const treeView = z.enum(treeViews);

/** A look at a window by the view that was followed, and its number. */
export const pastLook = z.object({ view: treeView, sequence: z.number().int().nonnegative() });
export type PastLook = Readonly<z.output<typeof pastLook>>;
