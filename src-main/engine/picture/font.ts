import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from '../../base/async/once.ts';

const own = 'Deskscope Sans';

/**
 * The font of all text that Deskscope draws, in canvas syntax: the bundled DejaVu Sans, then the system's families for letters
 * that it lacks, such as Chinese. The canvas library uses only named fonts, and for `sans-serif` the first one it finds: if that
 * has only symbols, letters become boxes.
 * @param size in pixels
 * @param weight as in CSS: 400 and 700 are bundled, and the nearer one is used
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

/** Empty if they are missing: text is drawn anyway, and the doctor reports the problem. */
function ownFiles(): readonly string[] {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json'));
    return [400, 700].map((weight) => join(folder, 'files', `dejavu-sans-latin-${weight}-normal.woff2`));
  } catch {
    return [];
  }
}

/** Fonts without serifs look best beside the bundled one. */
function sansFirst(a: string, b: string): number {
  return Number(b.includes('Sans')) - Number(a.includes('Sans')) || (a < b ? -1 : 1);
}

/**
 * Whether `font` can show these letters. Letters that no font has look like the same box, or are empty, so any two must look
 * different. No list of fonts reveals this.
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
