import type { OpenQuestion, PermissionRequest } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isNo, type PermissionAnswer } from '#contract/model/permissions/permission';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Disposable } from '../base/async/disposable.ts';
import { QuestionQueue, unasked, type NewQuestion } from './question-queue.ts';

export { maxOfOne, maxPending, readingMs } from './question-queue.ts';

export interface Question extends Omit<PermissionRequest, 'kind' | 'id' | 'deadline' | 'hasLapsed'> {
  /** Maximum wait of the caller, in milliseconds; {@link askDeadlineMs} by default. */
  readonly waitsMs?: number | undefined;
  /** Keeps an answer that arrives after the caller stopped waiting; undefined to keep none. */
  readonly afterwards?: Afterwards<PermissionAnswer>;
  /** The answer implied by the answer to another question; null if there is none and the question must be asked. */
  readonly covered?: () => 'once' | 'deny' | null;
}

/** Handles a question whose caller stopped waiting. */
interface Afterwards<T> {
  /** Called when the question is aborted: whether the reason is that the caller stopped waiting. */
  readonly lapses: () => boolean;
  readonly answered: (given: T) => void;
}

/** A task agent's question to its user. */
export interface AgentQuestion {
  readonly kind: 'question' | 'confirmation';
  readonly agent: string;
  readonly text: string;
  /** The act that a yes would start; empty for a question. */
  readonly action: string;
}

/** Asks the user. Never answers yes on its own. */
export interface Broker {
  /**
   * Settles with the user's answer.
   * @throws AppError `cancelled` on abort; `permission_denied` if nobody answered in time, or too many questions are
   * open
   */
  ask(question: Question, signal: AbortSignal): Promise<PermissionAnswer>;
  /** Call after an answer was stored: it may cover pending questions. */
  recheck(): void;
  /** The denial for the caller, where `reason` is why the user was asked. */
  denial(reason: string, caller: Caller): { readonly message: string; readonly hint: string };
}

/** The broker behind the permission window: questions wait in a queue until that window answers them. */
export interface AskingBroker extends Broker {
  /**
   * Settles with the text of the answer, or with `yes` or `no` for a confirmation; with null if nobody answered.
   * @throws AppError `cancelled` on abort; `permission_denied` if too many questions are open
   */
  askForAgent(question: AgentQuestion, signal: AbortSignal): Promise<string | null>;
  /** Oldest first; the first one is shown. */
  pending(): readonly OpenQuestion[];
  /**
   * @throws AppError `not_found` for a closed question, `invalid_parameter` for an answer it does not offer, `busy` for
   * an answer sooner than a person can read the question
   */
  decide(id: string, answer: PermissionAnswer): void;
  /** Answers an agent's question with a text. @throws AppError as `decide` does */
  reply(id: string, text: string): void;
  /** Called with the open questions whenever they change. */
  onChange(listener: (pending: readonly OpenQuestion[]) => void): Disposable;
  /** Answers no to all open questions: the window was closed, or everything is halted. */
  denyAll(): void;
}

/** How long a question stays open if its caller waits indefinitely, in milliseconds; then nothing is permitted. */
export const askDeadlineMs = 60_000;
/** How long an agent's question stays open: the user may have to look something up, and to write. */
export const agentDeadlineMs = 300_000;

type Given = PermissionAnswer | { readonly text: string };

interface Waiting {
  readonly answer: (given: Given) => void;
  readonly covered: () => 'once' | 'deny' | null;
}

export interface BrokerOptions {
  readonly deadlineMs?: number;
  readonly agentDeadlineMs?: number;
  readonly readingMs?: number;
}

export function createBroker(options: BrokerOptions = {}): AskingBroker {
  const queue = new QuestionQueue(options.readingMs);
  const waiting = new Map<string, Waiting>();

  /** Settles with the given answer; `late` supplies the result if there is none in time. */
  function put<T>(
    question: NewQuestion,
    how: {
      readonly deadlineMs: number;
      readonly covered: Waiting['covered'];
      readonly means: (given: Given) => T;
      readonly late: () => T;
      readonly afterwards?: Afterwards<Given> | undefined;
    },
    signal: AbortSignal,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) throw new AppError('cancelled');
      let id = '';
      const settle = (outcome: () => T) => {
        waiting.delete(id);
        try {
          resolve(outcome());
        } catch (error) {
          reject(error instanceof Error ? error : new AppError('internal'));
        }
      };
      queue.add(question, {
        deadlineMs: how.deadlineMs,
        signal,
        opened(given) {
          id = given;
          const answer = (given: Given) => queue.close(id, () => settle(() => how.means(given)));
          waiting.set(id, { answer, covered: how.covered });
        },
        ended(why) {
          settle(why === 'late' ? how.late : cancelled);
          if (why !== 'lapsed') return;
          const answer = (given: Given) =>
            queue.close(id, () => {
              waiting.delete(id);
              how.afterwards?.answered(given);
            });
          waiting.set(id, { answer, covered: () => null });
        },
        lapses: () => how.afterwards?.lapses() ?? false,
        dropped: () => void waiting.delete(id),
      });
    });
  }

  const answer = (id: string, given: Given) => waiting.get(id)?.answer(given);

  return {
    denial: () => ({ message: 'The user did not allow it.', hint: 'Ask the user first, or do it another way.' }),
    pending: () => queue.pending,
    decide(id, given) {
      const question = queue.find(id);
      if (!offersOf(question).includes(given)) {
        throw new AppError('invalid_parameter', `${quoted(given)} is not an answer to this question.`);
      }
      if (!isNo(given)) queue.checkRead(id);
      answer(id, given);
    },
    reply(id, text) {
      const { kind } = queue.find(id);
      if (kind !== 'question') throw new AppError('invalid_parameter', 'This question is answered by yes or no.');
      queue.checkRead(id);
      answer(id, { text });
    },
    onChange: (listener) => queue.onChange(listener),
    denyAll() {
      queue.dropLapsed();
      for (const { id } of queue.pending) answer(id, 'deny');
    },
    ask({ covered = () => null, waitsMs, afterwards, ...question }, signal) {
      const { deadlineMs = waitsMs ?? askDeadlineMs } = options;
      const late = () => {
        throw unasked(`No answer within ${Math.round(deadlineMs / 10) / 100} s`);
      };
      const means = (given: Given) => (typeof given === 'string' ? given : 'deny');
      const how = { deadlineMs, covered, means, late };
      const kept = afterwards && { ...afterwards, answered: (given: Given) => afterwards.answered(means(given)) };
      return put({ kind: 'permission', ...question }, { ...how, afterwards: kept }, signal);
    },
    askForAgent(question, signal) {
      const { agentDeadlineMs: deadlineMs = agentDeadlineMs } = options;
      const means = (given: Given) => meaningFor(question, given);
      return put<string | null>(question, { deadlineMs, covered: () => null, means, late: () => null }, signal);
    },
    recheck() {
      for (const { id } of queue.pending) {
        const covered = waiting.get(id)?.covered();
        if (covered) answer(id, covered);
      }
    },
  };
}

function offersOf(question: OpenQuestion): readonly PermissionAnswer[] {
  if (question.kind === 'permission') return question.offers;
  return question.kind === 'confirmation' ? ['deny', 'once'] : ['deny'];
}

/** Declining a question means no answer; declining a confirmation means no. */
function meaningFor({ kind }: AgentQuestion, given: Given): string | null {
  if (typeof given === 'object') return given.text;
  if (kind === 'question') return null;
  return given === 'once' ? 'yes' : 'no';
}

function cancelled(): never {
  throw new AppError('cancelled');
}

/** Used if there is no window to ask in: denies everything that needs an answer, naming the flag. */
export const headlessBroker: Broker = {
  ask: () => Promise.resolve('deny'),
  recheck: () => undefined,
  denial: (reason, { kind }) => ({
    message: `Not permitted: nobody can approve it here (${reason}).`,
    hint:
      kind === 'replay'
        ? 'Read the recording. If that is what you want, add `--allow-launch`.'
        : 'Start the server with `--allow act` to let agents act, with `--allow all` also where it would ask each time.',
  }),
};
