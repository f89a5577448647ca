import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { XTest } from '../x11/extensions.ts';
import type { XConnection } from '../x11/connection.ts';

/** Raw input through the XTEST extension. Remembers what it holds down, so that everything can be let go. */
export class Device {
  readonly #x: XConnection;
  readonly #keys = new Set<number>();
  readonly #buttons = new Set<number>();

  constructor(x: XConnection) {
    this.#x = x;
  }

  /** In physical screen pixels. */
  async move(to: Point): Promise<void> {
    const test = await this.#test();
    test.FakeInput(test.MotionNotify, 0, 0, this.#x.root, to.x, to.y);
    await this.#x.sync();
  }

  async button(button: number, down: boolean): Promise<void> {
    const test = await this.#test();
    if (down) this.#buttons.add(button);
    else this.#buttons.delete(button);
    test.FakeInput(down ? test.ButtonPress : test.ButtonRelease, button, 0, 0, 0, 0);
    await this.#x.sync();
  }

  async key(keycode: number, down: boolean): Promise<void> {
    const test = await this.#test();
    if (down) this.#keys.add(keycode);
    else this.#keys.delete(keycode);
    test.FakeInput(down ? test.KeyPress : test.KeyRelease, keycode, 0, 0, 0, 0);
    await this.#x.sync();
  }

  /** Presses and releases a key while others are held; those are released even when it fails. */
  async tap(keycode: number, held: readonly number[]): Promise<void> {
    try {
      for (const code of held) await this.key(code, true);
      await this.key(keycode, true);
    } finally {
      await this.key(keycode, false);
      for (const code of [...held].reverse()) await this.key(code, false);
    }
  }

  async releaseAll(): Promise<void> {
    for (const button of [...this.#buttons]) await this.button(button, false);
    for (const key of [...this.#keys]) await this.key(key, false);
  }

  async #test(): Promise<XTest> {
    const test = await this.#x.extension('xtest');
    if (!test) {
      throw new AppError('unsupported_platform', 'The X server has no XTEST extension, so input cannot be sent.', {
        delivery: 'not_delivered',
      });
    }
    return test;
  }
}
