import type { Box } from './components.ts';

/** By rows, each from left to right; boxes that share most of their height are in one row. */
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Box): readonly T[] {
  const rows: { readonly items: T[]; top: number; bottom: number }[] = [];
  const middle = (item: T) => middleOf(boxOf(item));
  for (const item of [...items].sort((a, b) => middle(a) - middle(b))) {
    const { top, bottom } = boxOf(item);
    const row = rows.at(-1);
    if (row && middle(item) < row.bottom && (row.top + row.bottom) / 2 > top) row.items.push(item);
    else rows.push({ items: [item], top, bottom });
  }
  return rows.flatMap((row) => row.items.sort((a, b) => boxOf(a).left - boxOf(b).left));
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2;
}
