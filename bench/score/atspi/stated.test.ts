import { expect, test } from 'vitest';
import { statedIn } from './stated.ts';

test('an element has its facts and its children', () => {
  const none = { facts: [], children: [] };
  expect(
    statedIn(
      '<?xml version="1.0" ?><accessible name="a"><state state_enum="modal"/><accessible_text name="b/1"></accessible_text></accessible>',
    ),
  ).toEqual({
    kind: 'accessible',
    attributes: { name: 'a' },
    facts: [{ kind: 'state', attributes: { state_enum: 'modal' }, ...none }],
    children: [{ kind: 'accessible_text', attributes: { name: 'b/1' }, ...none }],
  });
});

test('a file without elements is rejected', () => {
  expect(() => statedIn('<?xml version="1.0" ?>')).toThrow('states no element');
});
