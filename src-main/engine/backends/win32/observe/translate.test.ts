import { describe, expect, it, test } from 'vitest';
import type { CharacterState, KeyText } from '../input/layout.ts';
import type { HeldState } from './hook-events.ts';
import { Translator } from './translate.ts';

const nothing: HeldState = { ctrl: false, shift: false, alt: false, meta: false, capsLock: false, numLock: true };

/** Results of keys pressed in order. `taken`: the foreground program has processed the key. */
function press(
  textOf: (code: number, state: CharacterState) => KeyText | null,
  codes: readonly number[],
  { held = nothing, taken = () => undefined }: { held?: HeldState; taken?: (code: number) => void } = {},
) {
  const translator = new Translator(textOf);
  return codes.flatMap((code) => {
    const input = translator.translate({
      device: 'keyboard',
      down: true,
      code,
      scanCode: 0,
      time: 0,
      held,
      byUs: false,
    });
    taken(code);
    return input?.type === 'key' ? [[input.key, input.text]] : [];
  });
}

/** As characters, dead keys after a `^`. */
const layoutOf = (keys: Readonly<Record<number, string>>) => (code: number) => {
  const text = keys[code];
  return text === undefined ? null : { text: text.replace(/^\^/, ''), dead: text.startsWith('^') };
};

describe('a dead key', () => {
  const [accent, e, x, space, backspace] = [0xde, 0x45, 0x58, 0x20, 0x08];
  const international = layoutOf({ [accent]: "^'", [e]: 'e', [x]: 'x', [space]: ' ' });
  const cases = [
    { codes: [accent, e], typed: 'é' },
    { codes: [accent, x], typed: "'x" },
    { codes: [accent, space], typed: "'" },
    { codes: [accent, accent], typed: "''" },
    { codes: [accent, x, e], typed: "'xe" },
    { codes: [accent, e, accent, e], typed: 'éé' },
    { codes: [accent, backspace, e], typed: 'e' },
  ];
  const typed = (keys: readonly (readonly (string | null)[])[]) => keys.map(([, text]) => text).join('');

  it.each(cases)('composes $typed if Windows does not track it', ({ codes, typed: wanted }) => {
    expect(typed(press(international, codes))).toBe(wanted);
  });

  it.each(cases)('composes $typed if Windows composes it', ({ codes, typed: wanted }) => {
    let pending = false;
    const joined: Readonly<Record<number, string>> = { [accent]: "''", [e]: 'é', [x]: "'x", [space]: "'" };
    const textOf = (code: number) => (pending ? { text: joined[code] ?? '', dead: false } : international(code));
    const taken = (code: number) => (pending = code === accent && !pending);
    expect(typed(press(textOf, codes, { taken: (code) => void taken(code) }))).toBe(wanted);
  });

  it('of a Greek keyboard is the tonos', () => {
    expect(typed(press(layoutOf({ [accent]: '^΄', 0x41: 'α' }), [accent, 0x41]))).toBe('ά');
  });
});

test('a shortcut is named by the Latin letter or digit of its key, as programs interpret it', () => {
  const russian = layoutOf({ 0x43: 'с', 0x31: '1', 0xbf: '.' });
  const french = layoutOf({ 0x31: '&' });
  const held = { ...nothing, ctrl: true };
  expect(press(russian, [0x43], { held })).toEqual([['ctrl+c', null]]);
  expect(press(russian, [0xbf], { held })).toEqual([['ctrl+.', null]]);
  expect(press(french, [0x31], { held })).toEqual([['ctrl+1', null]]);
  expect(press(russian, [0x43])).toEqual([['с', 'с']]);
  expect(press(french, [0x31])).toEqual([['&', '&']]);
});

test('a character code typed with Alt on the keypad is no sequence of shortcuts', () => {
  const keypad = layoutOf({ 0x60: '0', 0x62: '2' });
  expect(press(keypad, [0x60, 0x62], { held: { ...nothing, alt: true } })).toEqual([]);
  expect(press(keypad, [0x62], { held: { ...nothing, ctrl: true } })).toEqual([['ctrl+2', null]]);
});
