import { describe, expect, it } from 'vitest';
import { keysymOfCharacter } from '../../x11/input/keyboard/keys.ts';
import { Keymap, spareKeys } from './keymap.ts';

const keysyms = (text: string) => Array.from(text, keysymOfCharacter);

describe('our own keymap', () => {
  it('has the keys of every keyboard at their usual places', () => {
    const { places, isNew } = new Keymap().find(keysyms('aA1!'));
    expect([...places.values()]).toEqual([
      { code: 30, shift: false },
      { code: 30, shift: true },
      { code: 2, shift: false },
      { code: 2, shift: true },
    ]);
    expect(isNew).toBe(false);
  });

  it('gives every other character a stable key of its own', () => {
    const keymap = new Keymap();
    const first = keymap.find(keysyms('é漢🙂'));
    expect(new Set([...first.places.values()].map(({ code }) => code)).size).toBe(3);
    expect(first.isNew).toBe(true);
    const again = keymap.find(keysyms('漢ß'));
    expect(again.places.get(keysymOfCharacter('漢'))).toEqual(first.places.get(keysymOfCharacter('漢')));
    expect(keymap.text()).toContain(`[ 0x1006f22, 0x1006f22 ]`);
    expect(keymap.find(keysyms('é漢ß🙂')).isNew).toBe(false);
  });

  it('drops unneeded characters if no keys are left', () => {
    const keymap = new Keymap();
    const many = (from: number) => Array.from({ length: spareKeys }, (_, i) => 0x01000000 + from + i);
    keymap.find(many(0x4e00));
    const codes = [...keymap.find(many(0x5e00)).places.values()].map(({ code }) => code);
    expect(new Set(codes).size).toBe(spareKeys);
    expect(codes).not.toContain(0);
  });
});
