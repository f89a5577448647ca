import type { Point } from '#contract/model/geometry';
import type { WheelAxis } from '../../../../backend.ts';
import type { KeyDevice, PointerDevice } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { fixed } from '../wire/message.ts';
import type { LayoutKeys } from '../xkb/layout-keys.ts';

/** https://wayland.app/protocols/kde-fake-input */
export const fakeInput = 'org_kde_kwin_fake_input';
const version = 4;
const requests = { authenticate: 0, button: 2, axis: 3, moveAbsolute: 9, key: 10 } as const;
/** The value that Qt treats as one wheel notch. */
const notch = 10;

/** Input like from the user's own mouse and keyboard. KWin offers it to permitted programs. */
export class FakeInput implements PointerDevice, KeyDevice {
  readonly capacity = Infinity;
  readonly #connection: WaylandConnection;
  readonly #keys: LayoutKeys;
  readonly #input: number;

  /** @throws CompositorLost if it is not offered */
  constructor(connection: WaylandConnection, keys: LayoutKeys) {
    this.#connection = connection;
    this.#keys = keys;
    this.#input = connection.bind(fakeInput, version);
    connection.send(this.#input, requests.authenticate, 'Deskscope', 'Acts for who runs it');
  }

  move({ x, y }: Point): Promise<void> {
    return this.#send(requests.moveAbsolute, fixed(x), fixed(y));
  }

  button(code: number, down: boolean): Promise<void> {
    return this.#send(requests.button, code, down ? 1 : 0);
  }

  notch(axis: WheelAxis, up: boolean): Promise<void> {
    const isVertical = axis === 'vertical';
    return this.#send(requests.axis, isVertical ? 0 : 1, fixed(up === isVertical ? -notch : notch));
  }

  find(keysyms: readonly number[]): ReturnType<KeyDevice['find']> {
    return this.#keys.find(keysyms);
  }

  key(code: number, down: boolean): Promise<void> {
    return this.#send(requests.key, code, down ? 1 : 0);
  }

  async #send(opcode: number, ...args: readonly number[]): Promise<void> {
    this.#connection.send(this.#input, opcode, ...args);
    await this.#connection.sync();
  }
}
