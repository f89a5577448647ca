import { z } from 'zod';
import type { Rect } from '#contract/model/geometry';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { ModelPicture } from '../models/model.ts';
import { widthWithin, type PictureLimits } from '../models/pictures.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { lookBy } from './act.ts';

/** Characters to a token, roughly, of English and JSON. */
const charactersPerToken = 4;

export interface PictureAsked {
  readonly tool: 'capture_window_screenshot' | 'capture_desktop_screenshot';
  readonly parameters: Readonly<Record<string, unknown>>;
  /** As the model receives it. */
  readonly label: string;
  readonly limits: PictureLimits;
  /** The screen area that it shows, in pixels; null if unknown. */
  readonly bounds: Rect | null;
}

/** A picture in a size that the model does not scale; null if the tool gives none. @throws AppError as `lookBy` */
export async function pictureBy(
  parts: SessionParts,
  place: ComputerPlace,
  { tool, parameters, label, limits, bounds }: PictureAsked,
): Promise<ModelPicture | null> {
  const take = async (more: Readonly<Record<string, unknown>> = {}) => {
    const { result } = await lookBy(parts, place, tool, { ...parameters, ...more });
    return pictureOf(result, label, bounds);
  };
  const whole = await take();
  const width = whole && widthWithin(whole, limits);
  return width === null || width === whole?.width ? whole : take({ max_width: width });
}

/** Null unless it is a data URL of a PNG. */
function pictureOf(dataUrl: unknown, label: string, bounds: Rect | null): ModelPicture | null {
  const [, base64] = typeof dataUrl === 'string' ? (/^data:image\/png;base64,(.+)$/.exec(dataUrl) ?? []) : [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  // PNG, section 11.2.1: the header has width and height from byte 16 on.
  if (bytes.length < 24) return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { type: 'picture', label, bytes, mimeType: 'image/png', width, height, bounds };
}

/** UFO's `control_rect`. */
const framed = z.object({ control_rect: z.tuple([z.number(), z.number(), z.number(), z.number()]) });

/** A window's bounds, in screen pixels; null if unknown. @throws AppError `cancelled` */
export async function boundsOfWindow(parts: SessionParts, place: ComputerPlace, window: object): Promise<Rect | null> {
  const { result } = await lookBy(parts, place, 'get_app_window_info', { field_list: ['control_rect'], window });
  const { data } = framed.safeParse(result);
  if (!data) return null;
  const [x, y, right, bottom] = data.control_rect;
  return { x, y, width: right - x, height: bottom - y };
}

/** An estimate; the provider's count is in its answer. */
export function tokensOfText(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
