import type { RecognizedText, TextRecognizer } from '../../../backend.ts';
import { translated } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';

const name = 'Windows.Media.Ocr';
/**
 * Timeout in milliseconds: its libraries are loaded on first use, and a screen takes a second. If it does not return, our
 * recogniser has at least half of the call's time left, unless another call waited for it first.
 */
export const maxWaitMs = { ask: 8_000, read: 15_000 } as const;
/** Maximum number of stuck threads, each of which holds its picture. */
const mostStuck = 2;

/**
 * Windows' text recogniser, on a thread of its own, so that no tree waits for OCR. After getting stuck repeatedly it reports no
 * languages, until a thread returns.
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
