import { useEffect, useState, type ReactNode, useRef, type PointerEvent } from 'react';
import type { RecordBarState } from '#contract/events';
import { oneLine } from '#contract/foreign-text';
import { recordingKeys } from '#contract/model/recordings/global-keys';
import { Icon, type IconName } from '../../ui/icon/icon.tsx';
import styles from './record-bar.module.css';

interface RecordBarProps {
  readonly first: RecordBarState;
  /** Reports every state from now on; returns the unsubscribe function. */
  readonly follow: (listener: (state: RecordBarState) => void) => () => void;
  /** Moves the bar's top left there. */
  readonly move: (place: { readonly x: number; readonly y: number }) => void;
  readonly pause: () => void;
  readonly check: () => void;
  readonly takeBack: () => void;
  readonly stop: () => void;
  readonly discard: () => void;
}

/** The last recorded step, and the recording's commands, without leaving the recorded app. */
export function RecordBar({ first, follow, move, pause, check, takeBack, stop, discard }: RecordBarProps): ReactNode {
  const [state, setState] = useState(first);
  useEffect(() => follow(setState), [follow]);
  const grip = useGrip(move);
  const { paused, pointing, canTakeBack, shownTo } = state;
  return (
    <main className={styles.bar} data-testid="record-bar" data-paused={paused} data-pointing={pointing !== null}>
      <span className={styles.grip} data-testid="record-bar-grip" {...grip}>
        <Icon name="gripper" />
      </span>
      <span className={styles.count} aria-hidden="true">
        {state.steps}
      </span>
      <p className={styles.what} role="status">
        {sentence(state)}
      </p>
      <BarButton
        icon={paused ? 'debug-continue' : 'debug-pause'}
        keys={recordingKeys.pause}
        onClick={pause}
        disabled={pointing !== null}
      >
        {paused ? 'Resume' : 'Pause'}
      </BarButton>
      <BarButton icon="eye" keys={recordingKeys.check} onClick={check}>
        {pointing === null ? 'Check' : 'Cancel'}
      </BarButton>
      <BarButton icon="discard" keys={recordingKeys.takeBack} onClick={takeBack} disabled={!canTakeBack}>
        Undo
      </BarButton>
      {shownTo && (
        <BarButton icon="trash" onClick={discard}>
          Discard
        </BarButton>
      )}
      <BarButton icon="debug-stop" onClick={stop}>
        {shownTo ? 'Hand over' : 'Stop'}
      </BarButton>
    </main>
  );
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Labels in words: the bar has no room for our tooltips, and takes no focus to show them. */
function BarButton({ icon, keys, disabled, onClick, children }: BarButtonProps): ReactNode {
  const shown = keys?.replace(/(^|\+)[a-z]/g, (start) => start.toUpperCase());
  return (
    <button
      type="button"
      className={styles.button}
      title={shown}
      aria-keyshortcuts={shown?.replace('Ctrl', 'Control')}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}

function sentence({ pointing, message, last, paused, shownTo }: RecordBarState): string {
  if (pointing !== null)
    return pointing === '' ? 'Click what should prove this step worked.' : `${pointing} · click to check it`;
  if (message !== '') return message;
  if (paused) return 'Paused: nothing is recorded.';
  if (last !== '') return last;
  return shownTo
    ? `Show ${oneLine(shownTo.agent)}: ${oneLine(shownTo.goal) || 'your task'}`
    : 'Recording your actions.';
}

/** Drags the window by an element in it: window managers do not move one that takes no focus. */
function useGrip(move: (place: { readonly x: number; readonly y: number }) => void) {
  /** Pointer position in the window at the start of the drag. */
  const taken = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      taken.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove({ screenX, screenY }: PointerEvent) {
      const from = taken.current;
      if (from) move({ x: Math.round(screenX - from.x), y: Math.round(screenY - from.y) });
    },
    onPointerUp() {
      taken.current = null;
    },
    onLostPointerCapture() {
      taken.current = null;
    },
  };
}
