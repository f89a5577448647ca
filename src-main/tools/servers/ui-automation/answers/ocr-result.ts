import { z } from 'zod';
import { quotedLines } from '#contract/foreign-text';
import type { OcrLine, OcrResult } from '#contract/model/ocr';
import type { WindowInfo } from '#contract/model/windows/window';
import { formatRect } from '#contract/model/geometry';
import { lines, offsetField, pageOf } from '../../../answers/page.ts';
import { topmostAt } from '../../../target/windows/target-window.ts';
import { windowTag } from '../../../target/windows/window-tag.ts';
import type { ActionResult } from '../action.ts';

export const ocrLanguageField = z
  .string()
  .min(1)
  .default('en-US')
  .describe('The language of the text, e.g. en-US, de-DE or eng; ocr_status lists those there are.');

export const ocrOffset = offsetField('lines');

export interface OcrPart {
  /** Tokens for its text and data each. */
  readonly room: number;
  /** Number of lines before the first one shown. */
  readonly offset: number;
  readonly window?: WindowInfo | undefined;
  /** For text from the screen: the windows there, topmost first. Each line names its window. */
  readonly windows?: readonly WindowInfo[] | undefined;
}

/**
 * Text read from pixels, as the contract's `OcrResult`; from the line at `offset` on, as much as fits. Rectangles are physical
 * screen pixels.
 */
export function ocrResult(result: OcrResult, { room, offset, window, windows }: OcrPart): ActionResult {
  const { lines: all, bounds, language, note } = result;
  const page = pageOf(
    all,
    (line, filling) => ({ data: filling.short(describeLine(line, windows)), text: `> ${line.text}` }),
    {
      what: 'lines',
      offset,
      room,
      or: 'or read a smaller region',
    },
  );
  const shown = page.items.map(({ data }) => data);
  const text = shown.length === all.length ? result.text : shown.map((line) => line.text).join('\n');
  return {
    text: `Text in ${formatRect(bounds)}:\n${quotedLines(text)}`,
    fields: {
      text,
      language: languageTag(language),
      boundingRect: bounds,
      lines: shown,
      ...(window && { window: windowTag(window) }),
      ...(windows && { windows: tagsOf(windows, shown) }),
    },
    note: lines(page.note, note),
  };
}

/** A word names its window only if its line is in another: a screen has hundreds of words. */
function describeLine({ text, bounds, words }: OcrLine, windows: readonly WindowInfo[] = []) {
  const ofLine = topmostAt(windows, bounds)?.id;
  return {
    text,
    boundingRect: bounds,
    ...(ofLine !== undefined && { windowHandle: ofLine }),
    words: words.map((word) => {
      const ofWord = topmostAt(windows, word.bounds)?.id;
      return {
        text: word.text,
        confidence: word.confidence,
        boundingRect: word.bounds,
        ...(ofWord !== ofLine && { windowHandle: ofWord ?? null }),
      };
    }),
  };
}

type Described = ReturnType<typeof describeLine>;

/** Notes on the windows of lines or words. */
function tagsOf(windows: readonly WindowInfo[], shown: readonly Described[]) {
  const handles = new Set(
    shown.flatMap(({ windowHandle, words }) => [windowHandle, ...words.map((word) => word.windowHandle)]),
  );
  return windows.filter(({ id }) => handles.has(id)).map((one) => ({ windowHandle: one.id, ...windowTag(one) }));
}

/** The recogniser's script names by region (ISO 15924 and ISO 3166). */
const chinese: Readonly<Record<string, string>> = { chi_sim: 'zh-CN', chi_tra: 'zh-TW' };

/** `eng` as a tag: `en-US`. Unknown names are unchanged. */
export function languageTag(name: string): string {
  const known = chinese[name];
  if (known) return known;
  try {
    const { language, region } = new Intl.Locale(name).maximize();
    return region ? `${language}-${region}` : language;
  } catch {
    return name;
  }
}
