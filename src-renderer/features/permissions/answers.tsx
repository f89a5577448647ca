import { useEffect, useRef, type MouseEvent, type ReactNode, useState } from 'react';
import type { PermissionRequest } from '#contract/api';
import { oneLine, quoted } from '#contract/foreign-text';
import { isNo, type PermissionAnswer } from '#contract/model/permissions/permission';
import { Button } from '../../ui/button/button.tsx';
import type { PermissionsState } from './store.ts';
import styles from './permissions.module.css';

interface AnswersProps {
  readonly request: PermissionRequest;
  readonly enabled: boolean;
  /** The question was visible to its end. */
  readonly isRead: boolean;
  /** Why a yes would not count now; empty if it would, null until known. */
  readonly objection: string | null;
  readonly answer: PermissionsState['answer'];
}

/** Deny is focused first, and no key meant for another window can allow anything. */
export function Answers({ request, enabled, isRead, objection, answer }: AnswersProps): ReactNode {
  const deny = useRef<HTMLButtonElement>(null);
  const isReady = useReady();
  const ready = isReady && isRead && objection === '';
  useEffect(() => {
    deny.current?.focus();
  }, []);
  // The main process verifies a yes again.
  const give = (given: PermissionAnswer) => (event: MouseEvent) => {
    const at = pressedAt(event);
    if (at !== null && (ready || isNo(given))) void answer(given, at);
  };
  const { offers } = request;
  return (
    <>
      {!isRead && (
        <p className={styles.objection} role="status">
          Scroll to the end before you say yes.
        </p>
      )}
      {isReady && <Objection text={objection} />}
      <div className={styles.answers} data-ready={ready}>
        <div className={styles.side}>
          {offers.includes('always') && (
            <Button disabled={!enabled} onClick={give('always')} data-testid="allow-always">
              Always in this app
            </Button>
          )}
          {offers.includes('session') && (
            <Button disabled={!enabled} onClick={give('session')} data-testid="allow-session">
              Allow for this session
            </Button>
          )}
          <Button disabled={!enabled} onClick={give('once')} data-testid="allow-once">
            Allow once
          </Button>
        </div>
        <div className={styles.side}>
          <Button disabled={!enabled} onClick={give('deny-session')} data-testid="deny-session">
            Deny for this session
          </Button>
          <Button ref={deny} variant="primary" onClick={give('deny')} data-testid="deny">
            Deny
          </Button>
        </div>
      </div>
    </>
  );
}

/** Effects of answers that last longer than one call. */
export function Coverage({ request }: Pick<AnswersProps, 'request'>): ReactNode {
  return <p className={styles.covers}>{coverage(request)}</p>;
}

function coverage({ title, apps, offers }: PermissionRequest): string {
  const where = apps.length > 0 ? `in ${apps.map(oneLine).join(', ')}` : 'wherever no open app is concerned';
  const session = `“This session” allows ${quoted(title)} ${where}`;
  if (!offers.includes('always')) return `${session}.`;
  return `${session}. “Always” allows every ordinary action there, until you revoke it.`;
}

/** How long a question must be visible before a yes counts, in milliseconds: an earlier click was meant for something else. */
const readingMs = 500;

/** True half a second after the question became visible; a hidden window starts to count when it is shown. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      setReady(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setReady(true), readingMs);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, []);
  return ready;
}

/**
 * When a button was pressed, in milliseconds since the epoch: the page may process it late. Null for the second
 * click of a double click, which was meant for the previous question.
 */
export function pressedAt(event: MouseEvent): number | null {
  return event.detail > 1 ? null : Date.now() - (performance.now() - event.timeStamp);
}

interface ObjectionProps {
  /** Why a yes would not count now; empty if it would, null until known. */
  readonly text: string | null;
}

export function Objection({ text }: ObjectionProps): ReactNode {
  if (text === null || text === '') return null;
  return (
    <p className={styles.objection} role="alert" data-testid="objection">
      {text} You can say yes again in a moment.
    </p>
  );
}

interface CountdownProps {
  /** Milliseconds. */
  readonly left: number;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** The caller has stopped waiting. */
  readonly hasLapsed?: boolean;
}

/** The remaining time, as a bar and in words. */
export function Countdown({ left, deadline, hasLapsed = false }: CountdownProps): ReactNode {
  // The bar is full when the question appears, no matter how long it was queued.
  const [whole] = useState(Math.max(1, left));
  const seconds = Math.ceil(left / 1_000);
  return (
    <div className={styles.countdown}>
      <progress className={styles.bar} max={whole} value={left} data-low={seconds <= 10} aria-label="Time left" />
      <p className={styles.left} role="timer" data-deadline={deadline}>
        {hasLapsed ? lapsed : seconds > 0 ? `Denied in ${seconds} s if you do nothing` : 'Time is up: denied'}
      </p>
    </div>
  );
}

const lapsed = 'The agent stopped waiting. Your answer counts if it asks the same again within a minute.';
