import { hasState, type ControlType, type ElementNode } from './element.ts';
import { isInView } from './element-query.ts';

const actionable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'Edit', 'Hyperlink', 'ListItem', 'MenuItem', 'RadioButton'] as const),
  ...(['Slider', 'Spinner', 'SplitButton', 'TabItem', 'TreeItem', 'DataItem', 'HeaderItem', 'Document'] as const),
]);

/** Whether it can be clicked or typed in now, and is visible. @param parent its direct container */
export function isUsable(node: ElementNode, parent: ElementNode): boolean {
  return isActionable(node, parent) && hasState(node, 'enabled') && isInView(node);
}

/**
 * Whether its kind can be clicked or typed in.
 * @param parent its direct container: LibreOffice and Qt call a menu bar's entry a menu, which is GTK's word for the opened menu
 */
export function isActionable({ controlType }: ElementNode, parent: ElementNode): boolean {
  if (controlType === 'Menu') return parent.controlType === 'MenuBar' || parent.controlType === 'Menu';
  return actionable.has(controlType);
}
