import { AppError } from '#contract/errors';
import type { AgentAnswer, AgentEvent, AgentEventOf, AgentKind } from '#contract/model/agents/agent';
import type { PersonAct } from '#contract/model/agents/person-act';
import type { Person } from '../control.ts';
import { selectedWindow, type AppWindow } from '../selected-window.ts';

/** What an agent's next look shows, to the extent that it distinguishes desktops. */
export interface DesktopNow {
  readonly kind: AgentKind;
  /** An AppAgent's controls, or a HostAgent's windows, as listed for models. */
  readonly listed: string;
  /** UFO's number of its window; null for the desktop. */
  readonly handle: number | null;
}

export interface PastOptions {
  /** All events of the earlier run, in order. */
  readonly reported: readonly AgentEvent[];
  /** The id of that run. */
  readonly run: string;
  /** The step to repeat with a change. */
  readonly step: number;
  /** The current number of a window that was selected then. */
  readonly handleNow: (window: AppWindow) => number;
  /** How the desktop differs from its state before that step, in words; empty if it does not. */
  readonly differences: (now: DesktopNow) => Promise<readonly string[]>;
}

/** A completed step: its answer and its results. */
export interface PastStep {
  readonly run: string;
  /** The last answer; null if none could be used. */
  readonly answer: AgentAnswer | null;
  readonly problem: string;
  /** The user took over before the answer was followed. */
  readonly dropped: boolean;
  readonly acted: readonly AgentEventOf<'acted'>[];
}

/**
 * The history before a repeated step. Agents replay it to restore their memory; nothing of it is looked at, asked or
 * done. From that step on all is new, and nothing is done before the desktop is known to match.
 */
export class Past {
  readonly #options: PastOptions;
  /** The events before the step. */
  readonly #before: readonly AgentEvent[];
  readonly #replies: AgentEventOf<'reply'>[];
  #isChecked = false;

  /** @throws AppError `invalid_parameter` for a step that cannot be repeated */
  constructor(options: PastOptions) {
    this.#options = options;
    const { reported, step: until } = options;
    const begins = reported.findIndex((event) => event.event === 'step' && event.step === until);
    if (begins < 0)
      throw new AppError('invalid_parameter', `The run has no step ${until}.`, { hint: 'Choose another step.' });
    this.#before = reported.slice(0, begins);
    this.#replies = this.#before.filter((event) => event.event === 'reply');
  }

  /** Null for a step that is new. */
  at(step: number): PastStep | null {
    const { reported, run, step: until } = this.#options;
    if (step >= until) return null;
    const of = reported.filter((event) => 'step' in event && event.step === step);
    const answered = of.filter((event) => event.event === 'answered').at(-1);
    return {
      run,
      answer: answered?.answer ?? null,
      problem: answered?.problem ?? 'The step ended before the model answered.',
      dropped: answered?.dropped === true,
      acted: of.filter((event) => event.event === 'acted').map((acted) => this.#asNow(acted)),
    };
  }

  /** The user's own act in a step; null for a step of an agent, and for a new one. */
  byHand(step: number): { readonly run: string; readonly act: PersonAct } | null {
    const { reported, run, step: until } = this.#options;
    if (step >= until || !isByHand(reported, step)) return null;
    const acted = reported.find((event) => event.event === 'acted' && event.step === step) as
      | AgentEventOf<'acted'>
      | undefined;
    if (!acted) return null;
    const { action, text, target = null } = acted;
    return { run, act: { action, text, target } };
  }

  /** The request of a round; null for a new one. */
  request(round: number): string | null {
    return this.#ofRound('round', round)?.request ?? null;
  }

  /** The result of a round, which is not checked again; null for an unfinished one. */
  ended(round: number): Pick<AgentEventOf<'outcome'>, 'outcome' | 'text'> | null {
    const { outcome, text = '' } = this.#ofRound('outcome', round) ?? {};
    return outcome ? { outcome, text } : null;
  }

  #ofRound<T extends 'round' | 'outcome'>(name: T, round: number): AgentEventOf<T> | undefined {
    const isIt = (event: AgentEvent): event is AgentEventOf<T> =>
      event.event === name && 'round' in event && event.round === round;
    return this.#before.find(isIt);
  }

  /** Replays the recorded answers, then asks the present person. */
  person(now: Person): Person {
    const then = () => this.#replies.shift();
    return {
      answer: (question, signal) => {
        const reply = then();
        return reply ? Promise.resolve(reply.by === 'person' ? reply.answer : null) : now.answer(question, signal);
      },
      confirm: (question, signal) => {
        const reply = then();
        if (!reply) return now.confirm(question, signal);
        return Promise.resolve(reply.by === 'person' ? reply.answer === 'yes' : null);
      },
    };
  }

  /**
   * Called before the first new step looks, and before it acts: nothing is asked or done on a desktop that differs.
   * @param last true before it acts: after that, agents take over
   * @throws AppError `state_differs`, `cancelled`
   */
  async check(look: () => Promise<DesktopNow>, last: boolean): Promise<void> {
    if (this.#isChecked) return;
    const found = await this.#differences(look);
    if (found.length > 0) throw this.#differs(found);
    this.#isChecked = last;
  }

  async #differences(look: () => Promise<DesktopNow>): Promise<readonly string[]> {
    try {
      return await this.#options.differences(await look());
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled' || error.code === 'limit_reached') throw error;
      return [`it could not be looked at (${error.message})`];
    }
  }

  #differs(found: readonly string[]): AppError {
    const shown = found.slice(0, mostDifferences).join('; ');
    const more = found.length > mostDifferences ? `; and ${found.length - mostDifferences} more` : '';
    const { step } = this.#options;
    return new AppError(
      'state_differs',
      `Nothing was done: the desktop is not as it was before step ${step}: ${shown}${more}.`,
    );
  }

  /** Windows that were selected then have other numbers now. */
  #asNow(acted: AgentEventOf<'acted'>): AgentEventOf<'acted'> {
    const parsed = jsonIn(acted.text);
    const window = selectedWindow(parsed);
    if (!window) return acted;
    const { window_info: info, ...rest } = parsed as { readonly window_info: object };
    const now = { ...rest, window_info: { ...info, handle: this.#options.handleNow(window) } };
    return { ...acted, text: JSON.stringify(now) };
  }
}

/** Maximum number of differences to report. */
const mostDifferences = 5;

/** What a tool answered, if it was JSON; else its text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isByHand(reported: readonly AgentEvent[], wanted: number): boolean {
  return reported.some((event) => event.event === 'step' && event.step === wanted && event.agent.kind === 'Person');
}
