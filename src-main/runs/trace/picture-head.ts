/** What a picture says of itself in its first bytes. */
export interface PictureHead {
  readonly kind: 'png' | 'jpg';
  /** Pixels; null for a JPEG, which says it later. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG: https://www.w3.org/TR/png/, 5.2 and 11.2.1. Null for anything that is neither PNG nor JPEG. */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24));
  if (head.length >= 24 && head.subarray(0, 8).equals(pngSignature))
    return { kind: 'png', size: { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } };
  return head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff ? { kind: 'jpg', size: null } : null;
}
