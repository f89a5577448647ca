import { useEffect, useState, type ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';
import styles from './tooltip.module.css';

const restMs = 400;

/**
 * One layer for the whole window: shows `data-tip` and `data-tip-keys` of the hovered or focused element. A pointer that rests where
 * an element appears hovers nothing: a tooltip then would cover what the user just opened.
 */
export function TooltipLayer(): ReactNode {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => watchTips(setTip), []);
  if (tip === null) return null;
  return (
    <div role="tooltip" className={styles.tip} style={{ left: tip.x, top: tip.y }} data-side={tip.side}>
      {tip.text}
      {tip.keys && <KeyHint keys={tip.keys} />}
    </div>
  );
}

function watchTips(show: (tip: Tip | null) => void): () => void {
  let timer: number | undefined;
  /** What the pointer came to lie on without moving. */
  let entered: EventTarget | null = null;
  /** Where the pointer was last seen; null where it may have moved since. */
  let last: { readonly screenX: number; readonly screenY: number } | null = null;
  const hide = () => {
    clearTimeout(timer);
    entered = null;
    show(null);
  };
  const schedule = (target: EventTarget | null, delay: number) => {
    hide();
    const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (anchor) timer = window.setTimeout(() => anchor.isConnected && show(placeTip(anchor)), delay);
  };
  const hasMoved = ({ screenX, screenY }: PointerEvent) => {
    const moved = last !== null && (last.screenX !== screenX || last.screenY !== screenY);
    last = { screenX, screenY };
    return moved;
  };
  const over = (event: PointerEvent) => {
    if (hasMoved(event)) {
      schedule(event.target, restMs);
    } else {
      hide();
      entered = event.target;
    }
  };
  const move = (event: PointerEvent) => {
    if (hasMoved(event) && entered) schedule(entered, restMs);
  };
  const leave = () => {
    hide();
    last = null;
  };
  const focus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) schedule(event.target, restMs);
  };
  document.addEventListener('pointerover', over);
  document.addEventListener('pointermove', move);
  document.documentElement.addEventListener('pointerleave', leave);
  window.addEventListener('blur', leave);
  document.addEventListener('scroll', hide, true);
  document.addEventListener('focusin', focus);
  document.addEventListener('pointerdown', hide);
  document.addEventListener('keydown', hide);
  return () => {
    hide();
    document.removeEventListener('pointerover', over);
    document.removeEventListener('pointermove', move);
    document.documentElement.removeEventListener('pointerleave', leave);
    window.removeEventListener('blur', leave);
    document.removeEventListener('scroll', hide, true);
    document.removeEventListener('focusin', focus);
    document.removeEventListener('pointerdown', hide);
    document.removeEventListener('keydown', hide);
  };
}

interface Tip {
  readonly text: string;
  readonly keys: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly side: 'below' | 'above' | 'right';
}

const gap = 6;

/** Below the anchor, above if there is no room, to the right if the anchor requests it (`data-tip-side`). */
function placeTip(anchor: HTMLElement): Tip {
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
