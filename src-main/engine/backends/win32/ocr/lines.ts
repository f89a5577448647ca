import type { Rect } from '#contract/model/geometry';
import type { RecognizedWord, Pixels } from '../../../backend.ts';
import { method } from '../com/method.ts';
import type { ComPointer, InterfaceName, Scope } from '../com/memory.ts';

const sizeOf = method('IVectorView', 'get_Size');
const itemAt = method('IVectorView', 'GetAt');
const linesOf = method('IOcrResult', 'get_Lines');
const angleOf = method('IOcrResult', 'get_TextAngle');
const valueOf = method('IReference<double>', 'get_Value');
const wordsOf = method('IOcrLine', 'get_Words');
const boundsOf = method('IOcrWord', 'get_BoundingRect');
const textOf = method('IOcrWord', 'get_Text');

/** The recognised text, with positions in the unscaled picture. @throws ComFailure */
export function linesIn(
  scope: Scope,
  result: ComPointer<'IOcrResult'>,
  picture: Omit<Enlarged, 'bgra'>,
): readonly (readonly RecognizedWord[])[] {
  const angle = angleOf(scope, result);
  const turned = angle === null ? 0 : valueOf(angle);
  return itemsOf<'IOcrLine'>(scope, linesOf(scope, result)).map((line) =>
    itemsOf<'IOcrWord'>(scope, wordsOf(scope, line)).map((word) => ({
      text: textOf(word),
      bounds: shrunk(turnedBack(boundsOf(word), turned, picture), picture.scale),
    })),
  );
}

/** In whole pixels. */
function shrunk({ x, y, width, height }: Rect, scale: number): Rect {
  const [left, top] = [Math.floor(x / scale), Math.floor(y / scale)];
  const [right, bottom] = [Math.ceil((x + width) / scale), Math.ceil((y + height) / scale)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The items of a Windows Runtime list, with interface `I`. */
export function itemsOf<I extends InterfaceName>(
  scope: Scope,
  list: ComPointer<'IVectorView'> | null,
): readonly ComPointer<I>[] {
  if (list === null) return [];
  const items = Array.from({ length: sizeOf(list) }, (_, index) => itemAt(scope, list, index));
  return items.filter((item) => item !== null) as unknown as readonly ComPointer<I>[];
}

/**
 * For slanted text, positions refer to the picture rotated by this many degrees about its centre to level the text: Microsoft's
 * sample rotates its overlay by the same angle. Returns the bounding box in the original picture.
 */
export function turnedBack(
  { x, y, width, height }: Rect,
  degrees: number,
  picture: { readonly width: number; readonly height: number },
): Rect {
  if (degrees === 0) return { x, y, width, height };
  const [middleX, middleY] = [picture.width / 2, picture.height / 2];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corners = [x, x + width].flatMap((across) =>
    [y, y + height].map((down) => ({
      x: middleX + (across - middleX) * cos - (down - middleY) * sin,
      y: middleY + (across - middleX) * sin + (down - middleY) * cos,
    })),
  );
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  const right = Math.max(...corners.map((corner) => corner.x));
  const bottom = Math.max(...corners.map((corner) => corner.y));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Minimum size for Windows' recogniser, undocumented and determined by trial by others. */
const least = 40;

/**
 * Pictures that would exceed this size when doubled are not scaled. According to Microsoft, letters below 15 pixels are
 * recognised badly, which most windows' are; but windows on screens of this size have larger ones.
 */
const largestDoubled = 4096;

/** The picture passed to the recogniser: BGRA, each pixel `scale` wide, small ones extended to the right and below. */
export interface Enlarged {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly bgra: Uint8Array;
}

/** Null if the picture is too large for the recogniser. */
export function enlarge({ width, height, rgba }: Pixels, most: number): Enlarged | null {
  const long = Math.max(width, height);
  if (long === 0 || Math.max(long, least) > most) return null;
  const scale = long * 2 <= Math.min(largestDoubled, most) ? 2 : 1;
  const [wide, high] = [Math.max(least, width * scale), Math.max(least, height * scale)];
  const from = new Uint32Array(rgba.slice().buffer);
  const to = new Uint32Array(wide * high);
  for (let y = 0; y < high; y++) {
    const [upper, lower] = [rowOf(y, scale, height), rowOf(y + scale - 1, scale, height)];
    for (let x = 0; x < wide; x++) {
      const [left, right] = [rowOf(x, scale, width), rowOf(x + scale - 1, scale, width)];
      const above = between(from[upper * width + left] ?? 0, from[upper * width + right] ?? 0);
      const below =
        upper === lower ? above : between(from[lower * width + left] ?? 0, from[lower * width + right] ?? 0);
      to[y * wide + x] = toBgra(upper === lower ? above : between(above, below));
    }
  }
  return { width: wide, height: high, scale, bgra: new Uint8Array(to.buffer) };
}

function rowOf(at: number, scale: number, count: number): number {
  return Math.min(count - 1, Math.floor(at / scale));
}

/** The mean of two colours, all four channels at once: the common bits, plus half of the differing ones. */
function between(a: number, b: number): number {
  return (a & b) + (((a ^ b) >>> 1) & 0x7f7f7f7f);
}

/** Red and blue swapped; opaque, as on a screen. */
function toBgra(rgba: number): number {
  return (0xff000000 | (rgba & 0xff00) | ((rgba & 0xff) << 16) | ((rgba >>> 16) & 0xff)) >>> 0;
}
