import { z } from 'zod';
import { point, size } from './geometry.ts';

/** Base64 of a lossless WebP; some 40 KB. */
const longestPicture = 60_000;

/**
 * How it looked around a place of which its app reports nothing but a view that it is in: a canvas, a map, even ground. Who acts
 * there again acts only if it looks so.
 */
export const surroundings = z.object({
  picture: z
    .string()
    .max(longestPicture)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'no base64'),
  /** Where in it the place is, in physical pixels from its top left. */
  at: point,
  /** How much it shows, in physical pixels: the picture itself may have been made smaller. */
  size,
});
export type Surroundings = Readonly<z.output<typeof surroundings>>;
