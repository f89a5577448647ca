import { useEffect, useState, type ReactNode } from 'react';
import type { HeldPicture } from '#contract/api';
import type { HeldBarState } from '#contract/events';
import { oneLine } from '#contract/foreign-text';
import { heldKeys } from '#contract/model/recordings/global-keys';
import type { Held } from '#contract/model/runs/debug';
import { Button } from '../../ui/button/button.tsx';
import { CallLine } from '../../ui/call/call-line.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { TargetCrop } from './target-crop.tsx';
import styles from './held-bar.module.css';

interface HeldBarProps {
  readonly first: HeldBarState;
  /** Reports every state from now on; returns the unsubscribe function. */
  readonly follow: (listener: (state: HeldBarState) => void) => () => void;
  readonly run: (id: string) => void;
  readonly deny: (id: string) => void;
  readonly resume: () => void;
  readonly picture: (id: string) => Promise<HeldPicture | null>;
  readonly show: () => void;
}

/** The held call of an agent, and what the user can do about it without leaving the app in front. */
export function HeldBar({ first, follow, run, deny, resume, picture, show }: HeldBarProps): ReactNode {
  const [{ held, waiting, takenOver, keysWork }, setState] = useState(first);
  useEffect(() => follow(setState), [follow]);
  if (held === null) return <main className={styles.bar} data-testid="held-bar" />;
  return (
    <main className={styles.bar} data-testid="held-bar">
      <TargetCrop key={held.id} id={held.id} load={picture} />
      <div className={styles.body}>
        <p className={styles.what} role="status" title={oneLine(held.why)}>
          <Icon name="debug-pause" className={styles.icon} />
          <What held={held} />
          {waiting > 0 && <span className={styles.more}>{waiting} more</span>}
        </p>
        <div className={styles.actions}>
          <span className={styles.keys}>{keysWork && keysIn(held.kind)}</span>
          {held.kind === 'call' && (
            <Button variant="ghost" icon="circle-slash" onClick={() => deny(held.id)}>
              Deny
            </Button>
          )}
          <Button variant="primary" icon="play" disabled={takenOver} onClick={() => run(held.id)}>
            Run
          </Button>
          <Button variant="ghost" icon="debug-continue" disabled={takenOver} onClick={resume}>
            Resume all
          </Button>
          <Button variant="ghost" icon="window" onClick={show}>
            Show
          </Button>
        </div>
      </div>
    </main>
  );
}

function What({ held: { kind, who, title, target } }: { readonly held: Held }): ReactNode {
  if (kind === 'call') {
    return (
      <>
        <b>{oneLine(who)}</b>
        <CallLine tool={title} target={target ?? ''} />
      </>
    );
  }
  return kind === 'result' ? `${oneLine(title)} answered ${oneLine(who)}` : oneLine(title);
}

/** The bar's keys, which work in any app. */
function keysIn(kind: Held['kind']): string {
  const named = (keys: string) => keys.replace(/(^|\+)[a-z]/g, (start) => start.toUpperCase());
  return `${named(heldKeys.run)}: run${kind === 'call' ? ` · ${named(heldKeys.deny)}: deny` : ''}`;
}
