/** Opaque pixels as screens have them: blue, green, red, and a byte that is 255. */
export interface Plate {
  readonly width: number;
  readonly height: number;
  readonly bgrx: Buffer;
}

export const red = { r: 0xe5, g: 0x14, b: 0x00 } as const;

/** In pixels at 96 dots per inch. */
const fontSize = 12;
const plainHeight = 20;
const plainPadding = 6;
const maxCharacters = 80;

/** White text on red, `scale` times as large as at 96 dots per inch. The canvas library is large, so it is loaded with the first label. */
export async function renderLabel(text: string, scale = 1): Promise<Plate> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const shown = shorten(text);
  const font = `600 ${fontSize * scale}px sans-serif`;
  const [height, padding] = [Math.round(plainHeight * scale), Math.round(plainPadding * scale)];
  const measuring = createCanvas(1, 1).getContext('2d');
  measuring.font = font;
  const width = Math.ceil(measuring.measureText(shown).width) + 2 * padding;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${red.r}, ${red.g}, ${red.b})`;
  context.fillRect(0, 0, width, height);
  context.font = font;
  context.fillStyle = 'white';
  context.textBaseline = 'middle';
  context.fillText(shown, padding, height / 2 + 1);
  return { width, height, bgrx: toBgrx(Buffer.from(context.getImageData(0, 0, width, height).data)) };
}

function shorten(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

function toBgrx(rgba: Buffer): Buffer {
  const bgrx = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    bgrx[at] = rgba[at + 2] ?? 0;
    bgrx[at + 1] = rgba[at + 1] ?? 0;
    bgrx[at + 2] = rgba[at] ?? 0;
    bgrx[at + 3] = 255;
  }
  return bgrx;
}
