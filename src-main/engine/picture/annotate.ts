import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { Picture } from '#contract/model/picture';
import type { Rect } from '#contract/model/geometry';

/** A box on a picture with the number it is spoken of. `bounds` in physical screen pixels. */
export interface Mark {
  readonly label: number;
  readonly bounds: Rect;
}

/** Told apart from each other and from most apps, and dark enough for white digits. */
const colors = ['#d00000', '#0050d0', '#007a33', '#8a2be2', '#b04a00', '#00707a'];
/** Three by five dots: a number must be readable where no font is installed. */
const digits = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'];
const dot = 2;

/** Draws a set of marks over a picture; PNG. Pure: nothing is read from the screen. */
export async function annotate(picture: Picture, marks: readonly Mark[]): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(picture.bytes));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  for (const { label, bounds } of marks) {
    context.strokeStyle = context.fillStyle = colors[label % colors.length] ?? '#000';
    const box = onPicture(bounds, picture);
    context.lineWidth = 1;
    context.strokeRect(box.x + 0.5, box.y + 0.5, Math.max(0, box.width - 1), Math.max(0, box.height - 1));
    drawNumber(context, label, box);
  }
  return canvas.toBuffer('image/png');
}

function onPicture({ x, y, width, height }: Rect, { bounds, scale }: Picture): Rect {
  return { x: (x - bounds.x) * scale, y: (y - bounds.y) * scale, width: width * scale, height: height * scale };
}

function drawNumber(context: SKRSContext2D, label: number, box: Rect): void {
  const text = String(label);
  const width = (text.length * 4 + 1) * dot;
  context.fillRect(box.x, box.y, width, 7 * dot);
  context.fillStyle = '#fff';
  Array.from(text).forEach((character, index) => {
    drawDigit(context, Number(character), box.x + (index * 4 + 1) * dot, box.y + dot);
  });
}

/** Each figure of the pattern is a row, its bits the dots from left to right. */
function drawDigit(context: SKRSContext2D, digit: number, x: number, y: number): void {
  Array.from(digits[digit] ?? '').forEach((figure, row) => {
    for (let column = 0; column < 3; column++) {
      if (Number(figure) & (4 >> column)) context.fillRect(x + column * dot, y + row * dot, dot, dot);
    }
  });
}
