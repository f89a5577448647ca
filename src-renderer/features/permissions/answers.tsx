import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import type { PermissionRequest } from '#contract/api';
import { oneLine, quoted } from '#contract/foreign-text';
import { isNo, type PermissionAnswer } from '#contract/model/permissions/permission';
import { Button } from '../../ui/button/button.tsx';
import { Objection, pressedAt, useReady } from './reading.tsx';
import type { PermissionsState } from './store.ts';
import styles from './permissions.module.css';

interface AnswersProps {
  readonly request: PermissionRequest;
  readonly enabled: boolean;
  /** The question was in sight to its end. */
  readonly isRead: boolean;
  /** Why a yes would not count at this moment; empty where it would, null before it is known. */
  readonly objection: string | null;
  readonly answer: PermissionsState['answer'];
}

/** The focus starts on Deny, and nothing is allowed by a key that was meant for another window. */
export function Answers({ request, enabled, isRead, objection, answer }: AnswersProps): ReactNode {
  const deny = useRef<HTMLButtonElement>(null);
  const isReady = useReady();
  const ready = isReady && isRead && objection === '';
  useEffect(() => {
    deny.current?.focus();
  }, []);
  // The main process judges a yes again.
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

/** What answers for longer than once stand for. */
export function Coverage({ request }: Pick<AnswersProps, 'request'>): ReactNode {
  return <p className={styles.covers}>{coverage(request)}</p>;
}

function coverage({ title, apps, offers }: PermissionRequest): string {
  const where = apps.length > 0 ? `in ${apps.map(oneLine).join(', ')}` : 'wherever no open app is concerned';
  const session = `“This session” allows ${quoted(title)} ${where}`;
  if (!offers.includes('always')) return `${session}.`;
  return `${session}. “Always” allows every ordinary action there, until you revoke it.`;
}
