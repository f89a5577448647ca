import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { OcrLine, OcrWord } from '#contract/model/ocr';
import type { Pixels } from '../backend.ts';
import { toGrey } from '../picture/ink.ts';
import { around, type Box } from './components.ts';
import { findLines } from './find-lines.ts';
import { margin, prepareLine, type LineImage } from './line-image.ts';
import type { Language } from './languages.ts';
import type { Recognizer, ReadWord, Recognizers } from './recognizers.ts';

/**
 * The text lines of a picture whose top left is the screen pixel `origin`, in reading order. Stops between two lines when the
 * signal aborts.
 */
export async function readText(
  recognizers: Recognizers,
  input: { readonly pixels: Pixels; readonly origin: Pick<Rect, 'x' | 'y'>; readonly language: Language },
  signal: AbortSignal,
): Promise<readonly OcrLine[]> {
  const grey = toGrey(input.pixels);
  const boxes = await findLines(grey);
  if (boxes.length === 0) return [];
  const { language, origin } = input;
  const lines = await recognizers.use({ language, lines: boxes.length, signal }, (threads) =>
    shareOut(threads, boxes, signal, async (recognizer, box) => {
      const image = prepareLine(grey, box);
      return toLine(await recognizer.read(image.pgm), image, origin);
    }),
  );
  return lines.filter((line) => line !== null);
}

/** Each thread takes the next box when it is free; results are in the order of the boxes. */
async function shareOut<T>(
  threads: readonly Recognizer[],
  boxes: readonly Box[],
  signal: AbortSignal,
  read: (recognizer: Recognizer, box: Box) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = boxes.entries();
  const work = async (thread: Recognizer) => {
    for (const [at, box] of waiting) {
      if (signal.aborted) throw new AppError('cancelled');
      results[at] = await read(thread, box);
    }
  };
  await Promise.all(threads.map(work));
  return results;
}

/** Null if nothing like text was read. */
function toLine(found: readonly ReadWord[], image: LineImage, origin: Pick<Rect, 'x' | 'y'>): OcrLine | null {
  const words = found.filter(isText).map((word): OcrWord => {
    const bounds = toScreen(word.bbox, image, origin);
    return { text: word.text, confidence: Math.round(word.confidence), bounds };
  });
  if (words.length === 0) return null;
  return { text: words.map(({ text }) => text).join(' '), bounds: around(words.map(({ bounds }) => bounds)), words };
}

function toScreen({ x0, y0, x1, y1 }: ReadWord['bbox'], image: LineImage, origin: Pick<Rect, 'x' | 'y'>): Rect {
  const x = Math.floor((x0 - margin) / image.scale);
  const y = Math.floor((y0 - margin) / image.scale);
  const width = Math.max(1, Math.ceil((x1 - margin) / image.scale) - x);
  const height = Math.max(1, Math.ceil((y1 - margin) / image.scale) - y);
  return { x: origin.x + image.left + x, y: origin.y + image.top + y, width, height };
}

/** Below this it is mostly icons and frames read as letters or marks (docs/ocr.md)… */
const leastConfidence = 50;

/** …but hardly ever as many in a row. */
const surelyText = /[\p{L}\p{N}]{3}/u;

/** Whether a reading is likely text, and not an icon, a frame or the tick of a check box. */
export function isText({ text, confidence }: Pick<ReadWord, 'text' | 'confidence'>): boolean {
  if (confidence < leastConfidence) return surelyText.test(text);
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);
}
