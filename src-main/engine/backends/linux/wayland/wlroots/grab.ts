import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Point } from '#contract/model/geometry';
import type { RawInput } from '../../../../backend.ts';
import { nameOf } from '../../x11/input/keyboard/keys.ts';
import { Layout, type PlacedOutput } from '../layout.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import type { EventReader } from '../wire/message.ts';
import type { Outputs } from '../wire/outputs.ts';
import { keysymOf } from './keymap.ts';
import type { LayerShell } from './layer-surface.ts';

/** https://wayland.app/protocols/wayland#wl_seat */
const seatRequests = { getPointer: 0, getKeyboard: 1 } as const;
const release = { pointer: 1, keyboard: 0 } as const;
const pointerEvents = { enter: 0, motion: 2, button: 3, axis: 4 } as const;
const keyboardEvents = { key: 3, modifiers: 4 } as const;
const pressed = 1;
const nothing = { width: 1, height: 1, rows: [] };

/**
 * Grabs pointer and keys with an invisible layer over each output. Open menus close, since they lose their grab.
 * @returns a function that releases both
 */
export async function grabByLayers(
  shell: LayerShell,
  seat: number,
  outputs: Outputs,
  listener: (input: RawInput) => void,
): Promise<Disposable> {
  const { connection } = shell;
  const layout = new Layout(outputs.list());
  const covers = new Map<number, PlacedOutput>();
  const receive = new GrabbedInput(layout, covers, listener);
  const pointer = connection.create((opcode, event) => receive.pointer(opcode, event));
  connection.send(seat, seatRequests.getPointer, pointer);
  const keyboard = connection.create((opcode, event) => receive.keyboard(opcode, event));
  connection.send(seat, seatRequests.getKeyboard, keyboard);
  const layers = await Promise.all(
    layout.outputs.map(async (output) => {
      const { object, logical } = output;
      const place = { x: 0, y: 0, width: logical.width, height: logical.height };
      const layer = await shell.open({ output: object, place, takesInput: true }, nothing);
      covers.set(layer.surface, output);
      return layer;
    }),
  );
  await connection.sync();
  return disposable(() => {
    for (const layer of layers) layer.close();
    connection.send(pointer, release.pointer);
    connection.send(keyboard, release.keyboard);
  });
}

/** Converts the layers' events to Deskscope's terms. */
class GrabbedInput {
  readonly #layout: Layout;
  readonly #covers: ReadonlyMap<number, PlacedOutput>;
  readonly #listener: (input: RawInput) => void;
  #on: PlacedOutput | undefined;
  #at: Point = { x: 0, y: 0 };
  #modifiers = 0;

  constructor(layout: Layout, covers: ReadonlyMap<number, PlacedOutput>, listener: (input: RawInput) => void) {
    this.#layout = layout;
    this.#covers = covers;
    this.#listener = listener;
  }

  pointer(opcode: number, event: EventReader): void {
    const time = performance.now();
    if (opcode === pointerEvents.enter) {
      event.uint();
      this.#on = this.#covers.get(event.uint()) ?? this.#on;
      this.#moved(event);
    } else if (opcode === pointerEvents.motion) {
      event.uint();
      this.#moved(event);
    } else if (opcode === pointerEvents.button) {
      event.uint();
      event.uint();
      const button = buttonOf(event.uint());
      const down = event.uint() === pressed;
      const modifiers = modifiersIn(this.#modifiers);
      if (button) this.#listener({ type: 'button', ...this.#at, button, down, modifiers, time });
    } else if (opcode === pointerEvents.axis) {
      event.uint();
      const isVertical = event.uint() === 0;
      if (isVertical) this.#listener({ type: 'wheel', ...this.#at, notches: -Math.sign(event.fixed()), time });
    }
  }

  keyboard(opcode: number, event: EventReader): void {
    if (opcode === keyboardEvents.modifiers) {
      event.uint();
      this.#modifiers = event.uint();
      return;
    }
    if (opcode !== keyboardEvents.key) return;
    event.uint();
    event.uint();
    const name = nameOf(keysymOf(event.uint()));
    if (name === null || event.uint() !== pressed) return;
    const key = [...modifiersIn(this.#modifiers), name].join('+');
    this.#listener({ type: 'key', key, text: null, time: performance.now() });
  }

  #moved(event: EventReader): void {
    if (!this.#on) return;
    const { x, y } = this.#on.logical;
    this.#at = this.#layout.pixelAt({ x: x + event.fixed(), y: y + event.fixed() });
    this.#listener({ type: 'move', ...this.#at, time: performance.now() });
  }
}
