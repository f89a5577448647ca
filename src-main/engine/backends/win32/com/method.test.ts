import { expect, it } from 'vitest';
import { interfaces } from './generated/interfaces.ts';
import { find, method } from './method.ts';
import { scoped } from './memory.ts';

// The methods of an interface follow those of the one it extends: 3 of IUnknown, 55 of IUIAutomation, 4 of IDispatch.
it.each([
  ['IUnknown', 'Release', 2],
  ['IUIAutomationElement', 'SetFocus', 3],
  ['IUIAutomationElement', 'get_CurrentProcessId', 20],
  ['IUIAutomation', 'CompareElements', 3],
  ['IUIAutomation2', 'get_AutoSetFocus', 58],
  ['IAccessible', 'get_accParent', 7],
] as const)('finds %s.%s at its vtable slot', (type, name, slot) => {
  expect(find(type, name).slot).toBe(slot);
});

it('knows every base interface', () => {
  for (const { base } of Object.values(interfaces)) expect(base === '' || base in interfaces).toBe(true);
});

it('refuses a null object, instead of crashing the process', () => {
  const getName = method('IUIAutomationElement', 'get_CurrentName');
  const getChildren = method('IUIAutomationElement', 'GetCachedChildren');
  expect(() => getName(0 as never)).toThrow('IUIAutomationElement.get_CurrentName failed with 0x80004003');
  expect(() => scoped((scope) => getChildren(scope, null as never))).toThrow('0x80004003');
});
