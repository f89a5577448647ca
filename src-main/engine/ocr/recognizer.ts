import type { Worker } from 'node:worker_threads';
import type Tesseract from 'tesseract.js';
import { withDeadline } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { locationOf, type Language } from './languages.ts';

/** A word as the recogniser tells it: percent, and pixels of the image it was given. */
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
 * @throws AppError `internal` where its files are broken or missing
 */
export async function startRecognizer(language: Language): Promise<Recognizer> {
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
  // The resolution is of no use for one line, and unless it is told the recogniser says on stderr that it guesses.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '150' });
  return worker;
}

/** A thread that dies would take the process along if no one listened, and its calls would wait for ever. */
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
