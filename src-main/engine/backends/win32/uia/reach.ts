import { AppError } from '#contract/errors';
import { treeScope } from '../com/generated/enums.ts';
import { propertyIds } from '../com/generated/ids.ts';
import { method } from '../com/method.ts';
import { scoped, type Owner } from '../com/memory.ts';
import { given, type Scopes, type UiaClient, type UiaElement } from './client.ts';
import { askPage, identity } from './elements.ts';
import type { KnownElements } from './known-elements.ts';
import { runtimeIdOf } from './reading/row.ts';
import { CachedProperties, rowProperties } from './reading/row-properties.ts';
import { formatRuntimeId, parseRuntimeId } from './runtime-id.ts';

const elementFromHandle = method('IUIAutomation', 'ElementFromHandleBuildCache');
const findFirst = method('IUIAutomationElement', 'FindFirstBuildCache');

/** A window to query: its handle, and its known elements. */
export interface UiaScope {
  readonly client: UiaClient;
  readonly known: KnownElements;
  readonly window: number;
}

/** The window's root element, with rows cached in `scope`. @throws ComFailure, AppError */
export function askRoot({ client, window }: UiaScope, owner: Owner, scope: Scopes): UiaElement {
  const request = client.request(rowProperties, scope);
  return given(elementFromHandle(owner, client.automation, window, request), 'ElementFromHandle');
}

/** The id of a window's root. Its provider may report none, but the root is unique. */
export function rootId(root: UiaElement): string {
  return runtimeIdOf(new CachedProperties(root)) ?? formatRuntimeId([0]);
}

/**
 * The element with an id: a known one, or, if unread, found by a search. Owned by the window's known elements.
 * @throws AppError `element_stale`
 */
export function reach(place: UiaScope, runtimeId: string): UiaElement {
  const { known } = place;
  const read = known.find(runtimeId);
  if (read) return read;
  return scoped((scope) => {
    const found = search(place, scope, runtimeId);
    if (!found) throw new AppError('element_stale', 'The window no longer has this element.');
    known.keep(runtimeId, found);
    return found;
  });
}

function search(place: UiaScope, owner: Owner, runtimeId: string): UiaElement | null {
  const id = parseRuntimeId(runtimeId);
  if (!id) return null;
  const { client } = place;
  if ('parent' in id) {
    return askPage(client, owner, reach(place, id.parent), identity, { offset: id.index, limit: 1 })[0] ?? null;
  }
  const root = askRoot(place, owner, 'Element');
  if (rootId(root) === runtimeId) return root;
  const condition = client.condition(owner, propertyIds.RuntimeId, id.numbers);
  return findFirst(owner, root, treeScope.Subtree, condition, client.request(identity, 'Element'));
}
