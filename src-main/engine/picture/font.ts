import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from '../../base/async/once.ts';

const own = 'Deskscope Sans';

/**
 * The font of all text that we draw, as a canvas takes it: DejaVu Sans, which comes along, then the system's families for
 * what that has not, such as Chinese. The canvas library takes letters from no font that is not named, and for `sans-serif`
 * whatever it finds first: where that has only symbols, letters are boxes.
 * @param size in pixels
 * @param weight as in CSS: 400 and 700 come along, the nearer one is taken
 */
export async function fontOf(size: number, weight = 400): Promise<string> {
  return `${weight} ${size}px ${await families()}`;
}

const families = once(async () => {
  const { GlobalFonts } = await import('@napi-rs/canvas');
  const others = GlobalFonts.families.map(({ family }) => family).sort(sansFirst);
  for (const file of ownFiles()) GlobalFonts.registerFromPath(file, own);
  return [own, ...others].map((family) => JSON.stringify(family)).join(', ');
});

/** None if they are missing: text is drawn all the same, and the doctor reports what it looks like. */
function ownFiles(): readonly string[] {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json'));
    return [400, 700].map((weight) => join(folder, 'files', `dejavu-sans-latin-${weight}-normal.woff2`));
  } catch {
    return [];
  }
}

/** Beside our letters, those without serifs look best. */
function sansFirst(a: string, b: string): number {
  return Number(b.includes('Sans')) - Number(a.includes('Sans')) || (a < b ? -1 : 1);
}

/**
 * Whether `font` can show these letters. Letters that no font has all look like the same box, or are empty, so any two must look
 * different. No list of fonts reveals this. @param letters two or more that look different
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
