import type { KeyboardEvent } from 'react';

/** Whether a key asks for the context menu of what has the focus. */
export function isMenuKey(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
}

/** Where a menu opens that a key asked for: below the row that has the focus, in CSS pixels of the page. */
export function belowFocus(event: KeyboardEvent): { readonly x: number; readonly y: number } {
  const box = (event.target as Element).getBoundingClientRect();
  return { x: box.left + 24, y: box.bottom };
}
