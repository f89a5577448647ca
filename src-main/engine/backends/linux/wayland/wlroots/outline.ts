import { intersect, type Rect } from '#contract/model/geometry';
import type { OutlineBox } from '../../../../backend.ts';
import { red, labelPosition, outlineBounds, outlinePieces, piecesBeside } from '../../../../outline/shape.ts';
import { renderLabel } from '../../x11/highlight/label.ts';
import type { Outline } from '../compositor.ts';
import { Layout, type PlacedOutput } from '../layout.ts';
import type { Outputs } from '../wire/outputs.ts';
import type { LayerShell, LayerSurface, Paint } from './layer-surface.ts';

type Rows = Paint['rows'];

/** Outlines and labels as layers over all windows, without input or focus. */
export class LayerOutline implements Outline {
  readonly #shell: LayerShell;
  readonly #outputs: Outputs;
  #boxes: readonly OutlineBox[] = [];
  #shown: readonly LayerSurface[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(shell: LayerShell, outputs: Outputs) {
    this.#shell = shell;
    this.#outputs = outputs;
  }

  show(boxes: readonly OutlineBox[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#boxes = boxes;
      await this.#draw();
    });
  }

  whileHidden<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#shown.length === 0) return work();
      this.#hide();
      await this.#shell.connection.sync();
      try {
        return await work();
      } finally {
        await this.#draw();
      }
    });
  }

  close(): void {
    this.#hide();
  }

  /** New ones first, to avoid flicker. */
  async #draw(): Promise<void> {
    const layout = new Layout(this.#outputs.list());
    const shown: LayerSurface[] = [];
    try {
      for (const box of this.#boxes) shown.push(...(await this.#drawBox(layout, box)));
    } finally {
      this.#hide();
      this.#shown = shown;
    }
    await this.#shell.connection.sync();
  }

  #hide(): void {
    for (const surface of this.#shown) surface.close();
    this.#shown = [];
  }

  async #drawBox(layout: Layout, box: OutlineBox): Promise<readonly LayerSurface[]> {
    const output = layout.outputs.find(({ bounds }) => intersect(bounds, box.bounds));
    if (!output) return [];
    const { enlarged, bounds: screen } = output;
    const { keepClear = [] } = box;
    const bounds = outlineBounds(box.bounds, screen, enlarged);
    const pieces = piecesBeside(outlinePieces(bounds.width, bounds.height, box.line, enlarged), bounds, keepClear);
    const rows = pieces.flatMap(([x, y, width, height]): Rows => {
      const pixels = line(width);
      return Array.from({ length: height }, (_, i) => ({ x, y: y + i, pixels }));
    });
    const outline = await this.#open(output, bounds, rows);
    if (box.label.trim() === '') return [outline];
    const bitmap = await renderLabel(box.label, enlarged);
    const place = {
      ...labelPosition(box.bounds, bitmap, screen, enlarged),
      width: bitmap.width,
      height: bitmap.height,
    };
    if (keepClear.some((clear) => intersect(clear, place))) return [outline];
    return [outline, await this.#open(output, place, rowsOf(bitmap.bgrx, bitmap.width))];
  }

  /** Layers are at integer logical pixels: the drawing is offset by the fraction. */
  #open(output: PlacedOutput, place: Rect, rows: Rows): Promise<LayerSurface> {
    const { scale, bounds, object } = output;
    const [left, top] = [Math.floor((place.x - bounds.x) / scale), Math.floor((place.y - bounds.y) / scale)];
    const right = Math.ceil((place.x + place.width - bounds.x) / scale);
    const bottom = Math.ceil((place.y + place.height - bounds.y) / scale);
    const [dx, dy] = [Math.round(place.x - bounds.x - left * scale), Math.round(place.y - bounds.y - top * scale)];
    const logical = { x: left, y: top, width: right - left, height: bottom - top };
    const paint = {
      width: Math.max(place.width + dx, Math.round(logical.width * scale)),
      height: Math.max(place.height + dy, Math.round(logical.height * scale)),
      rows: rows.map(({ x, y, pixels }) => ({ x: x + dx, y: y + dy, pixels })),
    };
    return this.#shell.open({ output: object, place: logical }, paint);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

function line(length: number): Uint8Array {
  const pixels = new Uint8Array(length * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red.b, red.g, red.r, 0xff], at);
  return pixels;
}

function rowsOf(bgrx: Buffer, width: number): Rows {
  const opaque = Uint8Array.from(bgrx);
  for (let at = 3; at < opaque.length; at += 4) opaque[at] = 0xff;
  const stride = width * 4;
  return Array.from({ length: opaque.length / stride }, (_, y) => {
    return { x: 0, y, pixels: opaque.subarray(y * stride, (y + 1) * stride) };
  });
}
