import type { ExactWords, RawNode } from '../../../../backend.ts';
import { rowCharacters } from '../../../row-text.ts';
import { treeScope } from '../../com/generated/enums.ts';
import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { scoped, type Owner } from '../../com/scope.ts';
import { given, searchMs, type UiaCondition, type UiaElement } from '../client.ts';
import { askChildCount, countOf, elementsOf } from '../elements.ts';
import { askRoot, reach, type Place } from '../reach.ts';
import { findVirtual } from './virtual-items.ts';
import { rowOf, runtimeIdOf } from './row.ts';
import { CachedProperties, rowProperties } from './row-properties.ts';

const findAll = method('IUIAutomationElement', 'FindAllBuildCache');
const createAnd = method('IUIAutomation', 'CreateAndCondition');

/** More than so many are found sooner in the whole tree: the children of each are counted by a question of its own. */
const few = 20;

/**
 * The elements of the window, or below one, that say exactly those words: the app looks for them, and only they come
 * over. Items of long lists that no one needs yet, and so have no providers, are looked for in their lists. Null where the tree
 * has to be read to tell: there are many or none, they have no ids of their own, or parts of the window answer no search.
 */
export function findMatching(place: Place, from: string | null, words: ExactWords): readonly RawNode[] | null {
  const { client, known } = place;
  if ((words.name?.length ?? 0) >= rowCharacters || known.hasHidden) return null;
  return scoped((scope) => {
    const start = from === null ? askRoot(place, scope, 'Element') : reach(place, from);
    const where = from === null ? treeScope.Subtree : treeScope.Descendants;
    const request = client.request(rowProperties, 'Element');
    const found = client.patiently(
      () => findAll(scope, start, where, conditionFor(place, scope, words), request),
      searchMs,
    );
    if (countOf(found) > few) return null;
    const rows = rowsOf(place, elementsOf(scope, found));
    if (rows?.length !== 0) return rows;
    const virtual = rowsOf(place, findVirtual(place, scope, { start, where, words }));
    return virtual?.length === 0 ? null : virtual;
  });
}

function conditionFor({ client }: Place, owner: Owner, { name, automationId }: ExactWords): UiaCondition {
  const named = name === undefined ? null : client.condition(owner, propertyIds.Name, name);
  const withId = automationId === undefined ? null : client.condition(owner, propertyIds.AutomationId, automationId);
  if (named === null || withId === null) return named ?? withId ?? client.everything;
  return given(createAnd(owner, client.automation, named, withId), 'CreateAndCondition');
}

function rowsOf({ client, known }: Place, elements: readonly UiaElement[]): readonly RawNode[] | null {
  const rows = new Map<string, RawNode>();
  for (const element of elements) {
    const properties = new CachedProperties(element);
    const runtimeId = runtimeIdOf(properties);
    if (runtimeId === null || rows.has(runtimeId)) return null;
    known.keep(runtimeId, element);
    rows.set(runtimeId, { ...rowOf(properties, runtimeId), childCount: askChildCount(client, element) });
  }
  return [...rows.values()];
}
