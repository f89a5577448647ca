import { hasState, type ControlType, type ElementNode } from './element.ts';
import { isInView } from './element-query.ts';

const actionable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'Edit', 'Hyperlink', 'ListItem', 'MenuItem', 'RadioButton'] as const),
  ...(['Slider', 'Spinner', 'SplitButton', 'TabItem', 'TreeItem', 'DataItem', 'HeaderItem', 'Document'] as const),
]);

/** Whether it can be clicked or typed in now, and is seen. @param parent what it is directly in */
export function isUsable(node: ElementNode, parent: ElementNode): boolean {
  return isActionable(node, parent) && hasState(node, 'enabled') && isInView(node);
}

/**
 * Whether it is of a kind that is clicked or typed in.
 * @param parent what it is directly in: LibreOffice and Qt call an entry of a menu bar a menu, as GTK does what an entry opens
 */
export function isActionable({ controlType }: ElementNode, parent: ElementNode): boolean {
  if (controlType === 'Menu') return parent.controlType === 'MenuBar' || parent.controlType === 'Menu';
  return actionable.has(controlType);
}
