import { isAbort } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { OcrLine } from '#contract/model/ocr';
import type { Backend, Pixels, RecognizedWord } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { around } from './around.ts';
import type { Box } from './components.ts';
import { tagAmong } from './languages.ts';
import { joinWords } from './join-words.ts';
import { inReadingOrder } from './reading-order.ts';

/** What some recogniser read. */
export interface Reading {
  readonly lines: readonly OcrLine[];
  readonly language: string;
  readonly engine: string;
}

/** Frames and icons are taken for bars and marks; nothing says how sure that is. */
const anyText = /[^\p{P}\p{Z}|]|%/u;

/** What the platform's own recogniser reads; none where it has none, or fails. */
export async function platformLanguages({ ocr }: Pick<Backend, 'ocr'>): Promise<readonly string[]> {
  return (await ocr?.languages().catch(() => [])) ?? [];
}

/**
 * Reads with the recogniser of the platform, which knows the languages that its user has.
 * @returns null where another has to: it has not got the language, fails, or finds nothing
 * @throws AppError `cancelled`
 */
export async function readByPlatform(
  { backend, log }: Pick<EngineContext, 'backend' | 'log'>,
  { pixels, bounds: origin }: { readonly pixels: Pixels; readonly bounds: Rect },
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Reading | null> {
  const { ocr } = backend;
  const tags = ocr ? await platformLanguages(backend) : [];
  const tag = wanted === undefined ? null : tagAmong(tags, wanted);
  if (!ocr || tags.length === 0 || (wanted !== undefined && tag === null)) return null;
  try {
    const read = await ocr.read(pixels, tag, signal);
    const lines = (read?.lines ?? []).flatMap((words) => lineOf(words, origin));
    return read && lines.length > 0
      ? { lines: inReadingOrder(lines, boxOf), language: read.language, engine: ocr.name }
      : null;
  } catch (error) {
    if (signal.aborted || isAbort(error)) throw error;
    log('info', `${ocr.name} failed; ours reads instead`, error);
    return null;
  }
}

function lineOf(found: readonly RecognizedWord[], origin: Pick<Rect, 'x' | 'y'>): readonly OcrLine[] {
  const words = found.map(({ text, bounds }) => ({
    text,
    confidence: null,
    bounds: { ...bounds, x: bounds.x + origin.x, y: bounds.y + origin.y },
  }));
  const text = joinWords(words.map((word) => word.text));
  return anyText.test(text) ? [{ text, words, bounds: around(words.map(({ bounds }) => bounds)) }] : [];
}

function boxOf({ bounds: { x, y, width, height } }: OcrLine): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
