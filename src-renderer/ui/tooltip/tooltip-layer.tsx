import { useEffect, useState, type ReactNode } from 'react';
import { KeyHint } from './key-hint.tsx';
import { placeTip, type Tip } from './place-tip.ts';
import styles from './tooltip.module.css';

const restMs = 400;

/** One layer for the whole window: shows `data-tip` and `data-tip-keys` of what the pointer rests on or has the focus. */
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
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  const schedule = (target: EventTarget | null, delay: number) => {
    hide();
    const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (anchor) timer = window.setTimeout(() => anchor.isConnected && show(placeTip(anchor)), delay);
  };
  const over = (event: PointerEvent) => schedule(event.target, restMs);
  const focus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) schedule(event.target, restMs);
  };
  document.addEventListener('pointerover', over);
  document.documentElement.addEventListener('pointerleave', hide);
  window.addEventListener('blur', hide);
  document.addEventListener('scroll', hide, true);
  document.addEventListener('focusin', focus);
  document.addEventListener('pointerdown', hide);
  document.addEventListener('keydown', hide);
  return () => {
    hide();
    document.removeEventListener('pointerover', over);
    document.documentElement.removeEventListener('pointerleave', hide);
    window.removeEventListener('blur', hide);
    document.removeEventListener('scroll', hide, true);
    document.removeEventListener('focusin', focus);
    document.removeEventListener('pointerdown', hide);
    document.removeEventListener('keydown', hide);
  };
}
