import type { ControlType } from './element.ts';

const cells: readonly ControlType[] = ['DataItem', 'ListItem', 'TreeItem'];

/**
 * Whether it is a cell of a sheet, or like one: the keys that move a caret leave it, and what is typed in it may show in an
 * editor of its own until that is done.
 */
export function isCell({ controlType }: { readonly controlType: ControlType }): boolean {
  return cells.includes(controlType);
}
