import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { create, query } from '../com/create.ts';
import { treeScope } from '../com/generated/enums.ts';
import type { classes } from '../com/generated/interfaces.ts';
import { propertyIds } from '../com/generated/ids.ts';
import { method } from '../com/method.ts';
import type { ComPointer } from '../com/pointer.ts';
import { Scope } from '../com/scope.ts';
import type { VariantValue } from '../com/variant.ts';
import type { Hwnd } from '../native/types.ts';
import { end } from '../../../testing/programs.ts';
import { windowOf } from './apps.ts';
import { controls } from './fixtures.ts';
import { UiaFixture } from './uia-fixture.ts';
import { soon } from '../../../testing/soon.ts';

type Element = ComPointer<'IUIAutomationElement'>;

const elementFromHandle = method('IUIAutomation', 'ElementFromHandle');
const getRoot = method('IUIAutomation', 'GetRootElement');
const createRequest = method('IUIAutomation', 'CreateCacheRequest');
const createCondition = method('IUIAutomation', 'CreatePropertyCondition');
const createAnd = method('IUIAutomation', 'CreateAndCondition');
const putTransactionTimeout = method('IUIAutomation2', 'put_TransactionTimeout');
const addProperty = method('IUIAutomationCacheRequest', 'AddProperty');
const putScope = method('IUIAutomationCacheRequest', 'put_TreeScope');
const buildCache = method('IUIAutomationElement', 'BuildUpdatedCache');
const cachedChildren = method('IUIAutomationElement', 'GetCachedChildren');
const cachedName = method('IUIAutomationElement', 'get_CachedName');
const cachedHelp = method('IUIAutomationElement', 'get_CachedHelpText');
const propertyValue = method('IUIAutomationElement', 'GetCurrentPropertyValueEx');
const currentName = method('IUIAutomationElement', 'get_CurrentName');
const findFirst = method('IUIAutomationElement', 'FindFirst');
const getPattern = method('IUIAutomationElement', 'GetCurrentPattern');
const runtimeId = method('IUIAutomationElement', 'GetRuntimeId');
const arrayLength = method('IUIAutomationElementArray', 'get_Length');
const arrayElement = method('IUIAutomationElementArray', 'GetElement');
const invoke = method('IUIAutomationInvokePattern', 'Invoke');
const gridItem = method('IUIAutomationGridPattern', 'GetItem');
const setValue = method('IUIAutomationValuePattern', 'SetValue');
const getValue = method('IUIAutomationValuePattern', 'get_CurrentValue');

/** Of uiautomationclient.h: patterns and types of controls. */
const [invokePattern, valuePattern, gridPattern] = [10_000, 10_002, 10_006] as const;
const listItem = 50_007;

let app: ChildProcess;
let gallery: Hwnd;
let fixture: UiaFixture;
let scope = new Scope();
let automation: ComPointer<'IUIAutomation6'>;

beforeAll(async () => {
  fixture = UiaFixture.install();
  app = spawn(controls, ['gallery'], { stdio: 'ignore' });
  gallery = await windowOf('FixtureGallery');
});

afterAll(async () => {
  scope.release();
  fixture.uninstall();
  await end(app);
});

beforeEach(() => {
  fixture.reset();
  scope.release();
  scope = new Scope();
  automation = create(scope, 'CUIAutomation8' satisfies keyof typeof classes, 'IUIAutomation6');
});

function top(): Element {
  return elementFromHandle(scope, automation, gallery)!;
}

function condition(property: number, value: VariantValue) {
  return createCondition(scope, automation, property, value)!;
}

function find(automationId: string): Element {
  return findFirst(scope, top(), treeScope.Descendants, condition(propertyIds.AutomationId, automationId))!;
}

function request(properties: readonly number[]) {
  const made = createRequest(scope, automation)!;
  for (const property of properties) addProperty(made, property);
  putScope(made, treeScope.Subtree);
  return made;
}

/** The names of all elements below one, from the cache alone, in no order; each is released as soon as it was read. */
function namesBelow(top: Element): string[] {
  const names: string[] = [];
  const open: { element: Element; own: Scope }[] = [{ element: top, own: new Scope() }];
  for (let next = open.pop(); next; next = open.pop()) {
    const list = new Scope();
    const children = cachedChildren(list, next.element);
    for (let index = 0; children && index < arrayLength(children); index++) {
      const own = new Scope();
      const element = arrayElement(own, children, index)!;
      names.push(cachedName(element));
      open.push({ element, own });
    }
    list.release();
    next.own.release();
  }
  return names;
}

test('real controls of another process are elements, with their items', () => {
  const cached = buildCache(scope, top(), request([propertyIds.Name]))!;
  const names = namesBelow(cached);
  expect(names).toEqual(
    expect.arrayContaining(['Push me', 'Item 20', 'Turing', '1912', 'Details', 'Italy', 'Bold', 'Line 1']),
  );
  expect(() => cachedHelp(cached)).toThrow(/0x80070057/);
});

test('patterns act on the real controls', async () => {
  invoke(query(scope, getPattern(scope, find('221'), invokePattern)!, 'IUIAutomationInvokePattern')!);
  const statusBar = find('362');
  await vi.waitFor(
    () => expect(namesBelow(buildCache(scope, statusBar, request([propertyIds.Name]))!)).toContain('Pushed Push me'),
    soon,
  );
  const disabled = query(scope, getPattern(scope, find('222'), invokePattern)!, 'IUIAutomationInvokePattern')!;
  expect(() => invoke(disabled)).toThrow(/0x80040200/);

  const value = query(scope, getPattern(scope, find('301'), valuePattern)!, 'IUIAutomationValuePattern')!;
  setValue(value, 'Zoë ✓');
  expect(getValue(value)).toBe('Zoë ✓');

  const grid = query(scope, getPattern(scope, find('331'), gridPattern)!, 'IUIAutomationGridPattern')!;
  expect(currentName(gridItem(scope, grid, 1, 2)!)).toBe('Otto');
});

test('what an element has not got is a default, unless that is not wanted', () => {
  const button = find('221');
  const indeterminate = 2;
  expect(propertyValue(button, propertyIds.ToggleToggleState, false)).toBe(indeterminate);
  expect(propertyValue(button, propertyIds.ToggleToggleState, true)).toBeUndefined();
  expect(propertyValue(find('201'), propertyIds.ToggleToggleState, true)).toBe(1);
});

test('conditions choose on their side', () => {
  const both = createAnd(
    scope,
    automation,
    condition(propertyIds.ControlType, listItem),
    condition(propertyIds.Name, 'Item 7'),
  )!;
  const found = findFirst(scope, top(), treeScope.Descendants, both)!;
  expect(currentName(found)).toBe('Item 7');
  expect(runtimeId(found)).toEqual([42, expect.any(Number), 4, 6]);
  const nobody = condition(propertyIds.Name, 'nobody');
  expect(findFirst(scope, top(), treeScope.Descendants, nobody)).toBeNull();
});

test('a tree of ten thousand nodes is one call, of any depth, and leaves nothing behind', () => {
  for (const fanOut of [1, 10, 10_000]) {
    fixture.showTree({ window: gallery, nodes: 10_000, fanOut, name: 'made up ' });
    const element = top();
    const asked = request([propertyIds.Name, propertyIds.ControlType]);
    const before = fixture.section.read('liveObjects');
    fixture.section.set({ calls: 0 });
    const tree = new Scope();
    const names = namesBelow(buildCache(tree, element, asked)!);
    tree.release();
    expect(fixture.section.read('calls')).toBe(1);
    expect(fixture.section.read('liveObjects')).toBe(before);
    // Node 9 is not in the control view.
    expect(names).toHaveLength(9_999);
    expect(names.every((name) => name.startsWith('made up '))).toBe(true);
  }
});

test('nodes of an earlier tree are gone', () => {
  fixture.showTree({ window: gallery, nodes: 20 });
  const node = find('node1');
  expect(currentName(node)).toBe('List 1');
  fixture.showTree({ window: gallery, nodes: 20 });
  expect(() => currentName(node)).toThrow(/0x80040201/);
});

test('calls fail, give nothing and hang as they are told, so often and no more', () => {
  const element = top();
  fixture.strike({ kind: 'answers', hresult: 0x80070005 }, { skips: 1, strikes: 2 });
  expect(currentName(element)).toBe('Fixture Gallery');
  expect(() => currentName(element)).toThrow(/0x80070005/);
  expect(() => currentName(element)).toThrow(/0x80070005/);
  expect(currentName(element)).toBe('Fixture Gallery');

  fixture.strike({ kind: 'answers null' });
  expect(getRoot(scope, automation)).toBeNull();

  putTransactionTimeout(automation, 50);
  fixture.strike({ kind: 'hangs in time', milliseconds: 60_000 });
  expect(() => currentName(element)).toThrow(/0x80131505/);

  fixture.strike({ kind: 'crashes' }, { window: gallery + 1 });
  expect(currentName(element)).toBe('Fixture Gallery');
});

test('a call costs what it is told to', () => {
  const element = top();
  fixture.section.set({ callMicroseconds: 20_000 });
  const start = performance.now();
  for (let call = 0; call < 5; call++) currentName(element);
  expect(performance.now() - start).toBeGreaterThanOrEqual(100);
});
