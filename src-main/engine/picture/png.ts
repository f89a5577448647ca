import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Pixels } from '../backend.ts';

const deflateInPool = promisify(deflate);
/** Level 2 and more are slower and save under 5 % on screenshots once the rows are filtered. */
const compression = { level: 1 };

/** https://www.w3.org/TR/png-3/ ; compressed in the thread pool, opaque pictures without an alpha channel. */
export async function encodePng(pixels: Pixels): Promise<Uint8Array> {
  const body = await deflateInPool(filteredRows(pixels), compression);
  return Buffer.concat([signature, chunk('IHDR', header(pixels)), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header({ width, height, opaque }: Pixels): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = 8;
  data[9] = opaque ? 2 : 6;
  return data;
}

/** Filter 2, “up”: on screens most rows equal the one above, which leaves zeros. */
const up = 2;

function filteredRows(pixels: Pixels): Buffer {
  const { width, height, opaque } = pixels;
  const rowLength = 1 + width * (opaque ? 3 : 4);
  const out = Buffer.alloc(height * rowLength);
  const whole = wholePixels(pixels);
  if (height > 0) copyRow(pixels, out);
  for (let y = 1; y < height; y++) {
    out[y * rowLength] = up;
    filterRow(pixels, whole, y, out, y * rowLength + 1);
  }
  return out;
}

/** The first row, unfiltered. */
function copyRow({ width, rgba, opaque }: Pixels, out: Buffer): void {
  const channels = opaque ? 3 : 4;
  for (let x = 0; x < width; x++) {
    for (let channel = 0; channel < channels; channel++) out[1 + x * channels + channel] = rgba[x * 4 + channel] ?? 0;
  }
}

/**
 * Unrolled, because this loop runs over every pixel. Most equal the one above: they are compared as one number, and their
 * bytes are zero already.
 */
function filterRow({ width, rgba, opaque }: Pixels, whole: Uint32Array, y: number, out: Buffer, start: number): void {
  const channels = opaque ? 3 : 4;
  let to = start;
  for (let at = y * width; at < (y + 1) * width; at++, to += channels) {
    if (whole[at] === whole[at - width]) continue;
    const from = at * 4;
    const above = from - width * 4;
    out[to] = (rgba[from] ?? 0) - (rgba[above] ?? 0);
    out[to + 1] = (rgba[from + 1] ?? 0) - (rgba[above + 1] ?? 0);
    out[to + 2] = (rgba[from + 2] ?? 0) - (rgba[above + 2] ?? 0);
    if (!opaque) out[to + 3] = (rgba[from + 3] ?? 0) - (rgba[above + 3] ?? 0);
  }
}

/** The same bytes as one number per pixel. */
function wholePixels({ width, height, rgba }: Pixels): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
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

/** The checksum of PNG's chunks, https://www.w3.org/TR/png-3/#samplecrc ; Node has one only from 22 on. */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < data.length; at++) crc = (crcTable[(crc ^ (data[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
