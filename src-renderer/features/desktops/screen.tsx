import { useEffect, useRef, useState, type ReactNode } from 'react';
import type RFB from '@novnc/novnc';
import { useDesktopsApi } from './context.ts';
import styles from './desktops.module.css';

interface ScreenProps {
  readonly desktop: string;
  /** Empty if the surrounding element has the name. */
  readonly label: string;
  /** Sends pointer and keys to the desktop. */
  readonly controlled: boolean;
  /** See {@link Connect}. */
  readonly restMs?: number;
  /** F6 was pressed in a controlled picture, which captures every other key. */
  readonly onLeave?: () => void;
}

/** Live picture of a desktop. An idle desktop sends nothing. */
export function Screen({ desktop, label, controlled, restMs = 0, onLeave }: ScreenProps): ReactNode {
  const { connect } = useDesktopsApi().getState();
  const place = useRef<HTMLDivElement>(null);
  const rfb = useRef<RFB | null>(null);
  const [state, setState] = useState<'connecting' | 'shown' | 'ended'>('connecting');
  const wantsControl = useRef(controlled);
  useEffect(() => {
    wantsControl.current = controlled;
    if (rfb.current) rfb.current.viewOnly = !controlled;
    if (controlled) rfb.current?.focus();
  }, [controlled]);
  useEffect(() => {
    let isGone = false;
    void import('@novnc/novnc').then(({ default: Viewer }) => {
      if (isGone || !place.current) return;
      const viewer = new Viewer(place.current, connect(desktop, restMs), { shared: true });
      viewer.scaleViewport = true;
      viewer.background = 'transparent';
      viewer.viewOnly = !wantsControl.current;
      viewer.addEventListener('connect', () => setState('shown'));
      viewer.addEventListener('disconnect', () => setState('ended'));
      rfb.current = viewer;
    });
    return () => {
      isGone = true;
      rfb.current?.disconnect();
      rfb.current = null;
    };
  }, [connect, desktop, restMs]);
  return (
    <div
      ref={place}
      role="group"
      aria-label={label === '' ? undefined : label}
      data-state={state}
      className={styles.screen}
      onKeyDownCapture={(event) => {
        if (event.key !== 'F6' || !onLeave) return;
        event.preventDefault();
        event.stopPropagation();
        onLeave();
      }}
    />
  );
}
