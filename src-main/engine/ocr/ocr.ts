import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { formatRect } from '#contract/model/geometry';
import type { OcrLine } from '#contract/model/ocr';
import type { EngineContext, Operation } from '../operations/operation.ts';
import { shoot } from '../picture/shoot.ts';
import { findLanguage, howToAdd, installedLanguages, userLanguage } from './languages.ts';
import { platformLanguages, readByPlatform, type Reading } from './platform.ts';
import type { Shot } from '../picture/shots.ts';

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
  // The canvas library is large, so it is loaded with the first text.
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

/** Lines that share most of their height stand in one row. */
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
