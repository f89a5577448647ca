import { expect, test } from 'vitest';
import { method } from '../com/method.ts';
import { create } from '../com/create.ts';
import { treeScope } from '../com/generated/enums.ts';
import { scoped } from '../com/memory.ts';
import { hasFunction } from '../native/library.ts';
import { elementsOf } from './elements.ts';
import { startFullUia } from './probe.ts';

const getRootElement = method('IUIAutomation', 'GetRootElement');
const createFalseCondition = method('IUIAutomation', 'CreateFalseCondition');
const findAll = method('IUIAutomationElement', 'FindAll');

test('uses only a complete UI Automation, which Wine’s is not', () => {
  const isWine = hasFunction('ntdll', 'wine_get_version');
  expect(startFullUia() === null).toBe(isWine);
});

test('no match, which may be returned without an array, is an empty list', () => {
  scoped((scope) => {
    const automation = create(scope, 'CUIAutomation', 'IUIAutomation');
    const root = getRootElement(scope, automation)!;
    const found = findAll(scope, root, treeScope.Element, createFalseCondition(scope, automation));
    expect(elementsOf(scope, found)).toEqual([]);
  });
});
