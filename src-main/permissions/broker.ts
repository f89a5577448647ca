import type { OpenQuestion, PermissionRequest } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isNo, type PermissionAnswer } from '#contract/model/permissions/permission';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Disposable } from '../base/async/disposable.ts';
import { QuestionQueue, unasked, type NewQuestion } from './question-queue.ts';

export { maxOfOne, maxPending, readingMs } from './question-queue.ts';

export interface Question extends Omit<PermissionRequest, 'kind' | 'id' | 'deadline' | 'hasLapsed'> {
  /** How long its caller waits at most, in milliseconds; {@link askDeadlineMs} by default. */
  readonly waitsMs?: number | undefined;
  /** Keeps an answer that comes after the caller stopped waiting; missing if none is to be kept. */
  readonly afterwards?: Afterwards<PermissionAnswer>;
  /** The answer that one to another question gave this one as well, so that it need not be asked; null if none did. */
  readonly covered?: () => 'once' | 'deny' | null;
}

/** For a question whose caller stopped waiting. */
interface Afterwards<T> {
  /** Called when the question is aborted: whether that is why. */
  readonly lapses: () => boolean;
  readonly answered: (given: T) => void;
}

/** What an agent of a task asks whom it works for. */
export interface AgentQuestion {
  readonly kind: 'question' | 'confirmation';
  readonly agent: string;
  readonly text: string;
  /** What would be done after a yes; empty for a question. */
  readonly action: string;
}

/** Asks a person. Never answers yes by itself. */
export interface Broker {
  /**
   * Settles with the person's answer.
   * @throws AppError `cancelled` on abort; `permission_denied` if nobody answered in time, or too many are asked
   */
  ask(question: Question, signal: AbortSignal): Promise<PermissionAnswer>;
  /** To be called when an answer was remembered: it may cover questions that wait. */
  recheck(): void;
  /** What to tell the caller who was denied, where `reason` is why they were asked. */
  denial(reason: string, caller: Caller): { readonly message: string; readonly hint: string };
}

/** The broker behind the permission window: questions wait in a queue until that window answers them. */
export interface AskingBroker extends Broker {
  /**
   * Settles with the text of the answer, or with `yes` or `no` for a confirmation; with null if nobody answered.
   * @throws AppError `cancelled` on abort; `permission_denied` where too many are asked
   */
  askForAgent(question: AgentQuestion, signal: AbortSignal): Promise<string | null>;
  /** Oldest first; the first one is asked. */
  pending(): readonly OpenQuestion[];
  /**
   * @throws AppError `not_found` for a question that is no longer open, `invalid_parameter` for an answer it does not
   *   offer, `busy` for an answer sooner than a person can read the question
   */
  decide(id: string, answer: PermissionAnswer): void;
  /** The text that answers an agent's question. @throws AppError as `decide` does */
  reply(id: string, text: string): void;
  /** Called with the open questions whenever they change. */
  onChange(listener: (pending: readonly OpenQuestion[]) => void): Disposable;
  /** Answers no to everything open: the window was closed, or everything is halted. */
  denyAll(): void;
}

/** How long a question stays open where its caller waits for ever, in milliseconds; then nothing is permitted. */
export const askDeadlineMs = 60_000;
/** How long what an agent asks stays open: a person may have to look something up, and to write. */
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

  /** Settles with what was given; `late` reports what it comes to if nobody gives anything. */
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

/** Who does not want to answer a question has not answered; who does not confirm has said no. */
function meaningFor({ kind }: AgentQuestion, given: Given): string | null {
  if (typeof given === 'object') return given.text;
  if (kind === 'question') return null;
  return given === 'once' ? 'yes' : 'no';
}

function cancelled(): never {
  throw new AppError('cancelled');
}

/** If there is no window to ask in: everything that would need an answer is denied, naming the flag. */
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
