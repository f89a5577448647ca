import { setTimeout as sleep } from 'node:timers/promises';
import type { MouseButton } from '#contract/model/action';
import type { Point } from '#contract/model/geometry';
import { layoutInFront, sendInput, setCursorPos, vkKeyScan } from '../input/api.ts';
import { inputSize, packInputs, type InputEvent } from '../input/events.ts';
import { buttonEvent } from '../input/mouse.ts';

/** `VK_SHIFT` and `VK_CONTROL`. */
const shift = 0x10;
const control = 0x11;
/** Milliseconds between two strokes of a quick hand. */
const strokeMs = 25;
/** Where `dwExtraInfo` stands in an `INPUT` of the mouse, and in one of the keyboard. */
const markAt = { mouse: 32, key: 24 } as const;

/** Clicks as a person does: without the mark by which our own input is told apart. */
export async function click(at: Point, button: MouseButton = 'left'): Promise<void> {
  setCursorPos(at.x, at.y);
  await send([buttonEvent(button, true)]);
  await send([buttonEvent(button, false)]);
}

/** Types what the layout in front has keys for. */
export async function type(text: string): Promise<void> {
  for (const character of text) {
    const found = vkKeyScan(character.charCodeAt(0), layoutInFront());
    const held = (found >> 8) & 1 ? [shift] : [];
    await press(found & 0xff, held);
  }
}

/** The chord that halts everything: Ctrl+Shift+F9. */
export function pressHaltKey(): Promise<void> {
  return press(0x78, [control, shift]);
}

async function press(code: number, held: readonly number[]): Promise<void> {
  for (const each of held) await send([key(each, true)]);
  await send([key(code, true)]);
  await send([key(code, false)]);
  for (const each of [...held].reverse()) await send([key(each, false)]);
}

function key(code: number, down: boolean): InputEvent {
  return { type: 'key', key: { code, extended: false }, scanCode: 0, down };
}

async function send(events: readonly InputEvent[]): Promise<void> {
  sendInput(events.length, packUnmarked(events), inputSize);
  await sleep(strokeMs);
}

/** Events for `SendInput` that no one can tell from a person's. */
export function packUnmarked(events: readonly InputEvent[]): Uint8Array {
  const inputs = packInputs(events);
  const view = new DataView(inputs.buffer);
  events.forEach((event, index) => {
    view.setUint32(index * inputSize + (event.type === 'mouse' ? markAt.mouse : markAt.key), 0, true);
  });
  return inputs;
}
