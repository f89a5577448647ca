import type { Pixels } from '../../../backend.ts';
import { recognizedLanguages, recognizeText } from './recognize.ts';

/** Reading text, on a thread that waits for Windows. */
export const ocrTasks = {
  'ocr.languages': () => recognizedLanguages(),
  'ocr.read': (
    { pixels, language }: { readonly pixels: Pixels; readonly language: string | null },
    cancelled: () => boolean,
  ) => recognizeText(pixels, language, cancelled),
} as const;
