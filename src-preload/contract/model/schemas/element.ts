import { z } from 'zod';
import { treeViews } from '../elements/element.ts';
import { windowId } from './window.ts';

/**
 * `window:0x1a00003|runtime:<what the platform calls it>`; the same element has the same id while it lives, in every
 * process, so that an id printed by one command can be given to the next.
 */
// A template keeps no flags of its parts, so that `.` would not match the end of a line.
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
