import { setImmediate } from 'node:timers/promises';
import type { FoundRun, RunsFound, StepLocation } from '#contract/model/runs/run-analysis';
import { actionsInWords } from '#contract/model/agents/agent-step';
import { linkSignals } from '../../../base/async/deadline.ts';
import type { Runs } from '../../runs.ts';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { wordsOf, runStepsOf, type RunStep } from '../run-steps.ts';

/** Time budget of one search, in milliseconds; the next search continues from there. */
const searchBudgetMs = 300;
/** Cache size for texts of runs, in characters. */
const keptCharacters = 20_000_000;

type SearchedRuns = Pick<Runs, 'list' | 'read'>;

/**
 * Finds words in the events of runs. A search cancels the previous one, and soon returns what it found; runs are still
 * read meanwhile, one at a time.
 */
export class RunSearch {
  readonly #runs: SearchedRuns;
  readonly #maxWaitMs: number;
  /** Finished runs, in order of use. */
  readonly #known = new Map<string, readonly SearchableStep[]>();
  #reading: { readonly run: string; readonly done: Promise<readonly SearchableStep[]> } | null = null;
  /** Live runs, cached during the search for one text. */
  readonly #live = new Map<string, readonly SearchableStep[]>();
  #characters = 0;
  /** Results for the text so far; null for a run without a match. Runs already read are not read again for it. */
  readonly #found = new Map<string, FoundRun | null>();
  #text = '';
  #under = new AbortController();

  constructor(runs: SearchedRuns, maxWaitMs = searchBudgetMs) {
    this.#runs = runs;
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Runs with a step that has all the words, with the first of those; the newest runs first. A repeated search for the same
   * text continues with unread runs.
   * @throws DOMException `AbortError` where another search began
   */
  async find(text: string): Promise<RunsFound> {
    this.#under.abort();
    const { signal } = (this.#under = new AbortController());
    const end = linkSignals([signal, AbortSignal.timeout(this.#maxWaitMs)]);
    try {
      return await this.#read(text, signal, end.signal);
    } finally {
      end.dispose();
    }
  }

  async #read(text: string, signal: AbortSignal, end: AbortSignal): Promise<RunsFound> {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (text !== this.#text) this.#begin(text);
    const { runs } = await this.#runs.list();
    let unread = 0;
    for (const { id, live } of runs) {
      if (this.#found.has(id)) continue;
      const runSteps = await this.#runSteps(id, live, end);
      signal.throwIfAborted();
      if (runSteps === null) unread++;
      else this.#found.set(id, firstIn(id, runSteps, words));
    }
    const found = runs.flatMap(({ id }) => this.#found.get(id) ?? []);
    if (unread === 0) this.#begin('');
    return { found, unread };
  }

  #begin(text: string): void {
    this.#text = text;
    this.#found.clear();
    this.#live.clear();
  }

  /** Null if there was no time left to read it; empty if it cannot be read. */
  async #runSteps(run: string, live: boolean, end: AbortSignal): Promise<readonly SearchableStep[] | null> {
    const known = live ? this.#live.get(run) : this.#known.get(run);
    if (known) return live ? known : this.#keep(run, known);
    // If no time is left, reading begins all the same: the next search finds it done.
    const over = new Promise<null>((resolve) => {
      if (end.aborted) resolve(null);
      end.addEventListener('abort', () => resolve(null), { once: true });
    });
    while (this.#reading && this.#reading.run !== run) {
      if ((await Promise.race([this.#reading.done, over])) === null) return null;
    }
    this.#reading ??= { run, done: this.#readWhole(run, live) };
    return Promise.race([this.#reading.done, over]);
  }

  /** Settles in any case. */
  async #readWhole(run: string, live: boolean): Promise<readonly SearchableStep[]> {
    try {
      const trace = await this.#runs.read(run);
      const runSteps = await stepsToSearch(trace);
      if (!live) return this.#keep(run, runSteps);
      this.#live.set(run, runSteps);
      return runSteps;
    } catch {
      return [];
    } finally {
      this.#reading = null;
    }
  }

  #keep(run: string, runSteps: readonly SearchableStep[]): readonly SearchableStep[] {
    this.#forget(run);
    this.#known.set(run, runSteps);
    this.#characters += charactersOf(runSteps);
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= keptCharacters) break;
      this.#forget(oldest);
    }
    return runSteps;
  }

  #forget(run: string): void {
    this.#characters -= charactersOf(this.#known.get(run) ?? []);
    this.#known.delete(run);
  }
}

async function stepsToSearch(trace: TraceReader): Promise<readonly SearchableStep[]> {
  try {
    return await searchable(trace);
  } finally {
    await trace.close();
  }
}

function charactersOf(runSteps: readonly SearchableStep[]): number {
  return runSteps.reduce((sum, { text }) => sum + text.length, 0);
}

function firstIn(run: string, runSteps: readonly SearchableStep[], words: readonly string[]): FoundRun | null {
  for (const { place, text } of runSteps) {
    const lower = text.toLowerCase();
    if (words.every((word) => lower.includes(word)))
      return { run, place, excerpt: excerptOf(text, lower.indexOf(words[0] ?? '')) };
  }
  return null;
}

/** How many characters of context to show before a match, and from its start on. */
const [before, after] = [20, 80];

function excerptOf(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - before), Math.min(text.length, at + after)];
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}

/** How many are read before yielding: some milliseconds of work. */
const stepsAtOnce = 100;

/** The searchable text of a step, on one line. */
interface SearchableStep {
  readonly place: StepLocation;
  readonly text: string;
}

/** The looks, thoughts, acts and answers of a run, step by step; without prompts, which are all alike. */
export async function searchable(trace: Pick<TraceReader, 'events' | 'blob'>): Promise<readonly SearchableStep[]> {
  const looks = new Looks(trace);
  const found: SearchableStep[] = [];
  for (const [index, runStep] of runStepsOf(await trace.events()).entries()) {
    if (index % stepsAtOnce === stepsAtOnce - 1) await setImmediate();
    found.push({ place: runStep.place, text: await searchableText(runStep, looks) });
  }
  return found;
}

async function searchableText(runStep: RunStep, looks: Looks): Promise<string> {
  const texts = wordsOf(runStep).map(([, text]) => text);
  const done = runStep.acts.map(({ tool, parameters, call }) => {
    const action = actionsInWords([{ function: tool, arguments: { ...parameters } }]);
    return `${action} ${call?.before?.target?.title ?? ''}`;
  });
  const answered = await Promise.all(
    runStep.acts.map(async ({ text, textBlob }) => (textBlob === null ? text : await looks.text(textBlob))),
  );
  const parts = [...texts, ...done, ...answered, await seenIn(runStep, looks)];
  return parts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' · ');
}

async function seenIn({ saw }: RunStep, looks: Looks): Promise<string> {
  if (saw.controls !== null) return looks.text(saw.controls);
  const lines = saw.tree ? await looks.lines(saw.tree) : null;
  return lines?.join(' · ') ?? '';
}
