import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type Tesseract from 'tesseract.js';
import { AppError } from '#contract/errors';
import { withDeadline } from '../../base/async/deadline.ts';
import { createTurns } from '../input/turns.ts';
import { type Language, locationOf } from './languages.ts';

/** How long idle threads are kept, in milliseconds; each uses some 90 MB. */
const idleMs = 60_000;
/** Half of the processors; the desktop needs some too. */
const most = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Minimum number of lines that pays for one more thread. */
const linesPerThread = 15;

/** Recognisers of the most recent language: started on demand, kept for a while, then ended. */
export class Recognizers {
  #language: Language | null = null;
  #started: Promise<Recognizer>[] = [];
  #idle: NodeJS.Timeout | undefined;
  readonly #turns = createTurns();

  /**
   * Runs `work` with as many recognisers as `lines` lines justify; one call after another. Failed ones are ended and restarted
   * by the next call; after an abort, threads finish their current line and stay usable.
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

/** A word from the recogniser: confidence in percent, bounds in pixels of its input image. */
export interface ReadWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

/** A recogniser of one language in its own thread. */
export interface Recognizer {
  readonly language: Language;
  /** Reads an image that holds one line; PGM or PNG. @throws AppError `timeout`, `internal` */
  read(image: Buffer): Promise<readonly ReadWord[]>;
  close(): void;
}

/** A line takes some ten milliseconds; after this time the thread is broken. */
const lineDeadlineMs = 15_000;

const startDeadlineMs = 30_000;

/**
 * Starts the thread and loads the language; downloads nothing. https://github.com/naptha/tesseract.js
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
  const broken = (cause: unknown) =>
    new AppError('internal', `The text recogniser could not start: ${String(cause)}.`, {
      hint: 'Check free memory and the limit of address space (ulimit -v): it needs some 16 GB of addresses.',
      cause,
    });
  const options = { ...locationOf(language), cacheMethod: 'none', errorHandler: () => undefined };
  const worker = await whileThreadsLive(createWorker(language.name, OEM.LSTM_ONLY, options)).catch((error: unknown) => {
    throw broken(error);
  });
  // The resolution is irrelevant for one line, but without it the recogniser warns on stderr that it guesses.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '150' });
  return worker;
}

/** Rejects if a thread dies that `starting` starts: tesseract.js would wait for ever, and the process would end. */
async function whileThreadsLive<T>(starting: Promise<T>): Promise<T> {
  let watchThread: (thread: Worker) => void = () => undefined;
  const died = new Promise<never>((_, reject) => (watchThread = (thread) => void thread.once('error', reject)));
  process.on('worker', watchThread);
  try {
    return await Promise.race([starting, died]);
  } finally {
    process.off('worker', watchThread);
  }
}

/** Without a listener, a thread that dies ends the process, and its calls wait for ever. */
function watch(worker: Tesseract.Worker): Promise<never> {
  const { worker: thread } = worker as unknown as { readonly worker: Worker };
  // The thread must not keep the process alive.
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
