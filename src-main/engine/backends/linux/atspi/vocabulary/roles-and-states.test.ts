import { describe, expect, it } from 'vitest';
import { controlTypes } from '#contract/model/elements/element';
import { controlTypeOf, roleName, roleNumber } from './roles.ts';
import { elementStates, hasBit, type StateName, type StateSet } from './states.ts';
import { stateBit } from './states.ts';

function states(...names: readonly StateName[]): StateSet {
  let [low, high] = [0, 0];
  for (const name of names) {
    const bit = stateBit[name];
    if (bit < 32) low = (low | (1 << bit)) >>> 0;
    else high = (high | (1 << (bit - 32))) >>> 0;
  }
  return [low, high];
}

const plain = {
  seenBy: 'showing',
  readOnlyIsEnabled: false,
  isEnabled: false,
  isPassword: false,
  isToggle: false,
  isCheckable: false,
  isScrolledAway: false,
} as const;

describe('AT-SPI roles', () => {
  // Positions in atspi-constants.h of 2.46.
  it.each([
    [7, 'check box', 'CheckBox'],
    [23, 'frame', 'Window'],
    [40, 'password text', 'Edit'],
    [43, 'push button', 'Button'],
    [61, 'text', 'Edit'],
    [79, 'entry', 'Edit'],
    [95, 'document web', 'Document'],
    [129, 'push button menu', 'SplitButton'],
  ])('%i is “%s”, a %s', (number, name, type) => {
    expect([roleName(number), controlTypeOf(number)]).toEqual([name, type]);
  });

  it('gives every number a control type of the vocabulary, including unknown ones', () => {
    for (let role = 0; role < 200; role++) expect(controlTypes).toContain(controlTypeOf(role));
    expect(roleName(999)).toBe('role 999');
    expect(() => roleNumber('no such role')).toThrow(TypeError);
  });
});

describe('AT-SPI states', () => {
  it('are read from both words, including the topmost bit', () => {
    const set = states('managesDescendants', 'readOnly', 'checkable');
    expect(hasBit(set, 'managesDescendants')).toBe(true);
    expect(elementStates(set, plain)).toEqual(['readonly', 'checkable']);
  });

  it("distinguish visible from scrolled-away, by the toolkit's bit", () => {
    expect(elementStates(states('visible', 'showing'), plain)).toEqual(['visible']);
    expect(elementStates(states('visible'), plain)).toEqual(['offscreen']);
    expect(elementStates(states('visible'), { ...plain, seenBy: 'visible' })).toEqual(['visible']);
    expect(elementStates(states(), plain)).toEqual([]);
  });

  it('count a pressed toggle button as checked, and recognise passwords', () => {
    expect(elementStates(states('pressed'), { ...plain, isToggle: true })).toEqual(['checkable', 'checked']);
    expect(elementStates(states('editable'), { ...plain, isPassword: true })).toEqual(['editable', 'password']);
  });
});
