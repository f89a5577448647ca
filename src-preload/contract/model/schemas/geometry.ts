import { z } from 'zod';

/** Physical screen pixels; origin at the primary monitor's top left; may be negative. */
export const point = z.object({ x: z.number().int(), y: z.number().int() });
export type Point = Readonly<z.output<typeof point>>;

/** Physical pixels. */
export const size = z.object({ width: z.number().int().nonnegative(), height: z.number().int().nonnegative() });
export type Size = Readonly<z.output<typeof size>>;

/** Physical screen pixels. */
export const rect = point.extend(size.shape);
export type Rect = Readonly<z.output<typeof rect>>;
