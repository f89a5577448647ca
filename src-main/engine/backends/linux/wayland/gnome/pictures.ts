import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { pixelsOfPng, resized } from '../../../../picture/canvas.ts';
import { crop } from '../../../../picture/pixels.ts';
import type { CompositorWindow, PictureSource } from '../compositor.ts';
import { Layout } from '../layout.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import type { GnomeLink } from './link.ts';
import type { GnomeWindow } from './windows.ts';

/** Pictures by the shell: of outputs, and of windows, covered ones as well. It gives PNG. */
export class GnomePictures implements PictureSource {
  readonly #link: GnomeLink;
  readonly #outputs: Outputs;

  constructor(link: GnomeLink, outputs: Outputs) {
    this.#link = link;
    this.#outputs = outputs;
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    const output = this.#outputs.list().find((each) => each.object === object);
    if (!output) throw new CompositorLost('the output is gone');
    return crop(await this.#read('picture', { area: output.logical }), part);
  }

  /** A window is painted at a whole scale, and made smaller for an output whose scale is none. */
  async window(window: CompositorWindow): Promise<Pixels> {
    const { frame } = window;
    const pixels = await this.#read('window', { id: (window as GnomeWindow).number });
    const layout = new Layout(this.#outputs.list());
    const { scale } = layout.projectionOf(frame);
    const painted = Math.ceil(scale);
    const isWhole = [pixels.width - frame.width * painted, pixels.height - frame.height * painted].every(
      (off) => Math.abs(off) <= 1,
    );
    return isWhole && painted !== scale ? resized(pixels, layout.toScreen(frame)) : pixels;
  }

  async #read(ask: string, told: Readonly<Record<string, unknown>>): Promise<Pixels> {
    return pixelsOfPng(await this.#link.read(ask, told));
  }
}
