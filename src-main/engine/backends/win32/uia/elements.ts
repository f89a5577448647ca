import { treeScope } from '../com/generated/enums.ts';
import { propertyIds } from '../com/generated/ids.ts';
import { method } from '../com/method.ts';
import { type ComPointer, scoped, type Owner } from '../com/memory.ts';
import type { TreeView } from '#contract/model/elements/element';
import type { ChildRange, ViewRange } from '../../../backend.ts';
import { ComFailure, resultCode } from '../native/errors.ts';
import { given, orNull, twice, type Scopes, type UiaClient, type UiaElement } from './client.ts';

const getLength = method('IUIAutomationElementArray', 'get_Length');
const getElement = method('IUIAutomationElementArray', 'GetElement');
const getCachedChildren = method('IUIAutomationElement', 'GetCachedChildren');
const buildUpdatedCache = method('IUIAutomationElement', 'BuildUpdatedCache');
const findAll = method('IUIAutomationElement', 'FindAllBuildCache');

/** What is asked where only the element itself matters. */
export const identity: readonly number[] = [propertyIds.RuntimeId];
/** Lists with more children are read a page at a time. */
const longList = 500;
const pageOfList = 100;

type ElementArray = ComPointer<'IUIAutomationElementArray'> | null;

/** How many there are; no array at all represents none, which both Windows and Wine answer. */
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

/** The same element with what it has to say now. @throws ComFailure if it is gone */
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

/** Children of an element: all of them, or the first of so many. */
export interface Children {
  readonly elements: UiaElement[];
  readonly count: number;
}

/**
 * Asks for the children of an element with their properties: one question. One that is gone meanwhile has none. Null if the app
 * fails to tell them, twice.
 */
export function askChildren(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
): Children | null {
  return scoped((scope) => {
    const asked = twice(() => askArray(client, scope, element, properties));
    if (asked instanceof ComFailure) return goneOrSilent(client, element, asked);
    return allOf(elementsOf(owner, asked));
  });
}

/** The same, but of a long list no more than its first page, and of the others the number, which is asked for first. */
export function askFirstChildren(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
): Children | null {
  return scoped((scope) => {
    const all = twice(() => askArray(client, scope, element, identity));
    if (all instanceof ComFailure) return goneOrSilent(client, element, all);
    const count = countOf(all);
    if (count === 0) return allOf([]);
    if (count <= longList) return askChildren(client, owner, element, properties);
    const page = elementsOf(scope, all, 0, pageOfList);
    return { count, elements: page.flatMap((child) => unlessGone(() => ask(client, owner, child, properties)) ?? []) };
  });
}

export function allOf(elements: UiaElement[]): Children {
  return { elements, count: elements.length };
}

function goneOrSilent(client: UiaClient, element: UiaElement, { result }: ComFailure): Children | null {
  return result === resultCode.elementGone && !isThere(client, element) ? allOf([]) : null;
}

/**
 * How many elements there are in one, itself included: one question, which fetches next to nothing of each. Null if the app fails
 * to tell, twice. @throws ComFailure if it does not report in time
 */
export function askSize(client: UiaClient, element: UiaElement): number | null {
  return scoped((scope) => {
    const request = client.request(identity, 'Element');
    const asked = twice(() => findAll(scope, element, treeScope.Subtree, client.everything, request));
    if (!(asked instanceof ComFailure)) return countOf(asked);
    if (asked.result === resultCode.timeout) throw asked;
    return null;
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

/** Asks how many children an element has: none, if it is gone meanwhile, or fails to tell, twice. */
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
