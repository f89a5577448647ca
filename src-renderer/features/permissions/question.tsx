import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { PermissionAnswer, PermissionRequest } from '#contract/api';
import { toWire } from '#contract/errors';
import { Button } from '../../ui/button/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { PermissionsStore } from './store.ts';
import styles from './permissions.module.css';

/** Asks the oldest question that waits. */
export function PermissionPage({ store }: { readonly store: PermissionsStore }): ReactNode {
  useEffect(() => store.getState().follow(), [store]);
  const pending = useStore(store, (state) => state.pending);
  const error = useStore(store, (state) => state.error);
  const { answer } = store.getState();
  const [request] = pending;
  if (!request) return <p className={styles.none}>{error === null ? 'No question waits.' : toWire(error).message}</p>;
  return (
    <main className={styles.page}>
      <Question key={request.id} request={request} waiting={pending.length - 1} error={error} answer={answer} />
    </main>
  );
}

interface QuestionProps {
  readonly request: PermissionRequest;
  /** How many more wait behind it. */
  readonly waiting: number;
  readonly error: unknown;
  readonly answer: (answer: PermissionAnswer) => Promise<void>;
}

function Question({ request, waiting, error, answer }: QuestionProps): ReactNode {
  const { caller, sentence, target, tool } = request;
  const left = useSecondsLeft(request.deadline);
  return (
    <div
      role="alertdialog"
      aria-labelledby="who"
      aria-describedby="what where"
      className={styles.question}
      onKeyDown={(event) => event.key === 'Escape' && void answer('deny')}
    >
      <header className={styles.header}>
        <Icon name="shield" className={styles.shield} />
        <h1 id="who" className={styles.who}>
          {caller.name} asks to act
        </h1>
        {waiting > 0 && <span className={styles.waiting}>{waiting} more waiting</span>}
      </header>
      <p id="what" className={styles.what} data-testid="permission-sentence">
        {sentence}
      </p>
      <p id="where" className={styles.where}>
        In <strong>{target}</strong>, by <code>{tool}</code>
      </p>
      {error !== null && <p className={styles.error}>{toWire(error).message}</p>}
      <footer className={styles.footer}>
        <p className={styles.left} role="timer">
          {left > 0 ? `No answer means no, in ${left} s` : 'Time is up: denied'}
        </p>
        <Answers enabled={left > 0} answer={answer} />
      </footer>
    </div>
  );
}

function Answers({
  enabled,
  answer,
}: {
  readonly enabled: boolean;
  readonly answer: QuestionProps['answer'];
}): ReactNode {
  const deny = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    deny.current?.focus();
  }, []);
  return (
    <div className={styles.answers}>
      <Button disabled={!enabled} onClick={() => void answer('session')} data-testid="allow-session">
        Allow for this session
      </Button>
      <Button disabled={!enabled} onClick={() => void answer('once')} data-testid="allow-once">
        Allow once
      </Button>
      <Button ref={deny} variant="primary" onClick={() => void answer('deny')} data-testid="deny">
        Deny
      </Button>
    </div>
  );
}

function useSecondsLeft(deadline: number): number {
  const now = useNow(true, 250);
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
