import type { BlackboardEntry } from '#contract/model/agents/agent';

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

  /** For a model, with the headings that UFO's prompts have; empty where nothing was noted. */
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
