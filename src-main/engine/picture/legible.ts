import { fontOf } from './font.ts';

/**
 * Whether text of these letters can be read in `font`: letters that no font has are all the same box, or nothing at all, so
 * any two must look different. No list of fonts says as much.
 * @param letters two or more that look different
 */
export async function isLegible(letters: string, font?: string): Promise<boolean> {
  const drawn = font ?? (await fontOf(16));
  const looks = await Promise.all(Array.from(letters, (letter) => lookOf(letter, drawn)));
  return new Set(looks).size === looks.length;
}

async function lookOf(letter: string, font: string): Promise<string> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const context = createCanvas(32, 32).getContext('2d');
  context.font = font;
  context.fillText(letter, 4, 22);
  return Buffer.from(context.getImageData(0, 0, 32, 32).data).toString('latin1');
}
