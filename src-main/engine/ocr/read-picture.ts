import { AppError } from '#contract/errors';
import type { Pixels } from '../backend.ts';
import type { Operation } from '../operations/operation.ts';
import { pixelsOf } from '../picture/canvas.ts';
import { findLanguage, userLanguage } from './languages.ts';

/** Maximum width and height in pixels; larger pictures are not from recordings. */
const most = 4_000;
/** UI text is small: pictures up to this size are also read at twice their size. */
const small = 1_200;

/**
 * Reads a picture that is not part of the screen, such as that of a recorded step. Lines and words are joined in any order,
 * since the text is searched, not shown.
 */
export const readPicture: Operation<'readPicture'> = async ({ recognizers }, { picture, language: wanted }, call) => {
  const language = await (wanted === undefined ? userLanguage() : findLanguage(wanted));
  const { readText } = await import('./read-text.ts');
  const texts: string[] = [];
  for (const pixels of await decode(picture)) {
    const lines = await readText(recognizers, { pixels, origin: { x: 0, y: 0 }, language }, call.signal);
    texts.push(...lines.map(({ words }) => words.map(({ text }) => text).join(' ')));
  }
  return { text: texts.join('\n') };
};

/** The picture itself, and an enlarged copy if it is small. */
async function decode(base64: string): Promise<readonly Pixels[]> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const bytes = Buffer.from(base64, 'base64');
  const size = sizeInHeader(bytes);
  // The library allocates whatever size the picture's header declares.
  const image = size !== null && size <= most ? await loadImage(bytes).catch(() => null) : null;
  if (!image || Math.max(image.width, image.height) > most)
    throw new AppError('invalid_parameter', 'The picture is not WebP, or too large for a recording.');
  const scales = Math.max(image.width, image.height) <= small ? [1, 2] : [1];
  return scales.map((scale) => {
    const canvas = createCanvas(image.width * scale, image.height * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return pixelsOf(canvas);
  });
}

/** The longer side in a WebP's header; null for other formats. https://developers.google.com/speed/webp/docs/riff_container */
function sizeInHeader(bytes: Buffer): number | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null;
  switch (text(12, 16)) {
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return Math.max(bits & 0x3fff, (bits >>> 14) & 0x3fff) + 1;
    }
    case 'VP8X':
      return Math.max(bytes.readUIntLE(24, 3), bytes.readUIntLE(27, 3)) + 1;
    case 'VP8 ':
      return Math.max(bytes.readUInt16LE(26), bytes.readUInt16LE(28)) & 0x3fff;
    default:
      return null;
  }
}
