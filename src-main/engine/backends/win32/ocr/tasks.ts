import { AppError } from '#contract/errors';
import type { Pixels, RecognizedText } from '../../../backend.ts';
import { method } from '../com/method.ts';
import { type ComPointer, type InterfaceName, scoped, type Scope, type Owner } from '../com/memory.ts';
import { factoryOf, hasRuntime } from '../com/runtime-class.ts';
import { ComFailure } from '../native/errors.ts';
import { query } from '../com/create.ts';
import { declare } from '../native/library.ts';
import { enlarge, type Enlarged, itemsOf, linesIn } from './lines.ts';

/** Text recognition, on a thread that waits for Windows. */
export const ocrTasks = {
  'ocr.languages': () => recognizedLanguages(),
  'ocr.read': (
    { pixels, language }: { readonly pixels: Pixels; readonly language: string | null },
    cancelled: () => boolean,
  ) => recognizeText(pixels, language, cancelled),
} as const;

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

/** Tags of the languages that this Windows recognises; none without a recogniser, as in Wine. @throws ComFailure */
export function recognizedLanguages(): readonly string[] {
  return scoped((scope) => {
    const statics = engines(scope);
    if (!statics) return [];
    return itemsOf<'ILanguage'>(scope, available(scope, statics)).map((language) => tagOf(language));
  });
}

/**
 * Recognises text with https://learn.microsoft.com/uwp/api/windows.media.ocr.ocrengine , by default in the user's languages.
 * @returns null if the language is missing or the picture too large
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

const createBuffer = method('IBufferFactory', 'Create');

const setLength = method('IBuffer', 'put_Length');

const bytesOf = method('IBufferByteAccess', 'Buffer');

const createCopy = method('ISoftwareBitmapStatics', 'CreateCopyFromBuffer');

const moveMemory = declare<(to: number, from: Uint8Array, size: number) => void>(
  'kernel32',
  'void RtlMoveMemory(uintptr_t to, void* from, uintptr_t size)',
);

/** `BitmapPixelFormat.Bgra8` of Windows.Graphics.Imaging. */
const bgra8 = 87;

/** A Windows Runtime bitmap, copied from a picture. @throws ComFailure */
function bitmapOf(owner: Owner, { width, height, bgra }: Enlarged): ComPointer<'ISoftwareBitmap'> | null {
  return scoped((scope) => {
    const buffers = factoryOf(scope, 'Windows.Storage.Streams.Buffer', 'IBufferFactory');
    const buffer = createBuffer(scope, buffers, bgra.byteLength);
    const access = buffer && query(scope, buffer, 'IBufferByteAccess');
    if (!access) return null;
    setLength(buffer, bgra.byteLength);
    moveMemory(bytesOf(access) as number, bgra, bgra.byteLength);
    const bitmaps = factoryOf(scope, 'Windows.Graphics.Imaging.SoftwareBitmap', 'ISoftwareBitmapStatics');
    return createCopy(owner, bitmaps, buffer, bgra8, width, height);
  });
}

const statusOf = method('IAsyncInfo', 'get_Status');

const errorOf = method('IAsyncInfo', 'get_ErrorCode');

const cancelOperation = method('IAsyncInfo', 'Cancel');

const resultsOf = method('IAsyncOperation', 'GetResults');

/** `AsyncStatus` of Windows.Foundation. */
const asyncStatus = { started: 0, completed: 1 } as const;

/** Poll interval in milliseconds; a picture of a window takes about ten times as long. */
const lookEveryMs = 4;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * The result of an asynchronous Windows Runtime operation with result type `I`. This thread waits for it, and cancels it once
 * it is abandoned.
 * @throws ComFailure the operation's error; AppError `cancelled`
 */
function awaited<I extends InterfaceName>(
  scope: Scope,
  operation: ComPointer<'IAsyncOperation'> | null,
  cancelled: () => boolean,
): ComPointer<I> | null {
  const info = operation && query(scope, operation, 'IAsyncInfo');
  if (!info) return null;
  while (statusOf(info) === asyncStatus.started) {
    if (cancelled()) {
      cancelOperation(info);
      throw new AppError('cancelled');
    }
    Atomics.wait(never, 0, 0, lookEveryMs);
  }
  if (statusOf(info) !== asyncStatus.completed) throw new ComFailure('Reading text', errorOf(info));
  return resultsOf(scope, operation) as ComPointer<I> | null;
}
