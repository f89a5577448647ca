import { availableParallelism } from 'node:os';
import { createTurns } from '../input/turns.ts';
import type { Language } from './languages.ts';
import { startRecognizer, type Recognizer } from './recognizer.ts';

/** How long threads are kept for the next call, in milliseconds; each holds some 90 MB. */
const idleMs = 60_000;
/** Half of the processors: the desktop that is looked at needs some too. */
const most = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Starting one more thread pays from this many lines on. */
const linesPerThread = 15;

/** Recognisers of the language used last: started when needed, kept for a while, and ended. */
export class Recognizers {
  #language: Language | null = null;
  #started: Promise<Recognizer>[] = [];
  #idle: NodeJS.Timeout | undefined;
  readonly #turns = createTurns();

  /**
   * Runs `work` with as many as `lines` lines are worth; one call after another. What failed is ended, to be restarted by the next call; an abort leaves the threads well: they finish the line they are at.
   * @throws AppError `internal`, `timeout`, `cancelled`
   */
  async use<T>(
    { language, lines, signal }: { readonly language: Language; readonly lines: number; readonly signal: AbortSignal },
    work: (recognizers: readonly Recognizer[]) => Promise<T>,
  ): Promise<T> {
    return this.#turns.take(signal, async () => {
      clearTimeout(this.#idle);
      try {
        return await work(await this.#start(language, lines));
      } catch (error) {
        if (!signal.aborted) this.close();
        throw error;
      } finally {
        this.#idle = setTimeout(() => this.close(), idleMs).unref();
      }
    });
  }

  #start(language: Language, lines: number): Promise<readonly Recognizer[]> {
    if (this.#language?.file !== language.file) this.close();
    this.#language = language;
    const wanted = Math.min(most, Math.ceil(lines / linesPerThread));
    while (this.#started.length < wanted) this.#started.push(startRecognizer(language));
    return Promise.all(this.#started.slice(0, wanted));
  }

  close(): void {
    clearTimeout(this.#idle);
    for (const starting of this.#started) {
      starting.then(
        (recognizer) => recognizer.close(),
        () => undefined,
      );
    }
    this.#started = [];
  }
}
