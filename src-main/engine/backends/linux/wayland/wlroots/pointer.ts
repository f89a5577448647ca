import type { Point, Rect } from '#contract/model/geometry';
import type { WheelAxis } from '../../../../backend.ts';
import type { PointerDevice } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { fixed } from '../wire/message.ts';
import type { Outputs } from '../wire/outputs.ts';
import { now } from './keyboard.ts';

/** https://wayland.app/protocols/wlr-virtual-pointer-unstable-v1 */
const createPointer = 0;
const requests = { moveAbsolute: 1, button: 2, frame: 4, axisSource: 5, axisDiscrete: 7 } as const;
const fromWheel = 0;
/** libinput's value of a wheel notch. */
const notchDegrees = 15;
/** Positions are fractions of the whole desktop: this many steps per logical pixel. */
const fineness = 16;

/** A virtual pointer device; moves the user's pointer. */
export class VirtualPointer implements PointerDevice {
  readonly #connection: WaylandConnection;
  readonly #outputs: Outputs;
  readonly #pointer: number;

  /** @throws CompositorLost if virtual pointers are not supported */
  constructor(connection: WaylandConnection, seat: number, outputs: Outputs) {
    this.#connection = connection;
    this.#outputs = outputs;
    const manager = connection.bind('zwlr_virtual_pointer_manager_v1', 2);
    this.#pointer = connection.create();
    connection.send(manager, createPointer, seat, this.#pointer);
  }

  async move({ x, y }: Point): Promise<void> {
    // The extent is that of the whole layout in logical pixels, whatever its scales.
    const whole = around(this.#outputs.list().map(({ logical }) => logical));
    const at = [x - whole.x, y - whole.y].map((value) => Math.round(value * fineness));
    const extent = [whole.width, whole.height].map((value) => Math.round(value * fineness));
    // The first move into another surface only enters it, and reports the distance. XWayland adds that to the entry position,
    // and is off until the next absolute position: so the first move goes to another part of the same pixel.
    const [across = 0, down = 0] = at;
    this.#queue(requests.moveAbsolute, now(), across + 1, down, ...extent);
    await this.#send(requests.moveAbsolute, now(), across, down, ...extent);
  }

  async button(code: number, down: boolean): Promise<void> {
    await this.#send(requests.button, now(), code, down ? 1 : 0);
  }

  async notch(axis: WheelAxis, up: boolean): Promise<void> {
    // Down and right are positive; `up` turns the wheel up, `right` turns it right.
    const sign = up === (axis === 'vertical') ? -1 : 1;
    this.#connection.send(this.#pointer, requests.axisSource, fromWheel);
    const number = axis === 'vertical' ? 0 : 1;
    await this.#send(requests.axisDiscrete, now(), number, fixed(sign * notchDegrees), sign);
  }

  #queue(opcode: number, ...args: readonly number[]): void {
    this.#connection.send(this.#pointer, opcode, ...args);
    this.#connection.send(this.#pointer, requests.frame);
  }

  async #send(opcode: number, ...args: readonly number[]): Promise<void> {
    this.#queue(opcode, ...args);
    await this.#connection.sync();
  }
}

function around(places: readonly Rect[]): Rect {
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  const width = Math.max(...places.map((place) => place.x + place.width)) - x;
  return { x, y, width, height: Math.max(...places.map((place) => place.y + place.height)) - y };
}
