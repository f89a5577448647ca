import type { Pixels, RecognizedText } from '../../../backend.ts';
import { method } from '../com/method.ts';
import type { ComPointer } from '../com/pointer.ts';
import { factoryOf, hasRuntime } from '../com/runtime-class.ts';
import { scoped, type Scope } from '../com/scope.ts';
import { ComFailure } from '../native/failure.ts';
import { awaited } from './awaited.ts';
import { bitmapOf } from './bitmap.ts';
import { enlarge } from './enlarge.ts';
import { itemsOf, linesIn } from './lines.ts';

const createLanguage = method('ILanguageFactory', 'CreateLanguage');
const tagOf = method('ILanguage', 'get_LanguageTag');
const mostPixels = method('IOcrEngineStatics', 'get_MaxImageDimension');
const available = method('IOcrEngineStatics', 'get_AvailableRecognizerLanguages');
const createFor = method('IOcrEngineStatics', 'TryCreateFromLanguage');
const createForUser = method('IOcrEngineStatics', 'TryCreateFromUserProfileLanguages');
const recognize = method('IOcrEngine', 'RecognizeAsync');
const languageOf = method('IOcrEngine', 'get_RecognizerLanguage');

/** `REGDB_E_CLASSNOTREG` of winerror.h. */
const classNotRegistered = 0x80040154;

/** Tags of the languages that this Windows reads; none where it has no recogniser, as Wine. @throws ComFailure */
export function recognizedLanguages(): readonly string[] {
  return scoped((scope) => {
    const statics = engines(scope);
    if (!statics) return [];
    return itemsOf<'ILanguage'>(scope, available(scope, statics)).map((language) => tagOf(language));
  });
}

/**
 * Reads a picture with https://learn.microsoft.com/uwp/api/windows.media.ocr.ocrengine , in the user's languages where none
 * is named.
 * @returns null where it has not got the language, or takes no picture so large
 * @throws ComFailure; AppError `cancelled`
 */
export function recognizeText(pixels: Pixels, tag: string | null, cancelled: () => boolean): RecognizedText | null {
  return scoped((scope) => {
    const statics = engines(scope);
    const engine = statics && engineFor(scope, statics, tag);
    const picture = engine && enlarge(pixels, mostPixels(statics));
    if (!picture) return null;
    const reading = recognize(scope, engine, bitmapOf(scope, picture));
    const result = awaited<'IOcrResult'>(scope, reading, cancelled);
    const language = languageOf(scope, engine);
    return { language: language ? tagOf(language) : (tag ?? ''), lines: result ? linesIn(scope, result, picture) : [] };
  });
}

function engines(scope: Scope): ComPointer<'IOcrEngineStatics'> | null {
  if (!hasRuntime()) return null;
  try {
    return factoryOf(scope, 'Windows.Media.Ocr.OcrEngine', 'IOcrEngineStatics');
  } catch (error) {
    if (error instanceof ComFailure && error.result === classNotRegistered) return null;
    throw error;
  }
}

function engineFor(
  scope: Scope,
  statics: ComPointer<'IOcrEngineStatics'>,
  tag: string | null,
): ComPointer<'IOcrEngine'> | null {
  if (tag === null) return createForUser(scope, statics);
  const languages = factoryOf(scope, 'Windows.Globalization.Language', 'ILanguageFactory');
  return createFor(scope, statics, createLanguage(scope, languages, tag));
}
