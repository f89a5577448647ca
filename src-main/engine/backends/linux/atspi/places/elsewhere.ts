import type { Rect } from '#contract/model/geometry';
import type { Elsewhere, Surface } from '../../window-system.ts';
import type { Ref } from '../vocabulary/ref.ts';
import type { Known, Offset, PartOffset, Parts } from './offset.ts';

type Pixels = Pick<Elsewhere, 'scale' | 'shift'>;

export function isElsewhere(surface: Surface | Elsewhere | null): surface is Elsewhere {
  return surface !== null && 'contentBounds' in surface;
}

/** Converts an offset in foreign pixels to screen pixels. */
export function onScreen({ x, y, scale: own = 1, ...rest }: Offset, { scale, shift }: Pixels): Offset {
  return { ...rest, x: Math.round(x * scale + shift.x), y: Math.round(y * scale + shift.y), scale: own * scale };
}

/** Converts a screen position to foreign pixels. */
export function fromScreen({ x, y, width, height }: Rect, { scale, shift }: Pixels): Rect {
  const place = { x: (x - shift.x) / scale, y: (y - shift.y) / scale, width: width / scale, height: height / scale };
  return {
    x: Math.round(place.x),
    y: Math.round(place.y),
    width: Math.round(place.width),
    height: Math.round(place.height),
  };
}

/** Converts parts with offsets in foreign pixels. */
export class PartsElsewhere implements Parts {
  readonly #parts: Parts;
  readonly #pixels: Pixels;

  constructor(parts: Parts, pixels: Pixels) {
    this.#parts = parts;
    this.#pixels = pixels;
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known?: Known): Promise<PartOffset | null> {
    const offset = await this.#parts.offsetOf(ref, signal, known);
    return offset && offset !== 'nowhere' ? onScreen(offset, this.#pixels) : offset;
  }

  async holds(signal: AbortSignal): Promise<boolean> {
    return (await this.#parts.holds?.(signal)) ?? true;
  }
}
