import { center, contains, type Point, type Rect } from '#contract/model/geometry';
import type { Monitor } from '#contract/model/engine';
import type { Output } from './wire/outputs.ts';

/** From logical to screen pixels: scaled, then translated. */
export interface Projection {
  readonly scale: number;
  readonly shift: Point;
  /** See {@link Output}. */
  readonly unit: number;
}

/** An output with its screen area. */
export interface PlacedOutput extends Output {
  readonly bounds: Rect;
  /** Its scale relative to 96 dots per inch. */
  readonly enlarged: number;
}

/**
 * Compositors count in logical pixels, Deskscope in screen pixels. An output's screen area begins at its logical corner times
 * the greatest scale: so outputs never overlap, keep their order, and adjoin without gaps if all have one scale.
 */
export class Layout {
  readonly outputs: readonly PlacedOutput[];

  constructor(outputs: readonly Output[]) {
    const greatest = Math.max(1, ...outputs.map(({ scale }) => scale));
    this.outputs = outputs.map((output) => {
      const { x, y, width, height } = output.logical;
      const { scale, unit } = output;
      const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
      const bounds = { x: Math.round(x * greatest), y: Math.round(y * greatest), ...size };
      return { ...output, bounds, enlarged: scale * unit };
    });
  }

  /** @param primary name of the primary output; defaults to the first */
  monitors(primary?: string): readonly Monitor[] {
    const first = Math.max(
      0,
      this.outputs.findIndex(({ name }) => name === primary),
    );
    return this.outputs.map(({ name, bounds, enlarged }, index) => ({
      index,
      name,
      bounds,
      primary: index === first,
      scale: enlarged,
    }));
  }

  /** The output that contains the centre of a logical area; the nearest if none does. */
  projectionOf(logical: Rect): Projection {
    const middle = center(logical);
    const near = nearest(this.outputs, (output) => output.logical, middle);
    return near ? projection(near) : unscaled;
  }

  toScreen(logical: Rect, { scale, shift }: Pick<Projection, 'scale' | 'shift'> = this.projectionOf(logical)): Rect {
    const [left, top] = [Math.round(logical.x * scale + shift.x), Math.round(logical.y * scale + shift.y)];
    const right = Math.round((logical.x + logical.width) * scale + shift.x);
    const bottom = Math.round((logical.y + logical.height) * scale + shift.y);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Screen area of a logical one, by the output that contains its centre. */
  fromScreen({ x, y, width, height }: Rect): Rect {
    const output = this.outputAt(center({ x, y, width, height }));
    const { scale, shift } = output ? projection(output) : unscaled;
    return { x: (x - shift.x) / scale, y: (y - shift.y) / scale, width: width / scale, height: height / scale };
  }

  /** The screen pixel at a logical position. */
  pixelAt({ x, y }: Point): Point {
    const { scale, shift } = this.projectionOf({ x, y, width: 0, height: 0 });
    return { x: Math.floor(x * scale + shift.x), y: Math.floor(y * scale + shift.y) };
  }

  /** The centre of a screen pixel. */
  toLogical({ x, y }: Point): Point {
    const output = this.outputAt({ x, y });
    if (!output) return { x, y };
    const { scale, shift } = projection(output);
    return { x: (x + 0.5 - shift.x) / scale, y: (y + 0.5 - shift.y) / scale };
  }

  /** The output that shows a screen pixel, or the nearest. */
  outputAt(point: Point): PlacedOutput | undefined {
    return nearest(this.outputs, (output) => output.bounds, point);
  }
}

const unscaled: Projection = { scale: 1, shift: { x: 0, y: 0 }, unit: 1 };

function projection({ logical, bounds, scale, unit }: PlacedOutput): Projection {
  return { scale, unit, shift: { x: bounds.x - logical.x * scale, y: bounds.y - logical.y * scale } };
}

function nearest<T>(among: readonly T[], place: (one: T) => Rect, point: Point): T | undefined {
  const holding = among.find((one) => contains(place(one), point));
  if (holding) return holding;
  const distance = (one: T) =>
    Math.hypot(beyond(point.x, place(one).x, place(one).width), beyond(point.y, place(one).y, place(one).height));
  return [...among].sort((a, b) => distance(a) - distance(b))[0];
}

function beyond(at: number, from: number, length: number): number {
  return Math.max(from - at, 0, at - (from + length - 1));
}
