import type { RecognizedText, TextRecognizer } from '../../../backend.ts';
import { translated } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';

const name = 'Windows.Media.Ocr';
/**
 * How long it may take, in milliseconds: its libraries are loaded with the first question, and a screen is read in a second. If
 * it does not come back, ours has half of a call's time left at least, unless another call waited for it first.
 */
export const maxWaitMs = { ask: 8_000, read: 15_000 } as const;
/** So many threads may be stuck in it, each with its picture. */
const mostStuck = 2;

/**
 * Windows' own recogniser of text, on a thread of its own: nobody's tree waits for a picture. One that gets stuck again and again
 * has no language, until a thread comes back from it.
 */
export function createTextRecognizer(thread: BlockingThread): TextRecognizer {
  return {
    name,
    languages: () =>
      thread.leftBehind >= mostStuck
        ? Promise.resolve([])
        : translated(() =>
            thread.run<readonly string[]>('ocr.languages', null, { target: name, timeoutMs: maxWaitMs.ask }),
          ),
    read: (pixels, language, signal) =>
      translated(() =>
        thread.run<RecognizedText | null>(
          'ocr.read',
          { pixels, language },
          { target: name, timeoutMs: maxWaitMs.read, signal },
        ),
      ),
  };
}
