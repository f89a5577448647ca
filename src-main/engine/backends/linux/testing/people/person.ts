import type { XPointer } from 'x11';
import type { Point } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { XConnection } from '../../x11/display/connection.ts';

/** Pause before a press, its duration as by a hand, and pause after a key, in milliseconds. */
const restMs = 350;
const heldMs = 100;
const keyMs = 120;

/** A mouse and a keyboard independent of Deskscope. */
export interface Devices {
  move(to: Point): Promise<unknown>;
  /** Holds the left button for this many milliseconds. */
  click(heldMs: number): Promise<unknown>;
  /** @param code of linux/input-event-codes.h, on a US keyboard */
  key(code: number, down: boolean): Promise<unknown>;
  /** Down and up at once: a key that a busy machine releases late repeats. @param code as for `key` */
  tap(code: number): Promise<unknown>;
  close(): void;
}

/** Consecutive keys from `q`, `a` and `z` on. */
const rows = { 16: 'qwertyuiop', 30: 'asdfghjkl', 44: 'zxcvbnm' } as const;
const codes = new Map(
  Object.entries(rows).flatMap(([first, row]) => Array.from(row, (letter, i) => [letter, Number(first) + i] as const)),
);
export const keyCodes = { tab: 15, enter: 28, shift: 42, space: 57 } as const;

/** Empty for a key that types nothing. */
export function letterOf(code: number): string {
  return [...codes].find(([, of]) => of === code)?.[0] ?? '';
}

/** A click from button down and up. */
export async function clickBy(button: (down: boolean) => Promise<unknown>, heldMs: number): Promise<void> {
  await button(true);
  await sleep(heldMs);
  await button(false);
}

/** Presses and types like a user. */
export class Person {
  readonly devices: Devices;

  constructor(devices: Devices) {
    this.devices = devices;
  }

  async press(at: Point): Promise<void> {
    await this.devices.move({ x: at.x - 3, y: at.y });
    await sleep(heldMs);
    await this.devices.move(at);
    await sleep(restMs);
    await this.devices.click(heldMs);
  }

  async tap(code: number): Promise<void> {
    await this.devices.tap(code);
    await sleep(keyMs);
  }

  /** Letters, including capitals. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      const isCapital = character !== character.toLowerCase();
      const code = codes.get(character.toLowerCase());
      if (code === undefined) throw new Error(`There is no key for ${character}.`);
      if (isCapital) await this.devices.key(keyCodes.shift, true);
      await this.tap(code);
      if (isCapital) await this.devices.key(keyCodes.shift, false);
    }
  }
}

/** The X server's pressed keycodes and buttons, read on a separate connection. */
export async function heldInput(x: XConnection): Promise<{ keys: number[]; buttons: number[] }> {
  const keymap = await x.ask<Buffer>((client, done) => client.QueryKeymap(done));
  const { keyMask } = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
  const isDown = (code: number) => ((keymap[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  const keys = Array.from({ length: 256 }, (_, code) => code).filter(isDown);
  return { keys, buttons: [1, 2, 3, 4, 5].filter((button) => keyMask & (0x80 << button)) };
}
