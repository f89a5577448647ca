export interface Tip {
  readonly text: string;
  readonly keys: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly side: 'below' | 'above' | 'right';
}

const gap = 6;

/** Below the anchor, above where there is no room, to the right where the anchor asks for it (`data-tip-side`). */
export function placeTip(anchor: HTMLElement): Tip {
  const box = anchor.getBoundingClientRect();
  const text = anchor.dataset['tip'] ?? '';
  const keys = anchor.dataset['tipKeys'];
  if (anchor.dataset['tipSide'] === 'right') {
    return { text, keys, x: box.right + gap, y: box.top + box.height / 2, side: 'right' };
  }
  // Roughly half of the widest tip, so that none leaves the window.
  const half = Math.min(160, 12 + (text.length + (keys?.length ?? 0)) * 3.5);
  const x = Math.max(half, Math.min(window.innerWidth - half, box.left + box.width / 2));
  const above = box.bottom + 40 > window.innerHeight;
  return above
    ? { text, keys, x, y: box.top - gap, side: 'above' }
    : { text, keys, x, y: box.bottom + gap, side: 'below' };
}
