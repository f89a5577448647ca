import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { InputProvider } from '../../../backend.ts';
import { startNotepad, type Notepad } from '../testing/notepad.ts';
import * as api from './api.ts';
import { createInput } from './input.ts';
import { soon } from '../../../testing/outcome.ts';

/** Accents, other alphabets, an emoji of three code points, a combining mark, and characters of dead keys and AltGr. */
const sample = 'Hello é ß Ñ œ 漢字 😀 👩‍🚀 e\u0301 «ж» €{}[]@|~\\ ^`´¨" Ωλ';
const typing = { signal: new AbortController().signal, beforeKey: () => Promise.resolve() };

let input: InputProvider;
let notepad: Notepad;
beforeAll(async () => {
  input = createInput(silentLog);
  notepad = await startNotepad();
});
afterAll(() => notepad.close());
beforeEach(async () => {
  await notepad.front();
  notepad.clear();
});

const reads = (text: string) => vi.waitFor(() => expect(notepad.text()).toBe(text), soon);

describe('typing', () => {
  test.each([sample, 'a line\n\tand another', 'x'.repeat(200)])('%s', async (text) => {
    await input.type(text, typing);
    await reads(text);
  });

  test('checks before every character whether to go on, and stops if not', async () => {
    const asked: number[] = [];
    const beforeKey = (typed: number) => {
      asked.push(typed);
      return typed < 3 ? Promise.resolve() : Promise.reject(new Error('enough'));
    };
    await expect(input.type('😀bcdef', { ...typing, beforeKey })).rejects.toThrow('enough');
    expect(asked).toEqual([0, 1, 2, 3]);
    await reads('😀bc');
  });

  test('refuses characters that no key types, before the first key', async () => {
    const refused = { code: 'invalid_parameter', delivery: 'not_delivered' };
    await expect(input.type('ab\u0007', typing)).rejects.toMatchObject(refused);
    expect(notepad.text()).toBe('');
  });

  test('is independent of CapsLock, which stays on', async () => {
    await input.press('CapsLock');
    try {
      await input.type('aBc é', typing);
      await reads('aBc é');
    } finally {
      await input.press('CapsLock');
    }
  });

  test('waits while the user holds a modifier, and eventually reports it', async () => {
    await input.modifier('ctrl', true);
    // Another device did not press it: it counts as the user's key.
    const other = createInput(silentLog);
    await vi.waitFor(() => expect(api.isKeyDown(0xa2)).toBe(true), soon);
    await expect(other.type('x', typing)).rejects.toThrow('Ctrl is held down');
    await input.releaseAll();
    await other.type('x', typing);
    await reads('x');
  });
});

test('releases leftovers of an earlier action before the next', async () => {
  await input.modifier('shift', true);
  await input.untilFree(typing.signal);
  expect(api.isKeyDown(0xa0)).toBe(false);
});

describe('chords', () => {
  test('select, copy, paste, move and delete', async () => {
    await input.type('one two', typing);
    await reads('one two');
    for (const chord of ['ctrl+a', 'ctrl+c', 'End', 'ctrl+v']) await input.press(chord);
    await reads('one twoone two');
    for (const chord of ['shift+Home', 'Delete']) await input.press(chord);
    await reads('');
  });

  test('press the named keys, including the keypad’s', async () => {
    await input.type('abc', typing);
    for (const chord of ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Home', 'Delete', 'End', 'NumpadEnter'])
      await input.press(chord);
    for (const chord of ['NumLock', 'Numpad7', 'NumLock']) await input.press(chord);
    for (const chord of ['NumpadAdd', 'NumpadDivide', 'Space', 'Enter', 'Tab', 'a', 'shift+b', '+', '?', 'ж'])
      await input.press(chord);
    await reads('c\n7+/ \n\taB+?ж');
  });

  test('are held as long as requested', async () => {
    const held = input.press('shift+a', { ms: 200, signal: typing.signal });
    await vi.waitFor(() => expect(api.isKeyDown(0xa0)).toBe(true), soon);
    await held;
    await vi.waitFor(() => expect(api.isKeyDown(0xa0)).toBe(false), soon);
  });

  test('that Windows drops are refused', async () => {
    const refused = { code: 'unsupported_platform', delivery: 'not_delivered' };
    await expect(input.press('ctrl+alt+Delete')).rejects.toMatchObject(refused);
  });

  test('with unknown keys are refused by name', async () => {
    await expect(input.press('Copy')).rejects.toMatchObject({ code: 'unsupported_platform' });
    await expect(input.press('ctrl+漢')).rejects.toMatchObject({ code: 'unsupported_platform' });
  });
});

describe('the mouse', () => {
  test.each([
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 777, y: 333 },
    { x: 1599, y: 999 },
  ])('goes to $x, $y', async (at) => {
    await input.move(at);
    expect(await input.pointer()).toEqual(at);
  });

  test('reaches every pixel of a row', async () => {
    for (let x = 0; x < 1600; x += 7) {
      await input.move({ x, y: 500 });
      expect((await input.pointer()).x).toBe(x);
    }
  });

  test('presses and releases; held buttons are released at once', async () => {
    await input.move({ x: 900, y: 800 });
    await input.button('middle', true);
    await input.modifier('shift', true);
    await vi.waitFor(() => expect([api.isKeyDown(4), api.isKeyDown(0xa0)]).toEqual([true, true]), soon);
    await input.releaseAll();
    await vi.waitFor(() => expect([api.isKeyDown(4), api.isKeyDown(0xa0)]).toEqual([false, false]), soon);
  });
});
