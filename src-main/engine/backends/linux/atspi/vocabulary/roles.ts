import type { ControlType } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';

/**
 * AT-SPI's roles by number, and the control type each means here. The order is the protocol's (atspi-constants.h): the
 * number of a role is its place. Toggle buttons are buttons with a toggle pattern, as UI Automation has them.
 */
const roles: readonly (readonly [name: string, type: ControlType])[] = [
  ['invalid', 'Custom'],
  ['accelerator label', 'Text'],
  ['alert', 'Window'],
  ['animation', 'Image'],
  ['arrow', 'Image'],
  ['calendar', 'Calendar'],
  ['canvas', 'Pane'],
  ['check box', 'CheckBox'],
  ['check menu item', 'MenuItem'],
  ['color chooser', 'Window'],
  ['column header', 'HeaderItem'],
  ['combo box', 'ComboBox'],
  ['date editor', 'ComboBox'],
  ['desktop icon', 'Image'],
  ['desktop frame', 'Window'],
  ['dial', 'Slider'],
  ['dialog', 'Window'],
  ['directory pane', 'List'],
  ['drawing area', 'Image'],
  ['file chooser', 'Window'],
  ['filler', 'Pane'],
  ['focus traversable', 'Custom'],
  ['font chooser', 'Window'],
  ['frame', 'Window'],
  ['glass pane', 'Pane'],
  ['html container', 'Document'],
  ['icon', 'Image'],
  ['image', 'Image'],
  ['internal frame', 'Window'],
  ['label', 'Text'],
  ['layered pane', 'Pane'],
  ['list', 'List'],
  ['list item', 'ListItem'],
  ['menu', 'Menu'],
  ['menu bar', 'MenuBar'],
  ['menu item', 'MenuItem'],
  ['option pane', 'Pane'],
  ['page tab', 'TabItem'],
  ['page tab list', 'Tab'],
  ['panel', 'Pane'],
  ['password text', 'Edit'],
  ['popup menu', 'Menu'],
  ['progress bar', 'ProgressBar'],
  ['push button', 'Button'],
  ['radio button', 'RadioButton'],
  ['radio menu item', 'MenuItem'],
  ['root pane', 'Pane'],
  ['row header', 'HeaderItem'],
  ['scroll bar', 'ScrollBar'],
  ['scroll pane', 'Pane'],
  ['separator', 'Separator'],
  ['slider', 'Slider'],
  ['spin button', 'Spinner'],
  ['split pane', 'Pane'],
  ['status bar', 'StatusBar'],
  ['table', 'Table'],
  ['table cell', 'DataItem'],
  ['table column header', 'HeaderItem'],
  ['table row header', 'HeaderItem'],
  ['tearoff menu item', 'MenuItem'],
  ['terminal', 'Edit'],
  ['text', 'Edit'],
  ['toggle button', 'Button'],
  ['tool bar', 'ToolBar'],
  ['tool tip', 'ToolTip'],
  ['tree', 'Tree'],
  ['tree table', 'Table'],
  ['unknown', 'Custom'],
  ['viewport', 'Pane'],
  ['window', 'Window'],
  ['extended', 'Custom'],
  ['header', 'Header'],
  ['footer', 'Group'],
  ['paragraph', 'Text'],
  ['ruler', 'Custom'],
  ['application', 'Pane'],
  ['autocomplete', 'Edit'],
  ['editbar', 'Edit'],
  ['embedded', 'Pane'],
  ['entry', 'Edit'],
  ['chart', 'Image'],
  ['caption', 'Text'],
  ['document frame', 'Document'],
  ['heading', 'Text'],
  ['page', 'Group'],
  ['section', 'Group'],
  ['redundant object', 'Custom'],
  ['form', 'Group'],
  ['link', 'Hyperlink'],
  ['input method window', 'Window'],
  ['table row', 'DataItem'],
  ['tree item', 'TreeItem'],
  ['document spreadsheet', 'Document'],
  ['document presentation', 'Document'],
  ['document text', 'Document'],
  ['document web', 'Document'],
  ['document email', 'Document'],
  ['comment', 'Text'],
  ['list box', 'List'],
  ['grouping', 'Group'],
  ['image map', 'Image'],
  ['notification', 'Group'],
  ['info bar', 'Group'],
  ['level bar', 'ProgressBar'],
  ['title bar', 'TitleBar'],
  ['block quote', 'Group'],
  ['audio', 'Custom'],
  ['video', 'Custom'],
  ['definition', 'Text'],
  ['article', 'Group'],
  ['landmark', 'Group'],
  ['log', 'Group'],
  ['marquee', 'Group'],
  ['math', 'Text'],
  ['rating', 'Slider'],
  ['timer', 'Text'],
  ['static', 'Text'],
  ['math fraction', 'Text'],
  ['math root', 'Text'],
  ['subscript', 'Text'],
  ['superscript', 'Text'],
  ['description list', 'List'],
  ['description term', 'Text'],
  ['description value', 'Text'],
  ['footnote', 'Text'],
  ['content deletion', 'Text'],
  ['content insertion', 'Text'],
  ['mark', 'Text'],
  ['suggestion', 'Text'],
  ['push button menu', 'SplitButton'],
  ['switch', 'CheckBox'],
];

const roleNumbers = new Map(roles.map(([name], number) => [name, number]));

/** The native role name, the same in every language of the desktop. */
export function roleName(role: number): string {
  return roles[role]?.[0] ?? `role ${role}`;
}

export function controlTypeOf(role: number): ControlType {
  return roles[role]?.[1] ?? 'Custom';
}

/** @throws TypeError for an unknown AT-SPI name: callers pass constants. */
export function roleNumber(name: string): number {
  const number = roleNumbers.get(name);
  if (number === undefined) throw new TypeError(`AT-SPI has no role ${quoted(name)}.`);
  return number;
}

/** The numbers of several roles. */
export function roleSet(...names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map(roleNumber));
}
