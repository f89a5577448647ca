import { expect, test } from 'vitest';
import { allocateArray, freeArray, readArray } from './array.ts';
import { create, query } from './create.ts';
import { method } from './method.ts';
import { addRef, release, Scope, scoped } from './memory.ts';
import { allocateText, freeText, readText } from './text.ts';

const createTrue = method('IUIAutomation', 'CreateTrueCondition');
const createProperty = method('IUIAutomation', 'CreatePropertyCondition');
const getValue = method('IUIAutomationPropertyCondition', 'get_PropertyValue');
const getBoolean = method('IUIAutomationBoolCondition', 'get_BooleanValue');

test('texts and arrays round-trip, whatever their content', () => {
  for (const words of ['', 'é€😀', 'a\0b', 'x'.repeat(100_000)]) {
    const text = allocateText(words);
    expect(readText(text)).toBe(words);
    freeText(text);
  }
  const array = allocateArray([42, -1, 2_147_483_647]);
  expect(readArray(array)).toEqual([42, -1, 2_147_483_647]);
  freeArray(array);
  expect(readArray(0)).toEqual([]);
});

test('objects belong to a scope, and are released with it', () => {
  const keeper = new Scope();
  const automation = create(keeper, 'CUIAutomation', 'IUIAutomation');
  const condition = scoped((scope) => {
    const made = createTrue(scope, automation)!;
    expect(getBoolean(query(scope, made, 'IUIAutomationBoolCondition')!)).toBe(true);
    expect(query(scope, made, 'IUIAutomationNotCondition')).toBeNull();
    expect([addRef(made), release(made)]).toEqual([2 + 1, 2]);
    keeper.own(made);
    addRef(made);
    return made;
  });
  expect([addRef(condition), release(condition)]).toEqual([2, 1]);
  keeper.release();
});

test('a variant is passed by value, and returned in our memory', () => {
  scoped((scope) => {
    const automation = create(scope, 'CUIAutomation', 'IUIAutomation');
    // Wine's stub creates conditions for booleans and for arrays of numbers.
    const isEnabled = 30010;
    const condition = createProperty(scope, automation, isEnabled, true)!;
    expect(getValue(query(scope, condition, 'IUIAutomationPropertyCondition')!)).toBe(true);
    const runtimeId = 30000;
    const ofArray = createProperty(scope, automation, runtimeId, [42, 7])!;
    expect(getValue(query(scope, ofArray, 'IUIAutomationPropertyCondition')!)).toEqual([42, 7]);
  });
});

test('a failure names the method and the error', () => {
  scoped((scope) => {
    const automation = create(scope, 'CUIAutomation', 'IUIAutomation');
    expect(() => createProperty(scope, automation, 1, true)).toThrow(
      /IUIAutomation.CreatePropertyCondition failed with 0x8/,
    );
  });
});
