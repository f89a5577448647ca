import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { Disposable } from '../../../../base/async/disposable.ts';
import type { InputProvider, RawInput } from '../../../backend.ts';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { sendInput } from '../input/api.ts';
import { inputSize, packInputs } from '../input/events.ts';
import { createInput } from '../input/input.ts';
import { startNotepad, type Notepad } from '../testing/notepad.ts';
import * as person from '../testing/person.ts';
import { Pump } from '../thread/pump.ts';
import { Observer } from './observer.ts';
import { soon } from '../../../testing/outcome.ts';

const typing = { signal: new AbortController().signal, beforeKey: () => Promise.resolve() };

let entry: BuiltEntry;
let pump: Pump;
let observer: Observer;
let input: InputProvider;
let notepad: Notepad;
let seen: RawInput[] = [];
let watching: Disposable | null = null;

beforeAll(async () => {
  entry = await bundleEntry();
  pump = new Pump(entry.path);
  observer = new Observer(pump, silentLog);
  input = createInput(silentLog);
  notepad = await startNotepad();
});
afterAll(async () => {
  await notepad.close();
  observer.dispose();
  await pump.close();
  await entry.remove();
});
beforeEach(async () => {
  await notepad.front();
  notepad.clear();
  seen = [];
});
afterEach(async () => {
  watching?.dispose();
  // Events before this answer are delivered first, so none reaches the next test.
  await pump.call('hooks', { mode: 'off' });
});

const listen = async () => (watching = await observer.listen((event) => seen.push(event)));
const grab = async () => (watching = await observer.grab((event) => seen.push(event)));
const keysIn = (events: readonly RawInput[]) =>
  events.flatMap((event) => (event.type === 'key' ? [[event.key, event.text]] : []));
const keys = () => keysIn(seen);
/**
 * Keys are observed before their program receives them, and would appear in the next test: clearing its text overtakes them.
 */
const digested = (text: RegExp) => vi.waitFor(() => expect(notepad.text()).toMatch(text), soon);
const reads = (text: string) => vi.waitFor(() => expect(notepad.text()).toBe(text), soon);

describe('listening', () => {
  test('reports text with its characters, and chords with their names', async () => {
    await listen();
    await input.type('aЖ 😀\n', typing);
    for (const chord of ['shift+b', 'ctrl+b', 'ArrowLeft', 'ctrl+shift+End', 'NumpadAdd', 'Escape', 'F5', '?'])
      await input.press(chord);
    await vi.waitFor(
      () =>
        expect(keys()).toEqual([
          ['a', 'a'] as const,
          ['ж', 'Ж'] as const,
          ['Space', ' '] as const,
          ['😀', '😀'] as const,
          ['Enter', null] as const,
          ['shift+b', 'B'] as const,
          ['ctrl+b', null] as const,
          ['ArrowLeft', null] as const,
          ['ctrl+shift+End', null] as const,
          ['+', '+'] as const,
          ['Escape', null] as const,
          ['F5', null] as const,
          ['shift+/', '?'] as const,
        ]),
      soon,
    );
    await digested(/\?$/);
  });

  test('reports letters in the case that CapsLock gives them', async () => {
    await listen();
    await input.press('CapsLock');
    await input.press('a');
    await input.press('shift+a');
    await input.press('CapsLock');
    await input.press('a');
    const expected = [
      ['a', 'A'],
      ['shift+a', 'a'],
      ['a', 'a'],
    ];
    await vi.waitFor(() => expect(keys().filter(([key]) => key !== 'CapsLock')).toEqual(expected), soon);
    await digested(/^Aaa$/);
  });

  test('notices at once the release of a modifier held before it began', async () => {
    await input.modifier('ctrl', true);
    await listen();
    await input.modifier('ctrl', false);
    await input.press('a');
    await vi.waitFor(() => expect(keys()).toEqual([['a', 'a']]), soon);
    await digested(/^a$/);
  });

  test('reports pointer moves and presses, with modifiers and times', async () => {
    await listen();
    const began = performance.now();
    await input.move({ x: 900, y: 850 });
    await input.modifier('ctrl', true);
    await input.button('middle', true);
    await input.button('middle', false);
    await input.modifier('ctrl', false);
    await input.wheel('vertical', -2);
    await input.button('forward', true);
    await input.button('forward', false);
    await vi.waitFor(() => expect(seen).toHaveLength(7), soon);
    const at = { x: 900, y: 850 };
    const [ctrl, none] = [{ modifiers: ['ctrl'] }, { modifiers: [] }];
    expect(seen).toMatchObject([
      { type: 'move', ...at },
      { type: 'button', button: 'middle', down: true, ...at, ...ctrl },
      { type: 'button', button: 'middle', down: false, ...at, ...ctrl },
      { type: 'wheel', notches: -1 },
      { type: 'wheel', notches: -1 },
      { type: 'button', button: 'forward', down: true, ...none },
      { type: 'button', button: 'forward', down: false, ...none },
    ]);
    for (const { time } of seen) {
      expect(time).toBeGreaterThanOrEqual(began);
      expect(time).toBeLessThanOrEqual(performance.now());
    }
  });

  test('distinguishes our own input from that of others', async () => {
    await listen();
    await input.press('F6');
    await input.type('aЖ', typing);
    await person.type('b');
    await digested(/aЖb$/);
    await person.click({ x: 950, y: 900 });
    await input.button('middle', true);
    await input.button('middle', false);
    await vi.waitFor(() => expect(seen.filter(({ type }) => type === 'button')).toHaveLength(4), soon);
    const reported = seen.flatMap((each) => (each.type === 'move' ? [] : [[each.type, each.byUs ?? false]]));
    expect(reported).toEqual([
      ...[true, true, true, false].map((byUs) => ['key', byUs]),
      ...[false, false, true, true].map((byUs) => ['button', byUs]),
    ]);
  });

  test('keeps the pointer on the screen, however far it is moved', async () => {
    await input.move({ x: 900, y: 850 });
    await listen();
    const push = packInputs([{ type: 'mouse', flags: 1, dx: -5_000, dy: 5_000 }]);
    sendInput(1, push, inputSize);
    await vi.waitFor(() => expect(seen).toHaveLength(1), soon);
    expect(seen).toMatchObject([{ type: 'move', ...(await input.pointer()) }]);
  });

  test('suppresses nothing, and ends with its listener', async () => {
    await listen();
    await input.type('abc', typing);
    await reads('abc');
    await vi.waitFor(() => expect(keys()).toHaveLength(3), soon);
    watching?.dispose();
    await input.type('d', typing);
    await reads('abcd');
    // Keys are reported in order: after the next one, this one can no longer arrive.
    const later: RawInput[] = [];
    watching = await observer.listen((event) => later.push(event));
    await input.type('e', typing);
    await vi.waitFor(() => expect(keysIn(later)).toContainEqual(['e', 'e']), soon);
    expect(keys()).toHaveLength(3);
    await reads('abcde');
  });

  test('can be reinstalled without duplicate events', async () => {
    await listen();
    await pump.call('hooks', { mode: 'listen', reinstall: true });
    await input.type('x', typing);
    await reads('x');
    await input.type('y', typing);
    const once = [
      ['x', 'x'],
      ['y', 'y'],
    ];
    await vi.waitFor(() => expect(keys()).toEqual(once), soon);
    await reads('xy');
  });
});

describe('grabbing', () => {
  test('withholds keys, buttons and wheel from programs, and lets the pointer move', async () => {
    await input.type('before', typing);
    await reads('before');
    await grab();
    await input.press('ctrl+a');
    await input.press('Escape');
    await input.move({ x: 300, y: 300 });
    await input.button('left', true);
    await input.button('left', false);
    await input.type('x', typing);
    await vi.waitFor(
      () =>
        expect(keys()).toEqual([
          ['ctrl+a', null],
          ['Escape', null],
          ['x', 'x'],
        ]),
      soon,
    );
    expect(seen.filter(({ type }) => type === 'button')).toHaveLength(2);
    expect(await input.pointer()).toEqual({ x: 300, y: 300 });
    watching?.dispose();
    await vi.waitFor(async () => {
      await input.type('!', typing);
      await vi.waitFor(() => expect(notepad.text()).toMatch(/^before!+$/), { timeout: 200 });
    }, soon);
  });

  test('delivers events to another listener', async () => {
    const beside: RawInput[] = [];
    const listening = await observer.listen((event) => beside.push(event));
    await grab();
    await input.press('Escape');
    await vi.waitFor(() => expect(beside).toHaveLength(1), soon);
    watching?.dispose();
    await vi.waitFor(async () => {
      await input.type('y', typing);
      await vi.waitFor(() => expect(notepad.text()).toMatch(/y$/), { timeout: 200 });
    }, soon);
    await vi.waitFor(() => expect(beside.length).toBeGreaterThan(1), soon);
    listening.dispose();
    expect(seen).toHaveLength(1);
  });
});
