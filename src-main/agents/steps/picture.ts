import type { ModelPicture } from '../../models/model.ts';

/** Characters to a token, roughly, of English and JSON. */
const charactersPerToken = 4;

/** Null for what is no data URL of a PNG. */
export function pictureOf(dataUrl: unknown, label: string): ModelPicture | null {
  const [, base64] = typeof dataUrl === 'string' ? (/^data:image\/png;base64,(.+)$/.exec(dataUrl) ?? []) : [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  // PNG, section 11.2.1: the header has width and height from byte 16 on.
  if (bytes.length < 24) return null;
  return {
    type: 'picture',
    label,
    bytes,
    mimeType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

/** An estimate; what a provider counted is in its answer. */
export function tokensOfText(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
