import { AppError } from '#contract/errors';
import type { OcrLine } from '#contract/model/ocr';
import type { CaptureTarget } from '#contract/model/picture';
import type { ToolContext } from '../../define-tool.ts';

/** Milliseconds: a whole screen full of small text takes its time. */
export const ocrDeadlineMs = 90_000;

interface TextInPicture {
  readonly lines: readonly OcrLine[];
  /** What of the target was not looked at, or that there was nothing to read; empty where all is well. */
  readonly note: string;
}

/** The text in the pixels of a target, also where there is none, as in a window of pictures alone. @throws AppError as `engine.ocr` */
export async function textInPicture(
  { engine, signal }: Pick<ToolContext, 'engine' | 'signal'>,
  target: CaptureTarget,
  language?: string,
): Promise<TextInPicture> {
  try {
    return await engine.ocr({ target, ...(language !== undefined && { language }) }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_text_found') throw error;
    return { lines: [], note: 'No text was found in the picture.' };
  }
}
