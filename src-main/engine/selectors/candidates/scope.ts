import type { SelectorStep } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';
import { labelOf } from '../relations/label.ts';
import { isOwnValue, isStableId, isStableText, namesDocument } from '../stability.ts';
import type { Subject } from './candidate.ts';

export interface Scope {
  readonly node: RawNode;
  readonly step: SelectorStep;
}

/**
 * The nearest container around the element that has a name, id or label of its own. Not the window itself: its title names
 * the document of the day, and the search is inside that window anyway; nor what is called as the document is, such as its
 * tab.
 */
export function nearestScope({ path, root }: Subject): Scope | null {
  for (const node of path.slice(1, -1).reverse()) {
    const { controlType: role, automationId: id, name } = node;
    if (isStableId(id)) return { node, step: { id } };
    if (isStableText(name) && !isOwnValue(node, name) && !namesDocument(name, root.name))
      return { node, step: { role, name } };
    const label = labelOf(root, node);
    if (isStableText(label) && label !== name) return { node, step: { role, label } };
  }
  return null;
}
