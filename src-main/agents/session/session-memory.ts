import type { BlackboardEntry, AgentEvent, ModelUsage, TaskLimits } from '#contract/model/agents/agent';
import { AppError } from '#contract/errors';

/** Where an agent's run is written down while it happens: the trace of that run. */
export interface AgentJournal {
  /** Written at once. Never throws: a full disk ends the trace, not the run. */
  report(event: AgentEvent): void;
  /** Stores what is too long for a line, and names it; written in the background. */
  keep(content: string | Uint8Array, kind: 'txt' | 'json' | 'png' | 'jpg'): string;
  /** Numbers of the calls that the run made since this was asked last: what is done in between is what made them. */
  takeCalls(): readonly number[];
}

type List = BlackboardEntry['list'];
type EntryOf<L extends List> = Extract<BlackboardEntry, { readonly list: L }>;

/** What all agents of a session know: kept in the order in which it was noted, and never changed afterwards. */
export class Blackboard {
  readonly #noted: (entry: BlackboardEntry) => void;
  readonly #entries: BlackboardEntry[] = [];

  /** @param noted told of each entry, so that a run keeps it */
  constructor(noted: (entry: BlackboardEntry) => void) {
    this.#noted = noted;
  }

  note(entry: BlackboardEntry): void {
    this.#entries.push(entry);
    this.#noted(entry);
  }

  list<L extends List>(name: L): readonly EntryOf<L>[] {
    return this.#entries.filter((entry): entry is EntryOf<L> => entry.list === name);
  }

  /** For a model, with the headings that UFO's prompts have; empty if nothing was noted. */
  inWords(): string {
    const parts = [
      part('[Questions & Answers:]', this.list('questions')),
      part('[Request History:]', this.list('requests')),
      part('[Sub-Tasks:]', this.list('subTasks')),
      part('[Results of Sub-Tasks:]', this.list('results')),
      part('[Step Trajectories Completed Previously:]', this.list('trajectories').slice(-mostTrajectories)),
    ].filter((text) => text !== '');
    return parts.length === 0 ? '' : ['[Blackboard:]', ...parts].join('\n');
  }
}

/** Of long runs the last steps: the results of the earlier ones stand above them. */
const mostTrajectories = 20;

function part(heading: string, entries: readonly BlackboardEntry[]): string {
  return entries.length === 0 ? '' : `${heading}\n${entries.map(lineOf).join('\n')}`;
}

function lineOf({ list: _, ...entry }: BlackboardEntry): string {
  return JSON.stringify(entry);
}

/** What a run has used up, against what it may. */
export class Spending {
  readonly #limits: TaskLimits;
  readonly #began: number;
  readonly #now: () => number;
  #steps = 0;
  #numbered = 0;
  #usage: ModelUsage = { inputTokens: 0, outputTokens: 0, cost: null };

  /** @param now milliseconds of a clock that nobody sets */
  constructor(limits: TaskLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#began = now();
  }

  /** Of the agents. */
  get steps(): number {
    return this.#steps;
  }

  /** Of the last step of anyone: a person's steps have numbers too, and no limit. */
  get lastNumber(): number {
    return this.#numbered;
  }

  get usage(): ModelUsage {
    return this.#usage;
  }

  /** Milliseconds until the time has ended; null if it has no end. */
  get leftMs(): number | null {
    const { seconds } = this.#limits;
    return seconds === undefined ? null : Math.max(0, seconds * 1_000 - (this.#now() - this.#began));
  }

  /** Counts another step, and gives its number. @throws AppError `limit_reached` */
  step(): number {
    this.check();
    const { steps } = this.#limits;
    if (steps !== undefined && this.#steps >= steps) throw reached(`${steps} steps`);
    this.#steps++;
    return this.number();
  }

  /** The number of a step that counts against nothing. */
  number(): number {
    return ++this.#numbered;
  }

  add({ inputTokens, outputTokens, cost }: ModelUsage): void {
    const before = this.#usage;
    this.#usage = {
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
      cost: cost === null ? before.cost : (before.cost ?? 0) + cost,
    };
  }

  /** @throws AppError `limit_reached` */
  check(): void {
    const { tokens, cost, seconds } = this.#limits;
    const used = this.#usage.inputTokens + this.#usage.outputTokens;
    if (tokens !== undefined && used >= tokens) throw reached(`${tokens} tokens`);
    if (cost !== undefined && (this.#usage.cost ?? 0) >= cost) throw reached(`${cost} dollars`);
    if (this.leftMs === 0) throw reached(`${seconds} seconds`);
  }
}

function reached(what: string): AppError {
  return new AppError('limit_reached', `The run reached its limit of ${what}.`);
}
