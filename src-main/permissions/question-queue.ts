import { randomUUID } from 'node:crypto';
import type { OpenQuestion } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';

/** Maximum number of open questions; further ones are refused without being asked. */
export const maxPending = 20;
/** Maximum number of open questions per caller, so that others can ask too. */
export const maxOfOne = 8;
/** How long a question stays after its caller stopped waiting, if nothing else is asked, in milliseconds. */
export const lapsedMs = 15_000;
/** How long a question must have been first before a yes counts, in milliseconds: nobody reads faster. */
export const readingMs = 500;

type WithoutKeeping<Q> = Q extends OpenQuestion ? Omit<Q, 'id' | 'deadline' | 'hasLapsed'> : never;
export type NewQuestion = WithoutKeeping<OpenQuestion>;

interface Open {
  request: OpenQuestion;
  /** When it became the first of the queue; milliseconds of `Date.now()`. */
  askedAt: number | null;
}

export interface Asking {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Called once with the id, before listeners are notified. */
  readonly opened: (id: string) => void;
  /**
   * Called once, when it was removed by anything but {@link QuestionQueue.close}, or stays without a waiting caller.
   */
  readonly ended: (why: 'late' | 'aborted' | 'lapsed') => void;
  /** Whether it stays for a while after its caller stopped waiting; called once, after the abort. */
  readonly lapses: () => boolean;
  /** Called once, if a question that stayed was dropped or expired. */
  readonly dropped: () => void;
}

/** The user's queue: oldest first, and the first one is shown. */
export class QuestionQueue {
  readonly #open = new Map<string, Open & { clear: () => void; readonly dropped: () => void }>();
  readonly #emitter = new Emitter<{ changed: readonly OpenQuestion[] }>();
  readonly #readingMs: number;

  constructor(reading = readingMs) {
    this.#readingMs = reading;
  }

  get pending(): readonly OpenQuestion[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  onChange(listener: (pending: readonly OpenQuestion[]) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /** @throws AppError `permission_denied` if too many are open */
  add(question: NewQuestion, { deadlineMs, signal, opened, ended, lapses, dropped }: Asking): void {
    this.#forgetLapsed();
    if (this.#open.size >= maxPending)
      throw unasked(`${maxPending} questions wait for the user already: too many are open`);
    if (this.pending.filter((other) => askerOf(other) === askerOf(question)).length >= maxOfOne)
      throw unasked(`${maxOfOne} questions of this client wait for the user already`);
    const id = randomUUID();
    const end = (why: 'late' | 'aborted') => this.close(id, () => ended(why));
    const onAbort = () => {
      if (this.#open.size > 1 || !lapses()) end('aborted');
      else this.#lapse(id, () => ended('lapsed'));
    };
    const timer = setTimeout(() => end('late'), deadlineMs);
    const clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#open.set(id, {
      request: { ...question, id, deadline: Date.now() + deadlineMs },
      askedAt: null,
      clear,
      dropped,
    });
    opened(id);
    this.#changed();
  }

  /** @throws AppError `not_found` for a closed question */
  find(id: string): OpenQuestion {
    const found = this.#open.get(id);
    if (!found) throw new AppError('not_found', 'This question is no longer open.');
    return found.request;
  }

  /** A yes, or a text, requires that the question was read. @throws AppError `busy` if it comes sooner */
  checkRead(id: string): void {
    const { askedAt = null } = this.#open.get(id) ?? {};
    if (askedAt !== null && Date.now() - askedAt >= this.#readingMs) return;
    throw new AppError('busy', 'That was too quick to have been read.', { hint: 'Answer again.' });
  }

  /** No caller waits for it any more, and nothing else is asked. */
  #lapse(id: string, settle: () => void): void {
    const found = this.#open.get(id);
    if (!found) return;
    found.clear();
    const timer = setTimeout(() => this.close(id, found.dropped), lapsedMs);
    found.clear = () => clearTimeout(timer);
    const { request } = found;
    if (request.kind === 'permission') found.request = { ...request, hasLapsed: true, deadline: Date.now() + lapsedMs };
    settle();
    this.#changed();
  }

  /** Drops questions without a waiting caller. */
  dropLapsed(): void {
    if (this.#forgetLapsed()) this.#changed();
  }

  #forgetLapsed(): boolean {
    let any = false;
    for (const [id, { request, clear, dropped }] of this.#open) {
      if (request.kind !== 'permission' || !request.hasLapsed) continue;
      clear();
      this.#open.delete(id);
      dropped();
      any = true;
    }
    return any;
  }

  /** Removes it, and settles it if it was still open; listeners are notified afterwards. */
  close(id: string, settle: () => void): void {
    const found = this.#open.get(id);
    found?.clear();
    if (!this.#open.delete(id)) return;
    settle();
    this.#changed();
  }

  #changed(): void {
    const [first] = this.#open.values();
    if (first) first.askedAt ??= Date.now();
    this.#emitter.emit('changed', this.pending);
  }
}

function askerOf(question: NewQuestion): string {
  return question.kind === 'permission' ? question.caller.name : question.agent;
}

export function unasked(why: string): AppError {
  return new AppError('permission_denied', `${why}.`, {
    hint: 'Wait until the user has answered the open questions, then call again.',
    delivery: 'not_delivered',
  });
}
