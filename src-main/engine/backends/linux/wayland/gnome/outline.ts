import { intersect, type Rect } from '#contract/model/geometry';
import type { OutlineBox } from '../../../../backend.ts';
import {
  labelStyle,
  labelText,
  red,
  labelPosition,
  outlineBounds,
  outlinePieces,
  piecesBeside,
} from '../../../../outline/shape.ts';
import { renderLabel } from '../../x11/highlight/label.ts';
import type { Outline } from '../compositor.ts';
import { Layout, type PlacedOutput } from '../layout.ts';
import type { Outputs } from '../wire/outputs.ts';
import type { GnomeLink } from './link.ts';

/** As drawn by the extension, in logical pixels. */
interface Drawn {
  readonly place: Rect;
  /** Relative to the corner of `place`. */
  readonly pieces: readonly Rect[];
  readonly color: typeof red;
  readonly label?: Rect & { readonly text: string; readonly size: number };
}

/** Outlines and labels that the shell draws over all windows. */
export class GnomeOutline implements Outline {
  readonly #link: GnomeLink;
  readonly #outputs: Outputs;
  #boxes: readonly OutlineBox[] = [];

  constructor(link: GnomeLink, outputs: Outputs) {
    this.#link = link;
    this.#outputs = outputs;
  }

  async show(boxes: readonly OutlineBox[]): Promise<void> {
    this.#boxes = boxes;
    await this.#draw(boxes);
  }

  async whileHidden<T>(work: () => Promise<T>): Promise<T> {
    if (this.#boxes.length === 0) return work();
    await this.#draw([]);
    try {
      return await work();
    } finally {
      await this.#draw(this.#boxes);
    }
  }

  /** Ends with the link. */
  close(): void {
    this.#boxes = [];
  }

  async #draw(boxes: readonly OutlineBox[]): Promise<void> {
    const layout = new Layout(this.#outputs.list());
    const drawn = await Promise.all(boxes.map((box) => drawnAs(box, layout)));
    await this.#link.notify('outline', { boxes: drawn.flat() });
  }
}

async function drawnAs(box: OutlineBox, layout: Layout): Promise<readonly Drawn[]> {
  const output = layout.outputs.find(({ bounds }) => intersect(bounds, box.bounds));
  if (!output) return [];
  const { enlarged, scale, bounds: screen } = output;
  const { keepClear = [] } = box;
  const bounds = outlineBounds(box.bounds, screen, enlarged);
  const pieces = piecesBeside(outlinePieces(bounds.width, bounds.height, box.line, enlarged), bounds, keepClear);
  const place = onOutput(bounds, output);
  const drawn = {
    place,
    color: red,
    pieces: pieces.map(([x, y, width, height]) => divided({ x, y, width, height }, scale)),
  };
  if (box.label.trim() === '') return [drawn];
  const size = await renderLabel(box.label, enlarged);
  const of = { ...labelPosition(box.bounds, size, screen, enlarged), width: size.width, height: size.height };
  if (keepClear.some((clear) => intersect(clear, of))) return [drawn];
  return [{ ...drawn, label: { ...onOutput(of, output), text: labelText(box.label), size: labelStyle.fontSize } }];
}

function onOutput({ x, y, ...size }: Rect, { bounds, logical, scale }: PlacedOutput): Rect {
  const from = divided({ x: x - bounds.x, y: y - bounds.y, ...size }, scale);
  return { ...from, x: from.x + logical.x, y: from.y + logical.y };
}

function divided({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x / by, y: y / by, width: width / by, height: height / by };
}
