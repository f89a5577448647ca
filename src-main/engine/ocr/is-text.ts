import type { ReadWord } from './recognizer.ts';

/** Below this it is mostly icons and frames that are taken for letters or marks (docs/ocr.md)… */
const leastConfidence = 50;
/** …but hardly ever for as many in a row. */
const surelyText = /[\p{L}\p{N}]{3}/u;

/** Whether what was read is likely to be text, and not an icon, a frame or the tick of a check box. */
export function isText({ text, confidence }: Pick<ReadWord, 'text' | 'confidence'>): boolean {
  if (confidence < leastConfidence) return surelyText.test(text);
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);
}
