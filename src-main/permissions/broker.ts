import { randomUUID } from 'node:crypto';
import type { PermissionAnswer, PermissionRequest } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';

export type Question = Omit<PermissionRequest, 'id' | 'deadline'>;

/** Asks a person. Never answers yes by itself. */
export interface Broker {
  /** Settles with the person's answer, with `deny` at the deadline. @throws AppError `cancelled` on abort */
  ask(question: Question, signal: AbortSignal): Promise<PermissionAnswer>;
  /** What to tell the caller who was denied. */
  readonly denial: { readonly message: string; readonly hint: string };
}

/** The broker behind the permission window: questions wait in a queue until that window answers them. */
export interface AskingBroker extends Broker {
  /** Oldest first. */
  pending(): readonly PermissionRequest[];
  /** @throws AppError `not_found` for a question that is no longer open */
  decide(id: string, answer: PermissionAnswer): void;
  /** Told the open questions whenever they change. */
  onChange(listener: (pending: readonly PermissionRequest[]) => void): Disposable;
  /** Denies everything open. */
  dispose(): void;
}

/** How long a question stays open, in milliseconds; then the answer is no. */
export const askDeadlineMs = 60_000;
/** More open questions than a person would read are refused unasked. */
export const maxPending = 20;

interface Open {
  readonly request: PermissionRequest;
  answer(answer: PermissionAnswer): void;
}

export function createBroker(options: { readonly deadlineMs?: number } = {}): AskingBroker {
  const deadlineMs = options.deadlineMs ?? askDeadlineMs;
  const open = new Map<string, Open>();
  const emitter = new Emitter<{ changed: readonly PermissionRequest[] }>();
  const pending = () => [...open.values()].map(({ request }) => request);
  const changed = () => emitter.emit('changed', pending());

  return {
    denial: { message: 'The user did not allow it.', hint: 'Ask the user first, or do it another way.' },
    pending,
    decide(id, answer) {
      const question = open.get(id);
      if (!question) throw new AppError('not_found', 'That question is no longer open.');
      question.answer(answer);
    },
    onChange: (listener) => emitter.on('changed', listener),
    dispose() {
      for (const question of [...open.values()]) question.answer('deny');
    },
    ask(question, signal) {
      if (signal.aborted) return Promise.reject(new AppError('cancelled'));
      if (open.size >= maxPending) return Promise.resolve('deny');
      return new Promise((resolve, reject) => {
        const id = randomUUID();
        const close = (settle: () => void) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          if (!open.delete(id)) return;
          settle();
          changed();
        };
        const onAbort = () => close(() => reject(new AppError('cancelled')));
        const answer = (answer: PermissionAnswer) => close(() => resolve(answer));
        const timer = setTimeout(() => answer('deny'), deadlineMs);
        signal.addEventListener('abort', onAbort, { once: true });
        open.set(id, { request: { ...question, id, deadline: Date.now() + deadlineMs }, answer });
        changed();
      });
    },
  };
}

/** Where there is no window to ask in: everything that would need an answer is denied, naming the flag. */
export const headlessBroker: Broker = {
  ask: () => Promise.resolve('deny'),
  denial: {
    message: 'Acting is not permitted: there is nobody to ask.',
    hint: 'Start the server with `--allow act` to let agents act.',
  },
};
