import { linkSignals } from '../../base/link-signals.ts';
import type { FoundRun, RunsFound } from '#contract/model/debrief';
import { openTrace } from '../../runs/trace-reader.ts';
import type { Runs } from '../../runs/runs.ts';
import { searchable, type SearchableMoment } from './searchable.ts';

/** So long one search reads runs, in milliseconds; what it read is kept, so that the next one goes on from there. */
const usualPatienceMs = 2_000;
/** So much text of runs is kept, in characters. */
const keptCharacters = 20_000_000;

type SearchedRuns = Pick<Runs, 'list' | 'place'>;

/** Finds words in what happened in runs. A search ends the one before it. */
export class RunSearch {
  readonly #runs: SearchedRuns;
  readonly #patienceMs: number;
  /** Of runs that are over. The last used last. */
  readonly #known = new Map<string, readonly SearchableMoment[]>();
  #characters = 0;
  #under = new AbortController();

  constructor(runs: SearchedRuns, patienceMs = usualPatienceMs) {
    this.#runs = runs;
    this.#patienceMs = patienceMs;
  }

  /**
   * Runs with a moment that has all the words, with the first of those; the newest runs first.
   * @throws DOMException `AbortError` where another search began
   */
  async find(text: string): Promise<RunsFound> {
    this.#under.abort();
    const { signal } = (this.#under = new AbortController());
    const end = linkSignals([signal, AbortSignal.timeout(this.#patienceMs)]);
    try {
      return await this.#read(text.toLowerCase().split(/\s+/).filter(Boolean), signal, end.signal);
    } finally {
      end.dispose();
    }
  }

  async #read(words: readonly string[], signal: AbortSignal, end: AbortSignal): Promise<RunsFound> {
    const { runs } = await this.#runs.list();
    const found: FoundRun[] = [];
    let unread = 0;
    for (const { id, live } of runs) {
      const moments = await this.#moments(id, live, end);
      signal.throwIfAborted();
      if (moments === null) unread++;
      else found.push(...firstIn(id, moments, words));
    }
    return { found, unread };
  }

  /** Null where there was no time left to read it; nothing of one that cannot be read. */
  async #moments(run: string, live: boolean, end: AbortSignal): Promise<readonly SearchableMoment[] | null> {
    const known = live ? undefined : this.#known.get(run);
    if (known) return this.#keep(run, known);
    const isOver = () => end.aborted;
    if (isOver()) return null;
    const trace = await openTrace(this.#runs.place(run)).catch(() => null);
    if (!trace) return [];
    try {
      const moments = await searchable(trace, end);
      return live ? moments : this.#keep(run, moments);
    } catch {
      return isOver() ? null : [];
    } finally {
      await trace.close();
    }
  }

  #keep(run: string, moments: readonly SearchableMoment[]): readonly SearchableMoment[] {
    this.#forget(run);
    this.#known.set(run, moments);
    this.#characters += charactersOf(moments);
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= keptCharacters) break;
      this.#forget(oldest);
    }
    return moments;
  }

  #forget(run: string): void {
    this.#characters -= charactersOf(this.#known.get(run) ?? []);
    this.#known.delete(run);
  }
}

function charactersOf(moments: readonly SearchableMoment[]): number {
  return moments.reduce((sum, { text }) => sum + text.length, 0);
}

function firstIn(run: string, moments: readonly SearchableMoment[], words: readonly string[]): readonly FoundRun[] {
  for (const { place, text } of moments) {
    const lower = text.toLowerCase();
    if (words.every((word) => lower.includes(word)))
      return [{ run, place, excerpt: excerptOf(text, lower.indexOf(words[0] ?? '')) }];
  }
  return [];
}

/** So much of a text is shown before what was found, and from there on, in characters. */
const [before, after] = [20, 80];

function excerptOf(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - before), Math.min(text.length, at + after)];
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}
