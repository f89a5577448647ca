import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type Tesseract from 'tesseract.js';
import { AppError } from '#contract/errors';
import { withDeadline } from '../../base/async/deadline.ts';
import { createTurns } from '../input/turns.ts';
import { type Language, locationOf } from './languages.ts';

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

/** A word from the recogniser: confidence in percent, bounds in pixels of the image it was given. */
export interface ReadWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** A recogniser of one language in a thread of its own. */
export interface Recognizer {
  readonly language: Language;
  /** Reads an image that holds one line; PGM or PNG. @throws AppError `timeout`, `internal` */
  read(image: Buffer): Promise<readonly ReadWord[]>;
  close(): void;
}

/** A line takes some ten milliseconds; after this many something is wrong with the thread. */
const lineDeadlineMs = 15_000;

const startDeadlineMs = 30_000;

/**
 * Starts the thread and loads the language; nothing is fetched from anywhere. https://github.com/naptha/tesseract.js
 * @throws AppError `internal` if its files are broken or missing
 */
async function startRecognizer(language: Language): Promise<Recognizer> {
  const worker = await withDeadline({ timeoutMs: startDeadlineMs, what: 'Loading the language' }, () => load(language));
  const failed = watch(worker);
  const close = () => void worker.terminate();
  return {
    language,
    close,
    async read(image) {
      const reading = worker.recognize(image, {}, { text: false, blocks: true });
      const limit = { timeoutMs: lineDeadlineMs, what: 'Reading a line' };
      const { data } = await withDeadline(limit, () => Promise.race([reading, failed]));
      return wordsOf(data.blocks ?? []);
    },
  };
}

async function load(language: Language): Promise<Tesseract.Worker> {
  const { createWorker, OEM, PSM } = await import('tesseract.js');
  const broken = (error: unknown) => new AppError('internal', `The text recogniser failed: ${String(error)}.`);
  const options = { ...locationOf(language), cacheMethod: 'none', errorHandler: () => undefined };
  const worker = await createWorker(language.name, OEM.LSTM_ONLY, options).catch((error: unknown) => {
    throw broken(error);
  });
  // The resolution is irrelevant for one line, but without it the recogniser warns on stderr that it guesses.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '150' });
  return worker;
}

/** A thread that dies would take the process along if nobody listened, and its calls would wait for ever. */
function watch(worker: Tesseract.Worker): Promise<never> {
  const { worker: thread } = worker as unknown as { readonly worker: Worker };
  // A process that has nothing else to do may end.
  thread.unref();
  const failed = new Promise<never>((_, reject) => {
    thread.once('error', (error) => reject(new AppError('internal', 'The text recogniser crashed.', { cause: error })));
    thread.once('exit', () => reject(new AppError('internal', 'The text recogniser ended.')));
  });
  failed.catch(() => undefined);
  return failed;
}

function wordsOf(blocks: readonly Tesseract.Block[]): readonly ReadWord[] {
  return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)));
}
