import type { Rect } from '#contract/model/geometry';
import type { RecognizedWord } from '../../../backend.ts';
import { method } from '../com/method.ts';
import type { ComPointer, InterfaceName } from '../com/pointer.ts';
import type { Scope } from '../com/scope.ts';
import type { Enlarged } from './enlarge.ts';

const sizeOf = method('IVectorView', 'get_Size');
const itemAt = method('IVectorView', 'GetAt');
const linesOf = method('IOcrResult', 'get_Lines');
const angleOf = method('IOcrResult', 'get_TextAngle');
const valueOf = method('IReference<double>', 'get_Value');
const wordsOf = method('IOcrLine', 'get_Words');
const boundsOf = method('IOcrWord', 'get_BoundingRect');
const textOf = method('IOcrWord', 'get_Text');

/** What was read in a picture, with places in it as it was before it was made larger. @throws ComFailure */
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

/** What is in a list of the Windows Runtime, by the interface `I` that it is a list of. */
export function itemsOf<I extends InterfaceName>(
  scope: Scope,
  list: ComPointer<'IVectorView'> | null,
): readonly ComPointer<I>[] {
  if (list === null) return [];
  const items = Array.from({ length: sizeOf(list) }, (_, index) => itemAt(scope, list, index));
  return items.filter((item) => item !== null) as unknown as readonly ComPointer<I>[];
}

/**
 * Where the text is aslant, its places are those in a picture turned by so many degrees about its middle, until it is
 * level: Microsoft's sample turns what it draws over the picture by them. The box around such a place in the picture itself.
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
