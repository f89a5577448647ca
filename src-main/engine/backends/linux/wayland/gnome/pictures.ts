import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { pixelsOfPng } from '../../../../picture/canvas.ts';
import { crop } from '../../../../picture/pixels.ts';
import type { CompositorWindow, PictureSource } from '../compositor.ts';
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

  window(window: CompositorWindow): Promise<Pixels> {
    return this.#read('window', { id: (window as GnomeWindow).number });
  }

  async #read(ask: string, told: Readonly<Record<string, unknown>>): Promise<Pixels> {
    return pixelsOfPng(await this.#link.read(ask, told));
  }
}
