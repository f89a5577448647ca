import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Point } from '#contract/model/geometry';

/** Three by five dots: a number must be readable where no font is installed. Each figure is a row, its bits the dots. */
const digits = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'];
const dot = 2;
/** White around the plate parts it from a control of its own colour. */
const rim = 1;

/** In pixels of the picture. */
export function labelSize(label: number): { readonly width: number; readonly height: number } {
  return { width: (String(label).length * 4 + 1) * dot + 2 * rim, height: 7 * dot + 2 * rim };
}

/** White digits on the colour, its top left at `at`. */
export function drawNumber(context: SKRSContext2D, label: number, at: Point, colour: string): void {
  const { width, height } = labelSize(label);
  context.fillStyle = '#fff';
  context.fillRect(at.x, at.y, width, height);
  context.fillStyle = colour;
  context.fillRect(at.x + rim, at.y + rim, width - 2 * rim, height - 2 * rim);
  context.fillStyle = '#fff';
  Array.from(String(label)).forEach((character, index) => {
    drawDigit(context, Number(character), at.x + rim + (index * 4 + 1) * dot, at.y + rim + dot);
  });
}

function drawDigit(context: SKRSContext2D, digit: number, x: number, y: number): void {
  Array.from(digits[digit] ?? '').forEach((figure, row) => {
    for (let column = 0; column < 3; column++) {
      if (Number(figure) & (4 >> column)) context.fillRect(x + column * dot, y + row * dot, dot, dot);
    }
  });
}
