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

/** Properties for queries about the element itself. */
export const identity: readonly number[] = [propertyIds.RuntimeId];
/** Lists with more children are paged. */
const longList = 500;
const pageOfList = 100;

type ElementArray = ComPointer<'IUIAutomationElementArray'> | null;

/** The length; both Windows and Wine may return no array for an empty one. */
export function countOf(array: ElementArray): number {
  return array === null ? 0 : getLength(array);
}

/** The elements of an array, at most `limit` from `offset` on. */
export function elementsOf(owner: Owner, array: ElementArray, offset = 0, limit = Infinity): UiaElement[] {
  const end = Math.min(countOf(array), offset + limit);
  const found: UiaElement[] = [];
  for (let index = offset; array !== null && index < end; index++) {
    const element = getElement(owner, array, index);
    if (element !== null) found.push(element);
  }
  return found;
}

/** The element with current properties. @throws ComFailure if it is gone */
export function ask(
  client: UiaClient,
  owner: Owner,
  element: UiaElement,
  properties: readonly number[],
  scope: Scopes = 'Element',
): UiaElement {
  return given(buildUpdatedCache(owner, element, client.request(properties, scope)), 'BuildUpdatedCache');
}

/** Whether the element still exists. */
export function isThere(client: UiaClient, element: UiaElement): boolean {
  return (
    scoped((scope) => orNull(() => buildUpdatedCache(scope, element, client.request(identity, 'Element')))) !== null
  );
}

/** Descendants cached with the element. */
export function cachedChildren(owner: Owner, element: UiaElement): UiaElement[] {
  return scoped((scope) => elementsOf(owner, getCachedChildren(scope, element)));
}

export function countCachedChildren(element: UiaElement): number {
  return scoped((scope) => countOf(getCachedChildren(scope, element)));
}

/** Children of an element: all, or the first of a total. */
export interface Children {
  readonly elements: UiaElement[];
  readonly count: number;
}

/** Queries an element's children with their properties: one query. A vanished element has none. Null if the app fails twice. */
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

/** Same, but only the first page of a long list; for others the count is queried first. */
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
 * The number of elements in a subtree, including its root: one query with minimal data. Null if the app fails twice. @throws
 * ComFailure on timeout
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

/** Some of the children. Of a long list, only the number of the others is queried. */
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

/** Queries an element's child count: 0 if it is gone, or if the query fails twice. */
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

/** Elements come and go during a read of many queries: a vanished one is omitted without failing the tree. */
function unlessGone<T>(asked: () => T | null): T | null {
  return orNull(asked, resultCode.elementGone);
}
