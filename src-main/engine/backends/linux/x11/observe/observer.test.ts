import { expect, it, vi } from 'vitest';
import type { RawInput } from '../../../../backend.ts';
import { unknownCharacter } from '#contract/model/recordings/action';
import { eventCode, type DeviceEvent } from '../input/device.ts';
import { Keymap, stateBit } from '../input/keyboard/keymap.ts';
import { noComposer } from '../../xkb/compose.ts';
import { inSequence } from './observer.ts';

const [first, key] = [8, 10];
const map = (keysym: number) => new Keymap(first, [[0], [0], [keysym, keysym]], []);
const usual = { composer: noComposer, log: () => undefined, reports: 'pressed' } as const;
const [nothing, umlaut] = [map(0), map(0xfc)];

/** The report for a key without keysyms in the previously read map. */
async function reported(now: Keymap, changedLately: boolean): Promise<readonly RawInput[]> {
  const inputs: RawInput[] = [];
  const cache = { get: () => Promise.resolve(nothing), again: () => Promise.resolve(now), changedLately };
  const sequence = inSequence({ keymaps: cache, listener: (input) => inputs.push(input), ...usual });
  const event = { code: eventCode.keyPress, detail: key, state: 0, x: 0, y: 0, time: 5 } as DeviceEvent;
  sequence.event(event, false);
  sequence.event({ ...event, code: eventCode.motion }, false);
  await vi.waitFor(() => expect(inputs.at(-1)?.type).toBe('move'));
  return inputs.slice(0, -1);
}

it('reads a key that a program has just mapped', async () => {
  expect(await reported(umlaut, true)).toMatchObject([{ type: 'key', key: 'ü', text: 'ü' }]);
});

it('reports an unreadable character, but nothing for a key that never had one', async () => {
  expect(await reported(nothing, true)).toMatchObject([{ type: 'key', text: unknownCharacter, time: 5 }]);
  expect(await reported(nothing, false)).toEqual([]);
});

it.each([
  [0xfc, 'ü'],
  [0x6d6, 'ж'],
])('reads a key that a program mapped only for its press (%i)', async (keysym, text) => {
  const inputs: RawInput[] = [];
  const cache = { get: () => Promise.resolve(nothing), again: () => Promise.resolve(nothing), changedLately: false };
  const sequence = inSequence({ keymaps: cache, listener: (input) => inputs.push(input), ...usual });
  const press = { code: eventCode.keyPress, detail: key, state: 0, x: 0, y: 0, time: 5 } as DeviceEvent;
  sequence.remapped(new Map([[key, [keysym]]]));
  sequence.event(press, false);
  sequence.event({ ...press, state: stateBit.shift }, false);
  sequence.remapped(new Map([[key, [0]]]));
  sequence.event(press, false);
  await vi.waitFor(() => expect(inputs.length).toBeGreaterThan(1));
  expect(inputs).toMatchObject([{ text }, { text: text.toUpperCase() }]);
});

it.each([
  ['pressed', 'left'],
  ['reported', 'right'],
] as const)('reports the logical button if the user has swapped them (%s)', async (reports, button) => {
  const inputs: RawInput[] = [];
  const swapped = new Keymap(first, [], [], null, [3, 2, 1]);
  const get = () => Promise.resolve(swapped);
  const cache = { get, again: get, changedLately: false };
  const sequence = inSequence({ keymaps: cache, listener: (input) => inputs.push(input), ...usual, reports });
  sequence.event({ code: eventCode.buttonPress, detail: 3, state: 0, x: 0, y: 0, time: 5 }, false);
  await vi.waitFor(() => expect(inputs).toMatchObject([{ type: 'button', button }]));
});
