import type { AxisItem } from './items.ts';

/** The item that is meant by a place: what lies there, else what is nearest; of the lane pointed at, where it has any. */
export function itemAt(items: readonly AxisItem[], time: number, lane: number | null, now: number): AxisItem | null {
  const wanted = lane === null ? items : items.filter((item) => item.lane === lane);
  let best: AxisItem | null = null;
  let least = Infinity;
  for (const item of wanted.length > 0 ? wanted : items) {
    const away = Math.max(item.from - time, time - Math.min(item.to, now), 0);
    // Of several that lie there, the one that began last.
    if (away > least) continue;
    [best, least] = [item, away];
  }
  return best;
}

/** Where a key leads from one item; null for a key that leads nowhere. */
export function placeByKey(key: string, place: number, count: number): number | null {
  const by: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
  const step = by[key];
  if (step !== undefined) return Math.min(count - 1, Math.max(0, place + step));
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
