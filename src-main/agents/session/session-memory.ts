import type { BlackboardEntry, AgentEvent, ModelUsage, TaskLimits } from '#contract/model/agents/agent';
import { AppError } from '#contract/errors';

/** Where an agent's run is recorded while it happens: the trace of that run. */
export interface AgentJournal {
  /** Written at once. Never throws: a full disk ends the trace, not the run. */
  report(event: AgentEvent): void;
  /** Stores content too long for a line, and returns its name; written in the background. */
  keep(content: string | Uint8Array, kind: 'txt' | 'json' | 'png' | 'jpg'): string;
  /** Numbers of the run's calls since the last call of this function: the work in between made them. */
  takeCalls(): readonly number[];
}

type List = BlackboardEntry['list'];
type EntryOf<L extends List> = Extract<BlackboardEntry, { readonly list: L }>;

/** The shared knowledge of all agents of a session: in order of entry, never changed afterwards. */
export class Blackboard {
  readonly #noted: (entry: BlackboardEntry) => void;
  readonly #entries: BlackboardEntry[] = [];

  /** @param noted called with each entry, so that a run keeps it */
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

/** In long runs, only the last steps: the results of earlier ones are above them. */
const mostTrajectories = 20;

function part(heading: string, entries: readonly BlackboardEntry[]): string {
  return entries.length === 0 ? '' : `${heading}\n${entries.map(lineOf).join('\n')}`;
}

function lineOf({ list: _, ...entry }: BlackboardEntry): string {
  return JSON.stringify(entry);
}

/** A run's consumption against its limits. */
export class Spending {
  readonly #limits: TaskLimits;
  readonly #began: number;
  readonly #now: () => number;
  #steps = 0;
  #numbered = 0;
  #usage: ModelUsage = { inputTokens: 0, outputTokens: 0, cost: null };

  /** @param now a monotonic clock in milliseconds */
  constructor(limits: TaskLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#began = now();
  }

  /** Of the agents. */
  get steps(): number {
    return this.#steps;
  }

  /** The last step of all: the user's steps have numbers too, and no limit. */
  get lastNumber(): number {
    return this.#numbered;
  }

  get usage(): ModelUsage {
    return this.#usage;
  }

  /** Milliseconds until the time limit; null if there is none. */
  get leftMs(): number | null {
    const { seconds } = this.#limits;
    return seconds === undefined ? null : Math.max(0, seconds * 1_000 - (this.#now() - this.#began));
  }

  /** Counts another step, and returns its number. @throws AppError `limit_reached` */
  step(): number {
    this.check();
    const { steps } = this.#limits;
    if (steps !== undefined && this.#steps >= steps) throw reached(`${steps} steps`);
    this.#steps++;
    return this.number();
  }

  /** The number of a step that counts against no limit. */
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
