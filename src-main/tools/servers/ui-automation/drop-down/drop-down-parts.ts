import { hasState, type ControlType, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import { intersect, isEmpty, sameRect } from '#contract/model/geometry';

/** An element in the list, and its ancestors there, from the outermost on. */
export interface Inside {
  readonly node: TreeNode;
  readonly around: readonly TreeNode[];
  /**
   * In the list that shows the selection while the drop-down list is closed: a row of libadwaita has one, as wide as its only
   * item.
   */
  readonly isInShown: boolean;
}

/** All content of a drop-down list. */
export function insideOf(list: TreeNode): readonly Inside[] {
  return below(list, [], list);
}

function below(parent: TreeNode, around: readonly TreeNode[], whole: TreeNode): readonly Inside[] {
  return (parent.children ?? []).flatMap((node) => {
    const inside = [...around, node];
    return [
      { node, around, isInShown: inside.some((each) => showsChoice(each, whole)) },
      ...below(node, inside, whole),
    ];
  });
}

/** Open lists have more items, or are elsewhere. */
function showsChoice({ controlType, bounds, children = [] }: TreeNode, { bounds: whole }: TreeNode): boolean {
  const isAlone = controlType === 'List' && children.length === 1;
  return isAlone && bounds !== null && whole !== null && sameRect(intersect(bounds, whole) ?? whole, bounds);
}

const items: ReadonlySet<ControlType> = new Set<ControlType>(['ListItem', 'MenuItem', 'TreeItem', 'DataItem']);

/** Whether it is part of a closed drop-down list, and no option: GTK 4's button contains the selected text. */
export function isFace({ node, around, isInShown }: Inside): boolean {
  if (isInShown) return true;
  const isIn = (type: ControlType) => around.some((each) => each.controlType === type);
  return node.controlType === 'Text' && isIn('Button') && !around.some((each) => items.has(each.controlType));
}

/** What can be an option. */
export function isItem({ controlType }: ElementNode): boolean {
  return items.has(controlType);
}

/** Whether it is an entry of a menu that is in force already: choosing it would turn it off. */
export function isCheckedEntry(element: ElementNode): boolean {
  return element.controlType === 'MenuItem' && hasState(element, 'checked');
}

/** None if the list is closed. */
export function itemsShown(look: readonly Inside[]): readonly ElementNode[] {
  const options = look.filter(({ node, isInShown }) => items.has(node.controlType) && !isInShown);
  return options.map(({ node }) => node).filter(isShown);
}

/** The visible items and their heights: equal text if nothing moved. Swing reports others with each look, of the same names. */
export function placesShown(look: readonly Inside[]): string {
  return itemsShown(look)
    .map(({ id, name, bounds }) => `${name || id} ${bounds?.y}`)
    .join();
}

export function isShown(element: ElementNode): boolean {
  return hasState(element, 'visible') && element.bounds !== null && !isEmpty(element.bounds);
}
