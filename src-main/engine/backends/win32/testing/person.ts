import { setTimeout as sleep } from 'node:timers/promises';
import type { MouseButton } from '#contract/model/recordings/action';
import type { Point } from '#contract/model/geometry';
import { layoutInFront, sendInput, setCursorPos, vkKeyScan } from '../input/api.ts';
import { inputSize, packInputs, type InputEvent } from '../input/events.ts';
import { buttonEvent, wheelEvents } from '../input/mouse.ts';

/** `VK_SHIFT` and `VK_CONTROL`. */
const shift = 0x10;
const control = 0x11;
/** Milliseconds between two keys of a fast typist. */
const strokeMs = 25;
/** Pause before and after a drag, in milliseconds. */
const restMs = 300;
const moves = 8;
/** Offset of `dwExtraInfo` in a mouse `INPUT`, and in a keyboard one. */
const markAt = { mouse: 32, key: 24 } as const;

/** Clicks like the user: without the mark that identifies our own input. */
export async function click(at: Point, button: MouseButton = 'left'): Promise<void> {
  setCursorPos(at.x, at.y);
  await send([buttonEvent(button, true)]);
  await send([buttonEvent(button, false)]);
}

/** Drags in several moves. */
export async function drag(from: Point, to: Point): Promise<void> {
  setCursorPos(from.x, from.y);
  await sleep(restMs);
  await send([buttonEvent('left', true)]);
  for (let n = 1; n <= moves; n++) {
    const part = (a: number, b: number) => a + Math.round(((b - a) * n) / moves);
    setCursorPos(part(from.x, to.x), part(from.y, to.y));
    await sleep(strokeMs);
  }
  await sleep(restMs);
  await send([buttonEvent('left', false)]);
}

/** Turns the wheel over a point, notch by notch: positive is down. */
export async function turnWheel(at: Point, notches: number): Promise<void> {
  setCursorPos(at.x, at.y);
  await sleep(restMs);
  for (const event of wheelEvents('vertical', -notches)) await send([event]);
}

/** Types text with the keys of the foreground layout. */
export async function type(text: string): Promise<void> {
  for (const character of text) {
    const found = vkKeyScan(character.charCodeAt(0), layoutInFront());
    const held = (found >> 8) & 1 ? [shift] : [];
    await press(found & 0xff, held);
  }
}

/** The emergency-stop chord: Ctrl+Shift+F9. */
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

/** Events for `SendInput` that are indistinguishable from the user's. */
export function packUnmarked(events: readonly InputEvent[]): Uint8Array {
  const inputs = packInputs(events);
  const view = new DataView(inputs.buffer);
  events.forEach((event, index) => {
    view.setUint32(index * inputSize + (event.type === 'mouse' ? markAt.mouse : markAt.key), 0, true);
  });
  return inputs;
}
