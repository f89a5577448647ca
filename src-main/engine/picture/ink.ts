import type { Pixels } from '../backend.ts';

/** Brightness of a picture, one byte per pixel, rows without gaps. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** One byte per pixel: the sum of its kinds of {@link edge}. */
export type Mask = Uint8Array;

/** Brightness changes towards the right, or towards the row below. */
export const edge = { right: 1, below: 2 } as const;

/** Translucent pixels are on white. Weights: https://www.itu.int/rec/R-REC-BT.601 , in 1/256. */
export function toGrey({ width, height, rgba }: Pixels): Grey {
  const values = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < values.length; at++, from += 4) {
    const colour = (rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29;
    const alpha = rgba[from + 3] ?? 255;
    values[at] = alpha === 255 ? colour >> 8 : ((colour >> 8) * alpha + 255 * (255 - alpha)) / 255;
  }
  return { width, height, values };
}

/** Minimum difference of neighbours; disabled text of GTK and Chromium differs from its background by 60 and more. */
const contrast = 18;

/** Where brightness changes: the outlines of letters, icons, boxes. */
export function findEdges({ width, height, values }: Grey): Mask {
  const edges = new Uint8Array(width * height);
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0, at = y * width; x < width - 1; x++, at++) {
      const here = values[at] ?? 0;
      const right = Math.abs(here - (values[at + 1] ?? 0));
      const below = Math.abs(here - (values[at + width] ?? 0));
      edges[at] = (right > contrast ? edge.right : 0) + (below > contrast ? edge.below : 0);
    }
  }
  return edges;
}
