import { z } from 'zod';
import { quotedLines } from '#contract/foreign-text';
import type { OcrResult } from '#contract/model/ocr';
import type { WindowInfo } from '#contract/model/window';
import { formatRect } from '#contract/model/geometry';
import { windowTag } from '../../window-tag.ts';
import type { ActionResult } from './action.ts';
import { languageTag } from './language-tag.ts';

export const ocrLanguageField = z
  .string()
  .min(1)
  .default('en-US')
  .describe('The language of the text, e.g. en-US, de-DE or eng; ocr_status lists those there are.');

/** Milliseconds: a whole screen full of small text takes its time. */
export const ocrDeadlineMs = 90_000;

/** Text that was read from pixels, as the contract's `OcrResult`. Rectangles are physical screen pixels. */
export function ocrResult(result: OcrResult, window?: WindowInfo): ActionResult {
  const { text, lines, bounds, language, note } = result;
  return {
    text: `Text in ${formatRect(bounds)}:\n${quotedLines(text)}`,
    fields: {
      text,
      language: languageTag(language),
      boundingRect: bounds,
      lines: lines.map((line) => ({
        text: line.text,
        boundingRect: line.bounds,
        words: line.words.map((word) => ({
          ...{ text: word.text, confidence: word.confidence },
          boundingRect: word.bounds,
        })),
      })),
      ...(window && { window: windowTag(window) }),
    },
    ...(note && { note }),
  };
}
