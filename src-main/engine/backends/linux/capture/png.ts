import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, rows without gaps, not premultiplied. */
  readonly rgba: Buffer;
}

const deflateInPool = promisify(deflate);
/** Level 1 is three times as fast as the default and one fifth larger on screenshots. */
const compression = { level: 1 };

/** https://www.w3.org/TR/png-3/ ; compressed in the thread pool, opaque pictures without an alpha channel. */
export async function encodePng(pixels: Pixels): Promise<Uint8Array> {
  const channels = isOpaque(pixels.rgba) ? 3 : 4;
  const body = await deflateInPool(scanlines(pixels, channels), compression);
  return Buffer.concat([
    signature,
    chunk('IHDR', header(pixels, channels)),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header(pixels: Pixels, channels: 3 | 4): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(pixels.width, 0);
  data.writeUInt32BE(pixels.height, 4);
  data[8] = 8;
  data[9] = channels === 3 ? 2 : 6;
  return data;
}

function isOpaque(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** Each row starts with its filter type; 0 leaves it as it is, which suits flat UI colours. */
function scanlines({ width, height, rgba }: Pixels, channels: 3 | 4): Buffer {
  const out = Buffer.allocUnsafe(height * (1 + width * channels));
  let to = 0;
  let from = 0;
  for (let y = 0; y < height; y++) {
    out[to++] = 0;
    for (let x = 0; x < width; x++, from += 4) {
      out[to++] = rgba[from] ?? 0;
      out[to++] = rgba[from + 1] ?? 0;
      out[to++] = rgba[from + 2] ?? 0;
      if (channels === 4) out[to++] = rgba[from + 3] ?? 0;
    }
  }
  return out;
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** Node has its own only from 22 on. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
