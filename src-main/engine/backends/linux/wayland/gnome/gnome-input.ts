import { z } from 'zod';
import type { Point } from '#contract/model/geometry';
import type { WheelAxis } from '../../../../backend.ts';
import type { KeyDevice, PointerDevice } from '../compositor.ts';
import { buttonCodes } from '../input/evdev.ts';
import type { LayoutKeys } from '../xkb/layout-keys.ts';
import type { GnomeLink } from './link.ts';

/** Clutter numbers buttons, reserving four numbers for wheel directions. */
export const clutterButtons: ReadonlyMap<number, number> = new Map([
  [buttonCodes.left, 1],
  [buttonCodes.middle, 2],
  [buttonCodes.right, 3],
  [buttonCodes.back, 8],
  [buttonCodes.forward, 9],
]);

const place = z.tuple([z.number(), z.number()]);

/** The extension's own devices, which the shell treats like the user's. They end with the link, releasing everything held. */
export class GnomeInput implements PointerDevice, KeyDevice {
  readonly capacity = Infinity;
  readonly #link: GnomeLink;
  readonly #keys: LayoutKeys;

  constructor(link: GnomeLink, keys: LayoutKeys) {
    this.#link = link;
    this.#keys = keys;
  }

  move({ x, y }: Point): Promise<void> {
    return this.#link.notify('point', { x, y });
  }

  async where(): Promise<Point> {
    const [x, y] = await this.#link.ask('where', {}, place);
    return { x, y };
  }

  button(code: number, down: boolean): Promise<void> {
    return this.#link.notify('button', { button: clutterButtons.get(code) ?? 0, down });
  }

  notch(axis: WheelAxis, up: boolean): Promise<void> {
    const [first, second] = axis === 'vertical' ? ['up', 'down'] : ['right', 'left'];
    return this.#link.notify('notch', { direction: up ? first : second });
  }

  find(keysyms: readonly number[]): ReturnType<KeyDevice['find']> {
    return this.#keys.find(keysyms);
  }

  key(code: number, down: boolean): Promise<void> {
    return this.#link.notify('key', { code, down });
  }
}
