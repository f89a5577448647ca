import type { ControlType } from '#contract/model/elements/element';

/** The fake platform's own words, where they differ from the control type in lower case. */
const roles: Partial<Record<ControlType, string>> = {
  Button: 'push button',
  CheckBox: 'check box',
  ComboBox: 'combo box',
  Document: 'text area',
  Edit: 'text field',
  ListItem: 'list item',
  MenuBar: 'menu bar',
  MenuItem: 'menu item',
  RadioButton: 'radio button',
  Text: 'label',
  Window: 'frame',
};

export function roleOf(controlType: ControlType): string {
  return roles[controlType] ?? controlType.toLowerCase();
}
