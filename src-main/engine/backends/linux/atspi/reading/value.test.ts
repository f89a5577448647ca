import { describe, expect, it } from 'vitest';
import { roleNumber } from '../vocabulary/roles.ts';
import { noStates, stateBit, type StateSet } from '../vocabulary/states.ts';
import { valueSource } from './value.ts';

const editable: StateSet = [1 << stateBit.editable, 0];

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
});
