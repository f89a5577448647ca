import { useEffect, useState, type ReactNode } from 'react';
import type { PickBarState } from '#contract/events';
import { IconButton } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './pick-bar.module.css';

interface PickBarProps {
  readonly first: PickBarState;
  /** Reports every state from now on; returns the unsubscribe function. */
  readonly follow: (listener: (state: PickBarState) => void) => () => void;
  readonly stop: () => void;
}

/** The only visible part of Deskscope during a pick: the hovered element, the quality of its selector, the keys. */
export function PickBar({ first, follow, stop }: PickBarProps): ReactNode {
  const [state, setState] = useState(first);
  useEffect(() => follow(setState), [follow]);
  return (
    <main className={styles.bar} data-testid="pick-bar" data-phase={state.phase}>
      <Icon name="inspect" className={styles.icon} />
      <p className={styles.what} role="status">
        {state.phase === 'waiting' ? <Countdown until={state.until ?? 0} /> : <Hovered state={state} />}
      </p>
      <Way state={state} />
      <IconButton icon="close" label="Stop" onClick={stop} />
    </main>
  );
}

function Countdown({ until }: { readonly until: number }): ReactNode {
  const now = useNow(true, 100);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <>
      <strong className={styles.seconds}>{seconds}</strong> Open a menu or rest on an element. No click is needed.
    </>
  );
}

function Hovered({ state }: { readonly state: PickBarState }): ReactNode {
  if (state.element === '') return 'Point at an element.';
  return (
    <>
      <strong>{state.element}</strong> · {state.app}
      {state.matches !== null && ` · ${matchText(state.matches)}`}
    </>
  );
}

/** The keys available now. */
function Way({ state }: { readonly state: PickBarState }): ReactNode {
  switch (state.phase) {
    case 'waiting':
      return (
        <span className={styles.way}>
          <KeyHint keys={shown(state.key)} /> stops
        </span>
      );
    case 'shared':
      return (
        <span className={styles.way}>
          A menu is open: <KeyHint keys={shown(state.key)} /> picks
        </span>
      );
    case 'picking':
      return (
        <span className={styles.way}>
          click picks, <KeyHint keys="Esc" /> ends
        </span>
      );
  }
}

function matchText(matches: number): string {
  if (matches === 0) return 'no selector';
  return matches === 1 ? '1 match' : `${matches} matches`;
}

/** `ctrl+shift+F10` as `Ctrl+Shift+F10`. */
function shown(chord: string): string {
  return chord.replace(/(^|\+)[a-z]/g, (start) => start.toUpperCase());
}
