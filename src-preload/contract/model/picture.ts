import { z } from 'zod';
import type { ControlType, ElementId } from './elements/element.ts';
import { elementId } from './schemas/element.ts';
import type { Rect } from './geometry.ts';
import { rect } from './schemas/geometry.ts';
import { windowId } from './schemas/window.ts';

/** Target of a capture or of text recognition. An element is cropped from its window, so that nothing covers it. */
export const captureTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen') }),
  z.object({ kind: z.literal('monitor'), monitor: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('window'), window: windowId }),
  z.object({ kind: z.literal('region'), region: rect }),
  z.object({ kind: z.literal('element'), element: elementId }),
]);
export type CaptureTarget = Readonly<z.output<typeof captureTarget>>;

export const pictureFormat = z.enum(['png', 'jpeg', 'webp']);
export type PictureFormat = z.output<typeof pictureFormat>;

export const pictureOptions = z.object({
  format: pictureFormat.optional().describe('png (the default) loses nothing; jpeg and webp are smaller.'),
  scale: z.number().positive().max(1).optional().describe('Picture pixels per screen pixel, at most 1.'),
  maxWidth: z.number().int().positive().optional().describe('Makes the picture smaller until it is no wider.'),
  cursor: z.boolean().optional().describe('Draws the mouse pointer where it is.'),
});
export type PictureOptions = Readonly<z.output<typeof pictureOptions>>;

/**
 * An encoded picture. Its pixel (0, 0) is `bounds.x, bounds.y` on the screen, at `scale` picture pixels per screen pixel. `note`
 * reports which parts of the target are missing, and why; empty if none.
 */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly mimeType: `image/${PictureFormat}`;
  readonly bounds: Rect;
  readonly scale: number;
  readonly note: string;
}

/** Raw pixels to be encoded later. `bounds` in screen pixels. */
export interface KeptShot {
  readonly shot: string;
  readonly bounds: Rect;
  readonly note: string;
  /** What all lasting ones take, in bytes; missing for others. */
  readonly lastingBytes?: number;
}

export interface EncodedShot {
  readonly picture: Picture;
  readonly thumbnail: Picture;
}

/** A box with its number on a picture; physical screen pixels. */
export const mark = z.object({ label: z.number().int().min(0).max(9999), bounds: rect });
export type Mark = Readonly<z.output<typeof mark>>;

/** A mark and its element: agents refer to the number, tools use `id`. */
export interface ElementMark extends Mark {
  readonly id: ElementId;
  readonly controlType: ControlType;
  readonly name: string;
}

export interface MarkList {
  readonly marks: readonly ElementMark[];
  /** Number of marks without the limit. */
  readonly total: number;
  /** Marks are missing, because of the limit or an incomplete tree. */
  readonly truncated: boolean;
}
