import type { RecognizedText, TextRecognizer } from '../../../backend.ts';
import { translated } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';

const name = 'Windows.Media.Ocr';
/** Its libraries are loaded with the first question; milliseconds. */
const askMs = 10_000;
const readMs = 30_000;

/** Windows' own recogniser of text, on a thread of its own: no one's tree waits for a picture. */
export function createTextRecognizer(thread: BlockingThread): TextRecognizer {
  return {
    name,
    languages: () =>
      translated(() => thread.run<readonly string[]>('ocr.languages', null, { target: name, timeoutMs: askMs })),
    read: (pixels, language, signal) =>
      translated(() =>
        thread.run<RecognizedText | null>(
          'ocr.read',
          { pixels, language },
          { target: name, timeoutMs: readMs, signal },
        ),
      ),
  };
}
