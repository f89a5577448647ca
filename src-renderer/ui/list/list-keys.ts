import type { KeyboardEvent } from 'react';

/** Whether a key requests the context menu of the focused item. */
export function isMenuKey(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
}

/** Where a menu requested by a key opens: below the focused row, in CSS pixels of the page. */
export function belowFocus(event: KeyboardEvent): { readonly x: number; readonly y: number } {
  const box = (event.target as Element).getBoundingClientRect();
  return { x: box.left + 24, y: box.bottom };
}

const pauseMs = 700;

/**
 * Type-ahead: finds rows by the start of their label. Further typing extends the text, a pause restarts, and the same letter
 * again goes to the next row that starts with it.
 */
export function createTypeAhead(now: () => number) {
  let text = '';
  let last = -Infinity;

  /** The index to go to, or null without a match. */
  return (char: string, labels: readonly string[], from: number): number | null => {
    const fresh = now() - last > pauseMs;
    last = now();
    text = fresh ? char.toLowerCase() : text + char.toLowerCase();
    const repeated = text === text.charAt(0).repeat(text.length);
    const wanted = repeated ? (text[0] ?? '') : text;
    const start = repeated || fresh ? from + 1 : from;
    for (let offset = 0; offset < labels.length; offset++) {
      const index = (start + offset) % labels.length;
      if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
    }
    return null;
  };
}
