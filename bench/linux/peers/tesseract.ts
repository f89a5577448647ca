import type { Rect } from '../../../src-preload/contract/model/geometry.ts';
import type { OcrWord } from '../../../src-preload/contract/model/ocr.ts';
import { runProgram } from './run-program.ts';

/** A row of the tab-separated output: https://tesseract-ocr.github.io/tessdoc/Command-Line-Usage.html#tsv-output */
const wordLevel = '5';

/**
 * Recognizes a PNG with Tesseract; boxes are offset by the screen position of the picture's top left. One thread: on pictures of
 * windows it is several times faster than more.
 */
export async function tesseract(
  file: string,
  origin: Pick<Rect, 'x' | 'y'>,
  args: readonly string[],
  timeoutMs: number,
): Promise<readonly OcrWord[]> {
  const output = await runProgram('env', ['OMP_THREAD_LIMIT=1', 'tesseract', file, '-', ...args, 'tsv'], timeoutMs);
  return output.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t');
    if (level !== wordLevel || text.trim() === '') return [];
    const bounds = {
      x: origin.x + Number(left),
      y: origin.y + Number(top),
      width: Number(width),
      height: Number(height),
    };
    return [{ text, confidence: Number(confidence), bounds }];
  });
}
