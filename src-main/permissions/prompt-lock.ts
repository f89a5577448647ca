import { AppError } from '#contract/errors';

/** How long a question waits for acts that are under way, and for the act that was just allowed to begin; milliseconds. */
const actMs = 5_000;
const beginMs = 300;

/** `question` is to be shown; with `acts` one waits for them; `nobody` waits. */
export type Turn = 'question' | 'acts' | 'none';

/**
 * Who has the floor: a person who is asked, or acts. While a question is shown nothing is touched; and what a person has
 * just allowed is done before they are asked the next thing.
 */
export interface PromptLock {
  /** An act begins; it is under way until what this answers is called. @throws AppError `busy` while a question is shown */
  enter(): () => void;
  /** What an act would be refused with at this moment; null if it may begin. */
  refusal(): AppError | null;
  /** How many questions wait. */
  wait(questions: number): void;
  /** A person has said yes: that act goes first. */
  waitForActs(): void;
}

/** @param show called with whose turn it is, whenever that may have changed */
export function createPromptLock(show: (turn: Turn) => void): PromptLock {
  let [questions, acts, shown] = [0, 0, false];
  /** Until when acts go first: while some are under way, and while the first may yet begin. By the clock of `Date.now()`. */
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
        // The question that waited for it waits no longer.
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
