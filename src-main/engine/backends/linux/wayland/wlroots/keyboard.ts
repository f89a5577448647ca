import { closeSync, writeSync } from 'node:fs';
import type { KeyDevice } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { memoryFile } from '../wire/socket.ts';
import { Keymap, modifierBits, spareKeys } from './keymap.ts';

/** https://wayland.app/protocols/virtual-keyboard-unstable-v1 */
const createKeyboard = 0;
const requests = { keymap: 0, key: 1, modifiers: 2 } as const;
const xkbV1 = 1;

/** A virtual keyboard, besides the user's. */
export class VirtualKeyboard implements KeyDevice {
  readonly capacity = spareKeys;
  readonly #connection: WaylandConnection;
  readonly #keyboard: number;
  readonly #keymap = new Keymap();
  readonly #held = new Set<number>();

  /** @throws CompositorLost if virtual keyboards are not supported */
  constructor(connection: WaylandConnection, seat: number) {
    this.#connection = connection;
    const manager = connection.bind('zwp_virtual_keyboard_manager_v1', 1);
    this.#keyboard = connection.create();
    connection.send(manager, createKeyboard, seat, this.#keyboard);
    this.#sendKeymap();
  }

  async find(keysyms: readonly number[]): ReturnType<KeyDevice['find']> {
    const { places, isNew } = this.#keymap.find(keysyms);
    if (isNew) {
      this.#sendKeymap();
      await this.#connection.sync();
    }
    return places;
  }

  async key(code: number, down: boolean): Promise<void> {
    if (down) this.#held.add(code);
    else this.#held.delete(code);
    this.#connection.send(this.#keyboard, requests.key, now(), code, down ? 1 : 0);
    // A virtual keyboard must report modifier changes itself.
    if (modifierBits.has(code)) this.#connection.send(this.#keyboard, requests.modifiers, this.#modifiers(), 0, 0, 0);
    await this.#connection.sync();
  }

  #modifiers(): number {
    return [...this.#held].reduce((bits, code) => bits | (modifierBits.get(code)?.bit ?? 0), 0);
  }

  #sendKeymap(): void {
    const text = Buffer.from(`${this.#keymap.text()}\0`);
    const fd = memoryFile(text.length);
    try {
      writeSync(fd, text, 0, text.length, 0);
      this.#connection.send(this.#keyboard, requests.keymap, xkbV1, { fd }, text.length);
    } finally {
      closeSync(fd);
    }
  }
}

/** Milliseconds of the clock that the compositor uses for its own input. */
export function now(): number {
  return Number(process.hrtime.bigint() / 1_000_000n) >>> 0;
}
