import { z } from 'zod';
import type { Rect } from './geometry.ts';

/** `eng`, `deu`, … in the recognizer's notation, or `en-US`, `de`, … in the common one. */
export const ocrLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, 'expected a language such as en-US');
export type OcrLanguage = z.output<typeof ocrLanguage>;

export interface OcrWord {
  readonly text: string;
  /** Percent, by the recognizer's own judgement; null if not reported. */
  readonly confidence: number | null;
  /** Physical screen pixels. */
  readonly bounds: Rect;
}

export interface OcrLine {
  readonly text: string;
  readonly bounds: Rect;
  readonly words: readonly OcrWord[];
}

/** Text read from pixels, in reading order: by rows, each from left to right. */
export interface OcrResult {
  /** All lines; lines side by side are separated by a tab. */
  readonly text: string;
  readonly lines: readonly OcrLine[];
  /** The captured area, in physical screen pixels. */
  readonly bounds: Rect;
  /** The recognizer's name of the language, e.g. `eng` or `en-US`. */
  readonly language: string;
  /** The recognizer used. */
  readonly engine: string;
  /** Parts of the target that were not captured, and why; empty if none. */
  readonly note: string;
  readonly elapsedMs: number;
}

export interface OcrStatus {
  /** Name and version of the recognizer; of two, the preferred one, which reads no language of its own. */
  readonly engine: string;
  readonly version: string;
  /** Requestable names, e.g. `eng`, and each one's file or recognizer. */
  readonly languages: readonly { readonly name: string; readonly file: string }[];
  readonly ready: boolean;
  /** Why it is not ready; empty if it is. */
  readonly detail: string;
  /** How a user can add a language. */
  readonly howToAdd: string;
}
