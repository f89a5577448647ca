import { z } from 'zod';
import type { Rect } from './geometry.ts';

/** `eng`, `deu`, … as the recogniser names them, or `en-US`, `de`, … as people do. */
export const ocrLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, 'expected a language such as en-US');
export type OcrLanguage = z.output<typeof ocrLanguage>;

export interface OcrWord {
  readonly text: string;
  /** Percent, as the recogniser judges itself; null if it does not. */
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
  /** All lines; those beside each other in one row are parted by a tab. */
  readonly text: string;
  readonly lines: readonly OcrLine[];
  /** What was looked at, in physical screen pixels. */
  readonly bounds: Rect;
  /** The recogniser's name of the language, e.g. `eng` or `en-US`. */
  readonly language: string;
  /** Which recogniser read it. */
  readonly engine: string;
  /** What of the target was not looked at, and why; empty if all was. */
  readonly note: string;
  readonly elapsedMs: number;
}

export interface OcrStatus {
  /** Name and version of the recogniser; if there are two, the one that is asked first, and that reads no language of its own. */
  readonly engine: string;
  readonly version: string;
  /** Names that may be asked for, e.g. `eng`, and the file each comes from, or the recogniser that brings it. */
  readonly languages: readonly { readonly name: string; readonly file: string }[];
  readonly ready: boolean;
  /** Why it is not ready; empty if it is. */
  readonly detail: string;
  /** How to add a language, for a person. */
  readonly howToAdd: string;
}
