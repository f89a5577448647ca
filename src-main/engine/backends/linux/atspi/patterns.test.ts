import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../../backend.ts';
import { chooseAction, patternsOf } from './patterns.ts';
import { elementInPopup } from './popups.ts';
import { formatRef, parseRef, refFrom } from './ref.ts';
import { roleNumber } from './roles.ts';
import { formatNumber, valueSource } from './value.ts';
import { stateBit, type StateSet } from './states.ts';

const none = { hasRange: false, inSelection: false, scrollsTo: false, isFrame: false } as const;
const noStates: StateSet = [0, 0];
const editable: StateSet = [1 << stateBit.editable, 0];

function patterns(role: string, actions: readonly string[], more: Partial<Parameters<typeof patternsOf>[2]> = {}) {
  const interfaces = new Set(['Action', 'Component']);
  return patternsOf({ role: roleNumber(role), states: noStates, interfaces }, actions, { ...none, ...more });
}

describe('patterns', () => {
  it('follow from role, states and actions', () => {
    expect(patterns('push button', ['click'])).toEqual(['invoke']);
    expect(patterns('check box', ['click'])).toEqual(['invoke', 'toggle']);
    expect(patterns('slider', [], { hasRange: true })).toEqual(['rangeValue']);
    expect(patterns('progress bar', [], { hasRange: true })).toEqual([]);
    expect(patterns('page tab', [], { inSelection: true })).toEqual(['select']);
    expect(patterns('combo box', ['press'])).toEqual(['invoke', 'expand']);
  });

  it('allow a value only where the text can be written', () => {
    const field = { role: roleNumber('text'), interfaces: new Set(['Text', 'EditableText']) };
    expect(patternsOf({ ...field, states: editable }, [], none)).toEqual(['value', 'text']);
    expect(patternsOf({ ...field, states: noStates }, [], none)).toEqual(['text']);
  });

  it('choose the best of several actions, ignoring case', () => {
    expect(chooseAction(['SetFocus', 'Press', 'ShowMenu'], ['click', 'press'])).toBe(1);
    expect(chooseAction([], ['click'])).toBeNull();
  });
});

describe('values', () => {
  const facts = {
    ref: { bus: ':1.1', path: '/a' },
    name: '',
    states: editable,
    interfaces: new Set(['Text', 'Value']),
  };

  it('are never taken from password fields', () => {
    expect(valueSource({ ...facts, role: roleNumber('password text') })).toBeNull();
  });

  it('are the text of fields and unnamed labels, else the number', () => {
    expect(valueSource({ ...facts, role: roleNumber('spin button') })).toBe('text');
    expect(valueSource({ ...facts, role: roleNumber('slider'), states: noStates })).toBe('number');
    expect(valueSource({ ...facts, role: roleNumber('label'), states: noStates, name: 'Name' })).toBeNull();
    expect(valueSource({ ...facts, role: roleNumber('label'), states: noStates })).toBe('text');
  });

  it('are shown without the noise of doubles', () => {
    expect(formatNumber(0.1 + 0.2)).toBe('0.3');
    expect(formatNumber(50)).toBe('50');
  });
});

describe('runtime ids', () => {
  it('are bus name and path, and nothing else is one', () => {
    const ref = { bus: ':1.44', path: '/org/a11y/atspi/accessible/74' };
    expect(parseRef(formatRef(ref))).toEqual(ref);
    expect(() => parseRef('window')).toThrow('no runtime id');
    expect(refFrom([':1.1', '/org/a11y/atspi/null'])).toBeNull();
    expect(refFrom(null)).toBeNull();
  });
});

describe('elements of a popup', () => {
  const node = (
    runtimeId: string,
    controlType: RawNode['controlType'],
    y: number,
    children: RawNode[] = [],
  ): RawNode => ({
    ...{ runtimeId, controlType, role: '', name: '', automationId: '', description: '', value: null, childCount: 0 },
    ...{ states: ['visible'], bounds: { x: 10, y, width: 100, height: 20 }, children },
  });

  it('are found below a parent that lies elsewhere, and not among what the popup covers', () => {
    const item = node('item', 'MenuItem', 120);
    const covered = node('covered', 'Button', 120);
    const root = node('frame', 'Pane', 0, [node('menu', 'Menu', 0, [item]), covered]);
    const popup = { x: 5, y: 100, width: 120, height: 200 };
    expect(elementInPopup([root], popup, { x: 20, y: 125 })).toBe('item');
    expect(elementInPopup([root], popup, { x: 20, y: 205 })).toBeNull();
  });
});
