import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { AppError, isAbort } from '#contract/errors';
import { formatRect, type Rect } from '#contract/model/geometry';
import type { OcrLine } from '#contract/model/ocr';
import type { EngineContext, Operation } from '../operations/operation.ts';
import { shoot } from '../picture/shoot.ts';
import type { Shot } from '../picture/shots.ts';
import type { Backend, Pixels, RecognizedWord } from '../backend.ts';
import { findLanguage, howToAdd, installedLanguages, userLanguage, tagAmong } from './languages.ts';
import { around, type Box, inReadingOrder } from './components.ts';

const ownEngine = 'tesseract.js';

export const ocr: Operation<'ocr'> = async (context, { target, language: wanted }, call) => {
  const started = performance.now();
  const shot = await shoot(context, target);
  const { bounds, note } = shot;
  const platform = await readByPlatform(context, shot, wanted, call.signal);
  const { lines, language, engine } = platform ?? (await readByOurs(context, shot, wanted, call.signal));
  if (lines.length === 0) {
    throw new AppError('no_text_found', `No text was found in ${formatRect(bounds)}.`, {
      hint: 'Check the region, or capture it and look; read another language with its name.',
    });
  }
  const elapsedMs = performance.now() - started;
  return { text: joined(lines), lines, bounds, language, engine, note, elapsedMs };
};

async function readByOurs(
  context: EngineContext,
  { pixels, bounds: origin }: Shot,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Reading> {
  const language = await (wanted === undefined ? userLanguage() : findLanguage(wanted));
  // The canvas library is large, so it is loaded on first use.
  const { readText } = await import('./read-text.ts');
  const lines = await readText(context.recognizers, { pixels, origin, language }, signal);
  return { lines, language: language.name, engine: ownEngine };
}

export const ocrElement: Operation<'ocrElement'> = (context, { element, language }, call) =>
  ocr(context, { target: { kind: 'element', element }, ...(language !== undefined && { language }) }, call);

export const ocrStatus: Operation<'ocrStatus'> = async ({ backend }) => {
  const platform = backend.ocr;
  const [tags, installed] = await Promise.all([platformLanguages(backend), installedLanguages()]);
  const languages = [...tags.map((name) => ({ name, file: platform?.name ?? '' })), ...installed];
  const version = recognizerVersion();
  const missing = version === null ? 'tesseract.js is not installed: run `npm install`.' : '';
  const detail = tags.length > 0 ? '' : missing || (languages.length === 0 ? 'No language is installed.' : '');
  const isFirst = platform && tags.length > 0;
  return {
    engine: isFirst ? `${platform.name}, else ${ownEngine}` : ownEngine,
    version: version ?? '',
    languages,
    ready: detail === '',
    detail,
    howToAdd: howToAdd(),
  };
};

function recognizerVersion(): string | null {
  const require = createRequire(import.meta.url);
  try {
    const manifest: unknown = require('tesseract.js/package.json');
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** Lines that overlap in most of their height are in one row. */
function joined(lines: readonly OcrLine[]): string {
  return lines
    .map((line, at) => {
      const before = lines[at - 1];
      const middle = line.bounds.y + line.bounds.height / 2;
      const beside =
        before &&
        middle > before.bounds.y &&
        middle < before.bounds.y + before.bounds.height &&
        line.bounds.x > before.bounds.x;
      return (at === 0 ? '' : beside ? '\t' : '\n') + line.text;
    })
    .join('');
}

/** The result of a recogniser. */
interface Reading {
  readonly lines: readonly OcrLine[];
  readonly language: string;
  readonly engine: string;
}

/** Frames and icons are read as bars and marks, without a reported confidence. */
const anyText = /[^\p{P}\p{Z}|]|%/u;

/** Languages of the platform's recogniser; none if it is missing or fails. */
async function platformLanguages({ ocr }: Pick<Backend, 'ocr'>): Promise<readonly string[]> {
  return (await ocr?.languages().catch(() => [])) ?? [];
}

/**
 * Reads with the platform's recogniser, which has the user's languages.
 * @returns null if another recogniser must read: this one lacks the language, fails, or finds nothing
 * @throws AppError `cancelled`
 */
async function readByPlatform(
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

/** Languages written without spaces. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** The text of a line. Windows reports each Chinese or Japanese character as a word, without spaces in the original. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const [before = '', after = ''] = [Array.from(text).at(-1), Array.from(word)[0]];
    const isOne = text === '' || (dense.test(before) && dense.test(after));
    return isOne ? text + word : `${text} ${word}`;
  }, '');
}
