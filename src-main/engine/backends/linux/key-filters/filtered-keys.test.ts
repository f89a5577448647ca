import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawInput } from '../../../backend.ts';
import { FilteredKeys } from './filtered-keys.ts';
import type { FilterName } from './key-filters.ts';

let running: FilterName[];
let reported: string[];
let keys: FilteredKeys;
beforeEach(() => {
  vi.useFakeTimers();
  running = ['ibus'];
  reported = [];
  keys = new FilteredKeys(
    () => running,
    (input) => reported.push(lineOf(input)),
    Date.now,
  );
});
afterEach(() => {
  keys.dispose();
  vi.useRealTimers();
});

function lineOf(input: RawInput): string {
  if (input.type === 'key') return `${input.taken ? 'taken ' : ''}${input.committed ? 'text ' : ''}${input.key}`;
  return input.type === 'preedit' ? `composes “${input.text}”` : input.type;
}

const press = (code: number, more: { readonly byUs?: true } = {}) =>
  keys.take({ type: 'key', key: String(code), text: null, time: 0, ...more }, code);
const click = () => keys.take({ type: 'button', x: 0, y: 0, button: 'left', down: true, modifiers: [], time: 0 }, 1);
const answer = (keycode: number, taken: boolean, filter: FilterName = 'ibus') =>
  keys.received(filter, { type: 'key', keycode, taken });

it('reports a key at once if no filter may consume it', () => {
  running = [];
  press(57);
  click();
  expect(reported).toEqual(['57', 'button']);
});

it('marks consumed keys, and reports the committed text instead', () => {
  press(57);
  press(36);
  expect(reported).toEqual([]);
  answer(57, true);
  keys.received('ibus', { type: 'preedit', text: '你' });
  keys.received('ibus', { type: 'commit', text: '你' });
  answer(36, false);
  expect(reported).toEqual(['taken 57', 'composes “你”', 'text 你', '36']);
});

it('marks keys that a filter consumed and sent to the app again', () => {
  let delivered: RawInput | undefined;
  keys = new FilteredKeys(
    () => running,
    (input) => (delivered = input),
    Date.now,
  );
  press(36);
  keys.received('ibus', { type: 'key', keycode: 36, taken: false, forwarded: true });
  expect(delivered).toMatchObject({ key: '36', forwarded: true });
  expect(delivered).not.toHaveProperty('taken');
});

it('keeps the order: a press waits behind a key without an answer', () => {
  press(57);
  click();
  expect(reported).toEqual([]);
  answer(57, false);
  expect(reported).toEqual(['57', 'button']);
});

it('accepts an answer that arrives before its key', () => {
  answer(57, true);
  press(57);
  expect(reported).toEqual(['taken 57']);
});

it('queries every filter; the first to consume a key wins', () => {
  running = ['screenReader', 'ibus'];
  press(57);
  answer(57, false, 'screenReader');
  expect(reported).toEqual([]);
  answer(57, false);
  press(36);
  answer(36, true, 'screenReader');
  expect(reported).toEqual(['57', 'taken 36']);
});

it('waits once for an app that queries no filter, and only briefly after that until one does again', () => {
  press(57);
  vi.advanceTimersByTime(1_400);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(reported).toEqual(['57']);
  press(58);
  vi.advanceTimersByTime(200);
  expect(reported).toEqual(['57', '58']);
  keys.received('ibus', { type: 'asked' });
  press(59);
  vi.advanceTimersByTime(200);
  expect(reported).toEqual(['57', '58']);
  answer(59, true);
  expect(reported).toEqual(['57', '58', 'taken 59']);
});

it("does not attribute an answer for our own key to the user's", () => {
  press(57, { byUs: true });
  answer(57, true);
  press(57);
  expect(reported).toEqual(['57']);
  answer(57, false);
  expect(reported).toEqual(['57', '57']);
});
