import { randomUUID } from 'node:crypto';
import type { PermissionRequest } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isNo, type PermissionAnswer } from '#contract/model/permission';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';

export interface Question extends Omit<PermissionRequest, 'id' | 'deadline'> {
  /** The answer that one to another question gave this one as well, so that it need not be asked; null where none did. */
  readonly covered?: () => 'once' | 'deny' | null;
}

/** Asks a person. Never answers yes by itself. */
export interface Broker {
  /**
   * Settles with the person's answer.
   * @throws AppError `cancelled` on abort; `permission_denied` where no one answered in time, or too many are asked
   */
  ask(question: Question, signal: AbortSignal): Promise<PermissionAnswer>;
  /** To be called when an answer was remembered: it may cover questions that wait. */
  recheck(): void;
  /** What to tell the caller who was denied, where `reason` is why they were asked. */
  denial(reason: string): { readonly message: string; readonly hint: string };
}

/** The broker behind the permission window: questions wait in a queue until that window answers them. */
export interface AskingBroker extends Broker {
  /** Oldest first; the first one is asked. */
  pending(): readonly PermissionRequest[];
  /**
   * @throws AppError `not_found` for a question that is no longer open, `invalid_parameter` for an answer it does not
   *   offer, `busy` for an answer sooner than a person can read the question
   */
  decide(id: string, answer: PermissionAnswer): void;
  /** Called with the open questions whenever they change. */
  onChange(listener: (pending: readonly PermissionRequest[]) => void): Disposable;
  /** Answers no to everything open: the window was closed, or everything is halted. */
  denyAll(): void;
}

/** How long a question stays open, in milliseconds; then nothing is permitted. */
export const askDeadlineMs = 60_000;
/** More open questions than a person would read are refused unasked. */
export const maxPending = 20;
/** So many of them one caller may have, so that others can ask too. */
export const maxOfOne = 8;
/** How long a question must have been the first before a yes counts, in milliseconds: no one reads faster. */
export const readingMs = 500;

interface Open {
  readonly request: PermissionRequest;
  readonly covered: () => 'once' | 'deny' | null;
  /** When it became the first of the queue; milliseconds of `Date.now()`. */
  askedAt: number | null;
  answer(answer: PermissionAnswer): void;
}

export function createBroker(
  options: { readonly deadlineMs?: number; readonly readingMs?: number } = {},
): AskingBroker {
  const { deadlineMs = askDeadlineMs, readingMs: reading = readingMs } = options;
  const open = new Map<string, Open>();
  const emitter = new Emitter<{ changed: readonly PermissionRequest[] }>();
  const pending = () => [...open.values()].map(({ request }) => request);
  const changed = () => {
    const [first] = open.values();
    if (first) first.askedAt ??= Date.now();
    emitter.emit('changed', pending());
  };

  return {
    denial: () => ({ message: 'The user did not allow it.', hint: 'Ask the user first, or do it another way.' }),
    pending,
    decide(id, answer) {
      const question = open.get(id);
      if (!question) throw new AppError('not_found', 'That question is no longer open.');
      check(question, answer, reading);
      question.answer(answer);
    },
    onChange: (listener) => emitter.on('changed', listener),
    denyAll() {
      for (const question of [...open.values()]) question.answer('deny');
    },
    ask({ covered = () => null, ...question }, signal) {
      if (signal.aborted) return Promise.reject(new AppError('cancelled'));
      if (open.size >= maxPending)
        return Promise.reject(unasked(`${maxPending} questions wait for the user already: too many are open`));
      if (pending().filter(({ caller }) => caller.name === question.caller.name).length >= maxOfOne)
        return Promise.reject(unasked(`${maxOfOne} questions of this client wait for the user already`));
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
        const late = unasked(`No one answered within ${deadlineMs / 1_000} s`);
        const timer = setTimeout(() => close(() => reject(late)), deadlineMs);
        signal.addEventListener('abort', onAbort, { once: true });
        const request = { ...question, id, deadline: Date.now() + deadlineMs };
        open.set(id, { request, covered, askedAt: null, answer });
        changed();
      });
    },
    recheck() {
      for (const question of [...open.values()]) {
        const answer = question.covered();
        if (answer) question.answer(answer);
      }
    },
  };
}

function check({ request, askedAt }: Open, answer: PermissionAnswer, reading: number): void {
  if (!request.offers.includes(answer)) {
    throw new AppError('invalid_parameter', `${quoted(answer)} is no answer to this question.`);
  }
  if (isNo(answer)) return;
  if (askedAt !== null && Date.now() - askedAt >= reading) return;
  throw new AppError('busy', 'That was too quick to have been read.', { hint: 'Answer again.' });
}

function unasked(why: string): AppError {
  return new AppError('permission_denied', `${why}.`, {
    hint: 'Wait until the user is there and the open questions are answered, then call again.',
    delivery: 'not_delivered',
  });
}

/** Where there is no window to ask in: everything that would need an answer is denied, naming the flag. */
export const headlessBroker: Broker = {
  ask: () => Promise.resolve('deny'),
  recheck: () => undefined,
  denial: (reason) => ({
    message: `This is not permitted: there is no one to ask (${reason}).`,
    hint: 'Start the server with `--allow act` to let agents act, with `--allow all` also where it would ask each time.',
  }),
};
