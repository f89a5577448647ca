interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * How a provider processes pictures: pictures are sent in a size that it does not scale, so that coordinates in them
 * are exact.
 */
export interface PictureLimits {
  /** Of the longer side, in pixels. */
  readonly maxSide: number;
  readonly maxPixels: number;
  /** An estimate; the exact count is in the answer. */
  tokens(size: Size): number;
}

/** Roughly one token for so many pixels: Anthropic, Vision, “Evaluate image size”. */
const pixelsPerToken = 750;
const byPixels = ({ width, height }: Size) => Math.ceil((width * height) / pixelsPerToken);

/** Cost of a picture in tiles of this size. */
const byTiles =
  (side: number, each: number, once = 0) =>
  ({ width, height }: Size) =>
    once + each * Math.ceil(width / side) * Math.ceil(height / side);

/** As the providers' documentation on pictures had it in November 2026. */
export const pictureLimits = {
  /** Anthropic, Vision: larger ones are scaled to 1,568 pixels and about 1.15 megapixels. Newer models take more. */
  anthropic: { maxSide: 1_568, maxPixels: 1_150_000, tokens: byPixels },
  /** OpenAI, Images and vision: within 2,048 × 2,048; tiles of 512 pixels at 170 tokens, and 85 for the picture. */
  openai: { maxSide: 2_048, maxPixels: 2_048 * 2_048, tokens: byTiles(512, 170, 85) },
  /** Gemini API, Understand and count tokens: tiles of 768 pixels at 258 tokens; larger sides than 3,072 are scaled. */
  gemini: { maxSide: 3_072, maxPixels: 3_072 * 3_072, tokens: byTiles(768, 258) },
  /** For an unknown model. */
  usual: { maxSide: 1_568, maxPixels: 1_568 * 1_568, tokens: byPixels },
} as const satisfies Readonly<Record<string, PictureLimits>>;

/** The maximum width at which the provider does not scale a picture, in pixels. */
export function widthWithin({ width, height }: Size, { maxSide, maxPixels }: PictureLimits): number {
  const scale = Math.min(1, maxSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  return scale < 1 ? Math.max(1, Math.floor(width * scale)) : width;
}
