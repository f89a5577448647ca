import { treeScope } from '../com/generated/enums.ts';
import { propertyIds } from '../com/generated/ids.ts';
import { method } from '../com/method.ts';
import type { ComPointer } from '../com/pointer.ts';
import { scoped, type Owner } from '../com/scope.ts';
import type { TreeView } from '#contract/model/element';
import type { ChildRange, ViewRange } from '../../../backend.ts';
import { ComFailure, resultCode } from '../native/failure.ts';
import { given, orNull, twice, type Scopes, type UiaClient, type UiaElement } from './client.ts';

const getLength = method('IUIAutomationElementArray', 'get_Length');
const getElement = method('IUIAutomationElementArray', 'GetElement');
const getCachedChildren = method('IUIAutomationElement', 'GetCachedChildren');
const buildUpdatedCache = method('IUIAutomationElement', 'BuildUpdatedCache');
const findAll = method('IUIAutomationElement', 'FindAllBuildCache');

/** What is asked where only the element itself matters. */
export const identity: readonly number[] = [propertyIds.RuntimeId];

type ElementArray = ComPointer<'IUIAutomationElementArray'> | null;

/** How many there are; no array at all stands for none, which both Windows and Wine answer. */
export function countOf(array: ElementArray): number {
  return array === null ? 0 : getLength(array);
}

/** The elements of an array, from `offset` on at most `limit`. */
export function elementsOf(owner: Owner, array: ElementArray, offset = 0, limit = Infinity): UiaElement[] {
  const end = Math.min(countOf(array), offset + limit);
  const found: UiaElement[] = [];
  for (let index = offset; array !== null && index < end; index++) {
    const element = getElement(owner, array, index);
    if (element !== null) found.push(element);
  }
  return found;
}

/** The same element with what it has to say now. @throws ComFailure where it is gone */
export function ask(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
  scope: Scopes = 'Element',
): UiaElement {
  return given(buildUpdatedCache(owner, element, client.request(properties, scope)), 'BuildUpdatedCache');
}

/** Whether the app still answers for the element. */
export function isThere(client: UiaClient, element: UiaElement): boolean {
  return (
    scoped((scope) => orNull(() => buildUpdatedCache(scope, element, client.request(identity, 'Element')))) !== null
  );
}

/** What was read with the element by a request that reaches below it. */
export function cachedChildren(owner: Owner, element: UiaElement): UiaElement[] {
  return scoped((scope) => elementsOf(owner, getCachedChildren(scope, element)));
}

export function countCachedChildren(element: UiaElement): number {
  return scoped((scope) => countOf(getCachedChildren(scope, element)));
}

/**
 * Asks for the children of an element with their properties: one question. One that is gone meanwhile has none. Null where
 * the app fails to tell them, twice.
 */
export function askChildren(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
): UiaElement[] | null {
  return scoped((scope) => {
    const asked = twice(() => askArray(client, scope, element, properties));
    if (!(asked instanceof ComFailure)) return elementsOf(owner, asked);
    return asked.result === resultCode.elementGone && !isThere(client, element) ? [] : null;
  });
}

/** Some of the children. Of a long list the others are asked for no more than the number. */
export function askPage(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
  { offset, limit, view }: ChildRange & Partial<ViewRange>,
): UiaElement[] {
  return scoped((scope) => {
    const all = askArray(client, scope, element, identity, view);
    if (offset === 0 && countOf(all) <= limit) {
      return elementsOf(
        owner,
        unlessGone(() => askArray(client, scope, element, properties, view)),
      );
    }
    return elementsOf(scope, all, offset, limit).flatMap(
      (child) => unlessGone(() => ask(client, owner, child, properties)) ?? [],
    );
  });
}

/** Asks how many children an element has: none, where it is gone meanwhile, or fails to tell, twice. */
export function askChildCount(client: UiaClient, element: UiaElement, view?: TreeView): number {
  return scoped((scope) => {
    const asked = twice(() => askArray(client, scope, element, identity, view));
    return asked instanceof ComFailure ? 0 : countOf(asked);
  });
}

function askArray(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
  view: TreeView = 'raw',
): ElementArray {
  const request = client.request(properties, 'Element', view);
  return findAll(owner, element, treeScope.Children, client.everything, request);
}

/** Elements come and go while a tree is read in many questions: one that went costs itself, not the tree. */
function unlessGone<T>(asked: () => T | null): T | null {
  return orNull(asked, resultCode.elementGone);
}
