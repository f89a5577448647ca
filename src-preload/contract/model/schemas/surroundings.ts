import { z } from 'zod';
import { point, size } from './geometry.ts';

/** Base64 of a lossless WebP; some 40 KB. */
const longestPicture = 60_000;

/**
 * The look around a point where the app reports only a view: a canvas, a map, empty space. A later act
 * there requires the same look.
 */
export const surroundings = z.object({
  picture: z
    .string()
    .max(longestPicture)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'no base64'),
  /** The point's position in it, in physical pixels from its top left. */
  at: point,
  /** Its size in physical pixels: the picture itself may be scaled down. */
  size,
});
export type Surroundings = Readonly<z.output<typeof surroundings>>;
