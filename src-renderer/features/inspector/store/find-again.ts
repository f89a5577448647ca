import type { ApiClient } from '#contract/api';
import type { ElementNode } from '#contract/model/elements/element';
import type { RankedSelector, SelectorKind } from '#contract/model/elements/selector';
import type { WindowId } from '#contract/model/windows/window';

/** They say where an element was, not which it is: after a change another may be there. */
const placeKinds: ReadonlySet<SelectorKind> = new Set(['neighbour', 'ordinal', 'path']);

/** The one element of a window that the best of the selectors means, if it is of the same kind; null where none is. */
export async function findAgain(
  client: Pick<ApiClient, 'element.find'>,
  window: WindowId,
  { controlType }: Pick<ElementNode, 'controlType'>,
  selectors: readonly RankedSelector[],
): Promise<ElementNode | null> {
  for (const { selector } of selectors.filter(({ kind }) => !placeKinds.has(kind))) {
    const { matches, total } = await client['element.find']({ window, selector });
    const [only] = matches;
    if (total === 1 && only?.controlType === controlType) return only;
  }
  return null;
}
