import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { AgentRequest } from '#contract/api';
import { toWire } from '#contract/errors';
import { harmless, quoted } from '#contract/foreign-text';
import { Button } from '../../ui/button/button.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Asked, Sentence, Asker, noKeyOfBefore } from './asked.tsx';
import { Countdown, Objection, pressedAt, useReady } from './answers.tsx';
import type { PermissionsStore } from './store.ts';
import styles from './permissions.module.css';

interface AgentQuestionProps {
  readonly store: PermissionsStore;
  readonly request: AgentRequest;
  /** Number of further questions. */
  readonly waiting: number;
}

/** A question of a task's agent, or an act it wants confirmed. Its words are a model's. */
export function AgentQuestion({ store, request, waiting }: AgentQuestionProps): ReactNode {
  const error = useStore(store, (state) => state.error);
  const objection = useStore(store, (state) => state.objection);
  const [isRead, setRead] = useState(false);
  const isSeen = useReady();
  const { answer } = store.getState();
  const { agent, kind, text, action, deadline } = request;
  const left = Math.max(0, deadline - useNow(true, 250));
  const isReady = isSeen && isRead && objection === '' && left > 0;
  const isQuestion = kind === 'question';
  return (
    <div
      role="alertdialog"
      aria-labelledby="who"
      aria-describedby="what"
      className={styles.question}
      onKeyDown={(event) => noKeyOfBefore(event, () => void answer('deny', Date.now()))}
    >
      <Asker waiting={waiting}>
        {quoted(agent, 60)} {isQuestion ? 'asks you' : 'wants a yes before it acts'}
      </Asker>
      <Asked onRead={setRead}>
        <Sentence text={harmless(isQuestion ? text : `${text}\n${action}`)} />
      </Asked>
      {error !== null && (
        <p className={styles.error} role="alert">
          {toWire(error).message}
        </p>
      )}
      {isQuestion ? (
        <Reply store={store} isReady={isReady} />
      ) : (
        <Confirm isReady={isReady} answer={(given, at) => void answer(given, at)} />
      )}
      <footer className={styles.footer}>
        {!isRead && (
          <p className={styles.objection} role="status">
            Scroll to the end of the question to answer it.
          </p>
        )}
        {isSeen && <Objection text={objection} />}
        <Countdown left={left} deadline={deadline} />
      </footer>
    </div>
  );
}

function Reply({ store, isReady }: { readonly store: PermissionsStore; readonly isReady: boolean }): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const { answer, reply } = store.getState();
  useEffect(() => field.current?.focus(), []);
  const send = (event: MouseEvent) => {
    const at = pressedAt(event);
    if (at !== null && isReady && text.trim() !== '') void reply(text, at);
  };
  return (
    <>
      <textarea
        ref={field}
        className={styles.reply}
        aria-label="Your answer"
        placeholder="Your answer"
        rows={4}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        data-testid="reply-text"
      />
      <div className={styles.answers} data-ready={isReady}>
        <Button onClick={() => void answer('deny', Date.now())} data-testid="no-answer">
          No answer
        </Button>
        <Button variant="primary" disabled={text.trim() === ''} onClick={send} data-testid="reply">
          Answer
        </Button>
      </div>
    </>
  );
}

interface ConfirmProps {
  readonly isReady: boolean;
  readonly answer: (given: 'once' | 'deny', at: number) => void;
}

/** No is focused first. */
function Confirm({ isReady, answer }: ConfirmProps): ReactNode {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  const yes = (event: MouseEvent) => {
    const at = pressedAt(event);
    if (at !== null && isReady) answer('once', at);
  };
  return (
    <div className={styles.answers} data-ready={isReady}>
      <Button onClick={yes} data-testid="confirm-yes">
        Yes, do it
      </Button>
      <Button ref={no} variant="primary" onClick={() => answer('deny', Date.now())} data-testid="confirm-no">
        No
      </Button>
    </div>
  );
}
