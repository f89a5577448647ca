import { performance } from 'node:perf_hooks';
import { AppError, toWire } from '#contract/errors';
import type {
  AgentAnswer,
  AgentKind,
  AgentRef,
  PlannedAction,
  AgentEventOf,
  AgentState,
} from '#contract/model/agents/agent';
import { stateTables } from '#contract/model/agents/agent-states';
import type { ComputerPlace } from '../computer/computer-manager.ts';
import { type DesktopNow, jsonIn, type PastStep } from './past/past.ts';
import type { SessionParts } from './session/session-parts.ts';
import { act, inWords, type Acted, takeStep } from './steps/act.ts';
import { askModel, type Shown } from './steps/ask-model.ts';
import type { AgentJournal } from './session/session-memory.ts';

/** Number of past steps that a prompt repeats. */
const remembered = 10;

/** The base of HostAgent and AppAgent: the states, and the four phases of a step. */
export abstract class Agent {
  readonly ref: AgentRef & { readonly kind: AgentKind };
  readonly machine: StateMachine;
  protected readonly parts: SessionParts;
  /** Its acts and their results, one line each; kept from one sub-task to the next. */
  protected readonly memory: string[] = [];
  /** Its last usable answer. */
  protected answer: AgentAnswer | null = null;
  /** Whether its last answer was not followed because the user declined. */
  protected wasRefused = false;
  #brokenRunning = 0;
  #step = 0;
  #asked = 0;

  constructor(parts: SessionParts, ref: AgentRef & { readonly kind: AgentKind }) {
    this.parts = parts;
    this.ref = ref;
    this.machine = new StateMachine(ref.kind, (change) => {
      const subTask = this.subTaskId;
      parts.journal.report({ event: 'state', agent: ref, ...change, ...(subTask !== undefined && { subTask }) });
    });
  }

  protected get subTaskId(): string | undefined {
    return undefined;
  }

  /** The Computer whose tools it has. */
  protected abstract get place(): ComputerPlace;
  /** Data collection: what the model is shown. @throws AppError if there is nothing to show */
  protected abstract look(): Promise<Shown>;
  /** The desktop's current state in terms of what the agent looks at, read again. @throws AppError as {@link look} */
  protected abstract now(): Promise<DesktopNow>;
  /** All actions of an answer. */
  protected abstract actionsOf(answer: AgentAnswer): readonly PlannedAction[];
  /** The next state after its acts; only where the two kinds of agents differ. */
  protected abstract afterActing(answer: AgentAnswer, acted: readonly Acted[]): void | Promise<void>;
  /** Only the HostAgent has such a state. */
  protected assign(): Promise<void> {
    return Promise.reject(new AppError('internal'));
  }

  /**
   * Works until it has ended. @throws AppError `cancelled`, `limit_reached`, `state_differs`; all other errors become a
   * state
   */
  protected async work(why: string): Promise<void> {
    this.#brokenRunning = 0;
    this.machine.begin(why);
    while (!this.machine.ended) await this.#next();
  }

  async #next(): Promise<void> {
    const { state } = this.machine;
    // Errors inside an AppAgent become its own states: any that escape end the run.
    if (state === 'ASSIGN') return this.assign();
    try {
      if (state === 'PENDING') await this.#askQuestions();
      else if (state === 'CONFIRM') await this.#askConfirmation();
      else if (state === 'ERROR') this.#recover();
      else await this.#doStep();
    } catch (error) {
      if (isEnd(error)) throw error;
      this.remember(`The step failed: ${toWire(error).message}`);
      this.machine.go('ERROR', toWire(error).message);
    }
  }

  async #doStep(): Promise<void> {
    const { control, signal, spending, journal, past } = this.parts;
    takeStepsByHand(this.parts);
    const then = past?.at(spending.lastNumber + 1) ?? null;
    if (!then) await control.beforeStep(spending.lastNumber + 1, signal);
    this.#step = spending.step();
    const subTask = this.subTaskId;
    const round = this.parts.round();
    journal.report({
      event: 'step',
      step: this.#step,
      agent: this.ref,
      round,
      ...(subTask !== undefined && { subTask }),
      ...(then && { from: then.run }),
    });
    const elapsedMs: Record<string, number> = {};
    const timed = async <T>(phase: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      return work().finally(() => (elapsedMs[phase] = Math.round(performance.now() - began)));
    };
    try {
      const answer = then ? answerThen(journal, this.#step, then) : await this.#decide(timed);
      if (!answer) {
        this.remember(
          'The user took over before your answer was followed. Look again; the blackboard has what they did.',
        );
        this.machine.go('CONTINUE', 'the user took over meanwhile: a fresh look');
        return;
      }
      this.answer = answer;
      this.wasRefused = false;
      await timed('ACTION_EXECUTION', () => this.#follow(answer));
      this.#brokenRunning = 0;
    } finally {
      journal.report({ event: 'stepped', step: this.#step, elapsedMs });
    }
  }

  /** Null as `askModel` returns it. */
  async #decide(timed: <T>(phase: string, work: () => Promise<T>) => Promise<T>): Promise<AgentAnswer | null> {
    await this.parts.past?.check(() => this.now(), false);
    const shown = await timed('DATA_COLLECTION', () => this.look());
    return timed('LLM_INTERACTION', () => askModel(this.parts, this.ref.kind, this.#step, shown));
  }

  /** Follows the answer; nothing is done before a question is answered. */
  async #follow(answer: AgentAnswer): Promise<void> {
    const { status } = answer;
    if (status === 'PENDING' || status === 'CONFIRM') {
      this.machine.go(status, answer.thought);
      return;
    }
    if (status === 'FAIL') {
      this.machine.go('FAIL', answer.result || answer.thought);
      return;
    }
    if (status === 'ERROR')
      throw new AppError('model_error', answer.result || answer.thought || 'The model says ERROR.');
    await this.#actOn(answer);
  }

  async #actOn(answer: AgentAnswer): Promise<void> {
    const then = this.parts.past?.at(this.#step);
    const acted = then ? actedThen(this.parts.journal, this.#step, then) : await this.#act(this.actionsOf(answer));
    for (const one of acted) {
      this.remember(inWords(one));
      const entry = { step: this.#step, agent: this.ref.name, subTask: answer.subTask, action: inWords(one) };
      this.parts.blackboard.note({ list: 'trajectories', ...entry });
    }
    await this.afterActing(answer, acted);
  }

  async #act(actions: readonly PlannedAction[]): Promise<readonly Acted[]> {
    await this.parts.past?.check(() => this.now(), true);
    return act(this.parts, this.place, this.#step, actions, (action) => this.targetOf(action));
  }

  /** The target of an action, in screen pixels; null if unknown. */
  protected targetOf(_action: PlannedAction): ReturnType<NonNullable<Parameters<typeof act>[4]>> {
    return null;
  }

  protected remember(text: string): void {
    this.memory.push(`Step ${this.#step}: ${text}`);
  }

  /** For the model. */
  protected get memoryInWords(): string {
    return this.memory.length === 0 ? '' : `What you did so far:\n${this.memory.slice(-remembered).join('\n')}`;
  }

  async #askQuestions(): Promise<void> {
    const asked = this.answer?.questions ?? [];
    for (const text of asked.length > 0 ? asked : [this.answer?.thought ?? '']) {
      const answer = await this.#ask('question', text, () =>
        this.parts.person.answer({ agent: this.ref, text }, this.parts.signal),
      );
      this.parts.blackboard.note({ list: 'questions', question: text, answer: answer ?? nobodyAnswers });
    }
    this.machine.go('CONTINUE', 'the questions are on the blackboard');
  }

  async #askConfirmation(): Promise<void> {
    const answer = this.answer;
    if (!answer) throw new AppError('internal');
    const actions = this.actionsOf(answer);
    const action = actions
      .map(({ function: name, arguments: given }) => `${name}(${JSON.stringify(given)})`)
      .join('; ');
    const text = answer.comment || answer.thought;
    const yes = await this.#ask('confirmation', `${text}\n${action}`, async () => {
      const confirmation = await this.parts.person.confirm({ agent: this.ref, text, action }, this.parts.signal);
      return confirmation === null ? null : confirmation ? 'yes' : 'no';
    });
    this.parts.blackboard.note({ list: 'questions', question: `${text} (${action})`, answer: yes ?? nobodyAnswers });
    if (yes === 'yes') return this.#actOn({ ...answer, status: this.#statusAfterYes(actions) });
    this.wasRefused = true;
    this.remember(`Not done, as the user did not allow it: ${action}`);
    this.machine.go('CONTINUE', yes === null ? 'nobody answers: not done' : 'the person said no: not done');
  }

  #statusAfterYes(actions: readonly PlannedAction[]): AgentAnswer['status'] {
    const selects = actions.some(({ function: name }) => name === selectWindow);
    return this.ref.kind === 'HostAgent' && selects ? 'ASSIGN' : 'CONTINUE';
  }

  #ask(kind: 'question' | 'confirmation', text: string, ask: () => Promise<string | null>): Promise<string | null> {
    const id = `${this.#step}.${(this.#asked += 1)}`;
    return askPerson(this.parts.journal, { id, step: this.#step, agent: this.ref, kind, text }, ask);
  }

  /** One failed step is tolerated; two in a row make the agent fail. */
  #recover(): void {
    this.#brokenRunning += 1;
    if (this.#brokenRunning < 2) this.machine.go('CONTINUE', 'once more');
    else this.machine.go('FAIL', this.memory.at(-1) ?? 'The step failed twice in a row.');
  }
}

export const selectWindow = 'select_application_window';

/** UFO's wording. */
const nobodyAnswers = 'The answer is not available. Proceed with your own knowledge.';

function isEnd(error: unknown): boolean {
  return error instanceof AppError && ['cancelled', 'limit_reached', 'state_differs'].includes(error.code);
}

interface Asked {
  readonly id: string;
  readonly step: number;
  readonly agent: AgentRef;
  readonly kind: 'question' | 'confirmation';
  readonly text: string;
}

/** Asks, and records question and answer. Null if nobody answers. @throws AppError as `ask` */
async function askPerson(
  journal: AgentJournal,
  asked: Asked,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const { id } = asked;
  journal.report({ event: 'question', ...asked });
  try {
    const answer = await ask();
    journal.report({ event: 'reply', id, answer: answer ?? '', by: answer === null ? 'nobody' : 'person' });
    return answer;
  } catch (error) {
    journal.report({ event: 'reply', id, answer: '', by: 'cancelled' });
    throw error;
  }
}

/** Takes over the user's own steps of the earlier run, up to the next step of an agent. */
function takeStepsByHand(parts: SessionParts): void {
  for (;;) {
    const then = parts.past?.byHand(parts.spending.lastNumber + 1);
    if (!then) return;
    takeStep(parts, then.act, then.run);
  }
}

/**
 * The recorded answer; null if the user took over before it was followed.
 * @throws AppError `model_error` if no answer could be used
 */
function answerThen(journal: AgentJournal, step: number, { answer, problem, dropped }: PastStep): AgentAnswer | null {
  const confirmation = answer ? { answer } : { problem, ...(dropped && { dropped }) };
  journal.report({ event: 'answered', step, attempt: 1, elapsedMs: 0, ...confirmation });
  if (answer || dropped) return answer;
  throw new AppError('model_error', problem);
}

/** The recorded results of the acts; nothing is done. */
function actedThen(journal: AgentJournal, step: number, { acted }: PastStep): readonly Acted[] {
  return acted.map((one) => {
    journal.report({ ...one, step, calls: [] });
    return { action: one.action, result: resultOf(one) };
  });
}

function resultOf({ status, text }: AgentEventOf<'acted'>): Acted['result'] {
  const failed = status === 'skipped' ? 'skipped' : 'failure';
  return status === 'success'
    ? { status, result: jsonIn(text), observation: text, error: null }
    : { status: failed, result: null, observation: text, error: text };
}

/** An agent's state. It moves only along its table. */
export class StateMachine {
  readonly #kind: AgentKind;
  readonly #changed: (change: { from: AgentState | null; to: AgentState; why: string }) => void;
  #state: AgentState | null = null;

  constructor(kind: AgentKind, changed: (change: { from: AgentState | null; to: AgentState; why: string }) => void) {
    this.#kind = kind;
    this.#changed = changed;
  }

  /** Null before it begins. */
  get state(): AgentState | null {
    return this.#state;
  }

  /** True if there is nothing to do until another round or sub-task begins. */
  get ended(): boolean {
    return this.#state !== null && stateTables[this.#kind][this.#state]?.ends === true;
  }

  /** Begins another round or sub-task. @throws AppError `busy` in the middle of one */
  begin(why: string): void {
    if (this.#state !== null && !this.ended) {
      throw new AppError('busy', `The ${this.#kind} is in ${this.#state} and has not ended.`);
    }
    this.#set('CONTINUE', why);
  }

  /** @throws AppError `invalid_parameter` for a transition that the table lacks */
  go(to: AgentState, why: string): void {
    const allowed = this.#state === null ? {} : (stateTables[this.#kind][this.#state]?.next ?? {});
    if (this.ended || !(to in allowed)) {
      throw new AppError('invalid_parameter', `${to} may not follow on ${this.#state ?? 'nothing'} (${this.#kind}).`);
    }
    this.#set(to, why);
  }

  #set(to: AgentState, why: string): void {
    const from = this.#state;
    this.#state = to;
    this.#changed({ from, to, why });
  }
}
