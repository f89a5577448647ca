import { AppError } from '#contract/errors';

/** How long a question waits for pending acts, and for the act just allowed to begin; milliseconds. */
const actMs = 5_000;
const beginMs = 300;

/** `question` is to be shown; with `acts` one waits for them; with `none` nothing waits. */
export type Turn = 'question' | 'acts' | 'none';

/**
 * Takes turns between questions to the user and acts. While a question is shown, no act begins; and an act just allowed
 * runs before the next question.
 */
export interface PromptLock {
  /** Begins an act; call the returned function when it ends. @throws AppError `busy` while a question is shown */
  enter(): () => void;
  /** The error that an act would get at this moment; null if it may begin. */
  refusal(): AppError | null;
  /** Sets the number of pending questions. */
  wait(questions: number): void;
  /** The user has said yes: that act goes first. */
  waitForActs(): void;
}

/** @param show called with the turn whenever it may have changed */
export function createPromptLock(show: (turn: Turn) => void): PromptLock {
  let [questions, acts, shown] = [0, 0, false];
  /**
   * Acts go first until then: while some are pending, and while the first may still begin. By the clock of
   * `Date.now()`.
   */
  let [actsUntil, beginUntil] = [0, 0];
  let timer: NodeJS.Timeout | undefined;

  const turn = () => {
    clearTimeout(timer);
    const left = (acts > 0 ? actsUntil : beginUntil) - Date.now();
    shown = questions > 0 && (shown || left <= 0);
    if (questions > 0 && !shown) timer = setTimeout(turn, left);
    show(shown ? 'question' : questions > 0 ? 'acts' : 'none');
  };
  const putAside = (forBeginning: number) => {
    shown = false;
    [actsUntil, beginUntil] = [Date.now() + actMs, Date.now() + forBeginning];
    turn();
  };

  return {
    wait(count) {
      const isFirst = questions === 0 && count > 0;
      questions = count;
      if (isFirst) putAside(0);
      else turn();
    },
    waitForActs: () => putAside(beginMs),
    refusal: () => (shown ? asked() : null),
    enter() {
      if (shown) throw asked();
      acts++;
      let under = true;
      return () => {
        if (!under) return;
        under = false;
        // The pending question no longer waits for an act.
        if (--acts === 0) beginUntil = 0;
        turn();
      };
    },
  };
}

function asked(): AppError {
  return new AppError('busy', 'A question to the user is open in Deskscope. No input is sent until it is answered.', {
    hint: 'Wait for the answer, check its effect, then call again.',
    delivery: 'not_delivered',
  });
}
