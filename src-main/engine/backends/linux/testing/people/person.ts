import type { XPointer } from 'x11';
import type { Point } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { XConnection } from '../../x11/display/connection.ts';

/** How long a hand rests before it presses, and how long it holds a button or a key, in milliseconds. */
const restMs = 350;
const heldMs = 60;

/** A mouse and a keyboard that are none of Deskscope's. */
export interface Devices {
  move(to: Point): Promise<unknown>;
  /** Presses the left button for so many milliseconds. */
  click(heldMs: number): Promise<unknown>;
  /** @param code of linux/input-event-codes.h, on a keyboard of the United States */
  key(code: number, down: boolean): Promise<unknown>;
  close(): void;
}

/** From `q`, `a` and `z` on, as they lie side by side. */
const rows = { 16: 'qwertyuiop', 30: 'asdfghjkl', 44: 'zxcvbnm' } as const;
const codes = new Map(
  Object.entries(rows).flatMap(([first, row]) => Array.from(row, (letter, i) => [letter, Number(first) + i] as const)),
);
export const keyCodes = { tab: 15, enter: 28, shift: 42, space: 57 } as const;

/** Empty for a key that types none. */
export function letterOf(code: number): string {
  return [...codes].find(([, of]) => of === code)?.[0] ?? '';
}

/** The click of devices whose button goes down and up. */
export async function clickBy(button: (down: boolean) => Promise<unknown>, heldMs: number): Promise<void> {
  await button(true);
  await sleep(heldMs);
  await button(false);
}

/** Presses and types as a person does. */
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
    await this.devices.key(code, true);
    await sleep(heldMs);
    await this.devices.key(code, false);
    await sleep(heldMs);
  }

  /** Letters, capitals too. */
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

/** Keycodes and buttons that the X server has down, for a witness with a connection of its own. */
export async function heldInput(x: XConnection): Promise<{ keys: number[]; buttons: number[] }> {
  const keymap = await x.ask<Buffer>((client, done) => client.QueryKeymap(done));
  const { keyMask } = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
  const isDown = (code: number) => ((keymap[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  const keys = Array.from({ length: 256 }, (_, code) => code).filter(isDown);
  return { keys, buttons: [1, 2, 3, 4, 5].filter((button) => keyMask & (0x80 << button)) };
}
