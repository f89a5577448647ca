import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { harmless, oneLine, quoted } from '#contract/foreign-text';
import type { PermissionRequest } from '#contract/api';
import { toWire } from '#contract/errors';
import type { Effect } from '#contract/model/permissions/permission';
import { useNow } from '../../ui/hooks/use-now.ts';
import { AgentQuestion } from './agent-question.tsx';
import { Answers, Coverage } from './answers.tsx';
import { Asked, Sentence } from './asked.tsx';
import { Asker, noKeyOfBefore } from './asker.tsx';
import { Countdown } from './countdown.tsx';
import type { PermissionsStore } from './store.ts';
import { Target } from './target.tsx';
import styles from './permissions.module.css';

/** Asks the oldest question that waits. */
export function PermissionPage({ store }: { readonly store: PermissionsStore }): ReactNode {
  useEffect(() => store.getState().follow(), [store]);
  const pending = useStore(store, (state) => state.pending);
  const error = useStore(store, (state) => state.error);
  const [request] = pending;
  if (!request) return <p className={styles.none}>{error === null ? 'No open question.' : toWire(error).message}</p>;
  return (
    <main className={styles.page}>
      {request.kind === 'permission' ? (
        <Question key={request.id} store={store} request={request} waiting={pending.length - 1} />
      ) : (
        <AgentQuestion key={request.id} store={store} request={request} waiting={pending.length - 1} />
      )}
    </main>
  );
}

interface QuestionProps {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
  /** How many more wait behind it. */
  readonly waiting: number;
}

function Question({ store, request, waiting }: QuestionProps): ReactNode {
  const error = useStore(store, (state) => state.error);
  const objection = useStore(store, (state) => state.objection);
  const [isRead, setRead] = useState(false);
  const { answer } = store.getState();
  const { caller, sentence, deadline, hasLapsed } = request;
  const now = useNow(true, 250);
  const left = Math.max(0, deadline - now);
  return (
    <div
      role="alertdialog"
      aria-labelledby="who"
      aria-describedby="what where why"
      className={styles.question}
      onKeyDown={(event) => noKeyOfBefore(event, () => void answer('deny', Date.now()))}
    >
      <Asker waiting={waiting}>
        {quoted(caller.name, 60)} asks to {verbs[request.effect]}
      </Asker>
      <Asked onRead={setRead} beside={<Arguments parameters={request.parameters} />}>
        <Sentence text={oneLine(sentence)} />
        <Target store={store} request={request} />
        <Coverage request={request} />
      </Asked>
      {error !== null && (
        <p className={styles.error} role="alert">
          {toWire(error).message}
        </p>
      )}
      <footer className={styles.footer}>
        <Countdown key={String(hasLapsed)} left={left} deadline={deadline} hasLapsed={hasLapsed ?? false} />
        <Answers request={request} enabled={left > 0} isRead={isRead} objection={objection} answer={answer} />
      </footer>
    </div>
  );
}

const verbs: Readonly<Record<Effect, string>> = { observe: 'look', act: 'act', program: 'start or end a program' };

/** What a tool gets, for who wants to know it all. */
function Arguments({ parameters }: { readonly parameters: PermissionRequest['parameters'] }): ReactNode {
  if (Object.keys(parameters).length === 0) return null;
  return (
    <details className={styles.arguments}>
      <summary>Arguments</summary>
      <pre tabIndex={0} aria-label="Arguments">
        {harmless(JSON.stringify(parameters, null, 2))}
      </pre>
    </details>
  );
}
