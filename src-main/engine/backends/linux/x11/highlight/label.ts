import { labelText, labelStyle, red } from '../../../../outline/shape.ts';
import { fontOf } from '../../../../picture/font.ts';

/** A picture in PutImage's format at depth 24: blue, green, red, unused. */
export interface LabelBitmap {
  readonly width: number;
  readonly height: number;
  readonly bgrx: Buffer;
}

/** White text on red, `scale` times the size at 96 dots per inch. The canvas library is large, so it is loaded on first use. */
export async function renderLabel(text: string, scale = 1): Promise<LabelBitmap> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const [height, padding] = [Math.round(labelStyle.height * scale), Math.round(labelStyle.padding * scale)];
  const font = await fontOf(labelStyle.fontSize * scale, labelStyle.fontWeight);
  const shown = labelText(text);
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

function toBgrx(rgba: Buffer): Buffer {
  const bgrx = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    bgrx[at] = rgba[at + 2] ?? 0;
    bgrx[at + 1] = rgba[at + 1] ?? 0;
    bgrx[at + 2] = rgba[at] ?? 0;
  }
  return bgrx;
}
