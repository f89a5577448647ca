import type { ControlType, ElementNode } from './element.ts';

/**
 * ARIA's roles (https://www.w3.org/TR/wai-aria-1.2/#role_definitions) as platforms report them: control types with a capital,
 * AT-SPI's own words without. A word takes precedence over its control type, which may be wider; `not` excludes words.
 */
const table: Readonly<Record<string, { readonly is: readonly string[]; readonly not?: readonly string[] }>> = {
  alert: { is: ['alert', 'notification', 'info bar'] },
  alertdialog: { is: ['alert'] },
  article: { is: ['article'] },
  button: { is: ['Button', 'SplitButton'] },
  cell: { is: ['table cell', 'DataItem'] },
  checkbox: { is: ['CheckBox'] },
  columnheader: {
    is: ['column header', 'table column header', 'HeaderItem'],
    not: ['row header', 'table row header'],
  },
  combobox: { is: ['ComboBox'] },
  dialog: { is: ['dialog', 'file chooser', 'color chooser', 'font chooser', 'alert'] },
  document: { is: ['Document'] },
  form: { is: ['form'] },
  generic: { is: ['Text'] },
  grid: { is: ['Table', 'DataGrid'] },
  gridcell: { is: ['table cell', 'DataItem'] },
  group: { is: ['panel', 'grouping', 'Group'] },
  heading: { is: ['heading'] },
  img: { is: ['Image', 'drawing area'] },
  link: { is: ['Hyperlink'] },
  list: { is: ['List'], not: ['list box'] },
  listbox: { is: ['list box', 'List'] },
  listitem: { is: ['ListItem'] },
  menu: { is: ['Menu'] },
  menubar: { is: ['MenuBar'] },
  // GTK's and Qt's word for a menu's title.
  menuitem: { is: ['menu', 'MenuItem'], not: ['check menu item', 'radio menu item'] },
  menuitemcheckbox: { is: ['check menu item'] },
  menuitemradio: { is: ['radio menu item'] },
  meter: { is: ['level bar'] },
  option: { is: ['ListItem', 'menu item'] },
  paragraph: { is: ['Text'] },
  progressbar: { is: ['ProgressBar'], not: ['level bar'] },
  radio: { is: ['RadioButton'] },
  row: { is: ['table row', 'DataItem'], not: ['table cell'] },
  rowheader: { is: ['row header', 'table row header'] },
  scrollbar: { is: ['ScrollBar'] },
  searchbox: { is: ['Edit'] },
  separator: { is: ['Separator'] },
  slider: { is: ['Slider'] },
  spinbutton: { is: ['Spinner'] },
  status: { is: ['StatusBar'] },
  switch: { is: ['switch', 'toggle button', 'CheckBox'] },
  tab: { is: ['TabItem'] },
  table: { is: ['Table', 'DataGrid'] },
  tablist: { is: ['Tab'] },
  tabpanel: { is: ['panel', 'Pane'] },
  textbox: { is: ['Edit'] },
  toolbar: { is: ['ToolBar'] },
  tooltip: { is: ['ToolTip'] },
  tree: { is: ['Tree'] },
  treegrid: { is: ['tree table', 'DataGrid'] },
  treeitem: { is: ['TreeItem'] },
  window: {
    is: ['frame', 'window', 'Window'],
    not: ['dialog', 'alert', 'file chooser', 'color chooser', 'font chooser'],
  },
};

/** The preferred role where several ARIA roles are equivalent. */
const written: readonly string[] = `
  button checkbox radio textbox spinbutton slider combobox list listitem menubar menuitemcheckbox menuitemradio
  menuitem menu tablist tab tree treeitem table cell columnheader rowheader row link img heading progressbar
  meter scrollbar separator toolbar status dialog alert document tooltip window group
`
  .trim()
  .split(/\s+/);

type Kind = Pick<ElementNode, 'role' | 'controlType'>;

/** Whether the word is an ARIA role with a counterpart on a platform. */
export function isAriaRole(word: string): boolean {
  return Object.hasOwn(table, word.toLowerCase());
}

/** Whether a node has an ARIA role; false for unknown words. */
export function hasAriaRole({ role, controlType }: Kind, wanted: string): boolean {
  const row = isAriaRole(wanted) ? table[wanted.toLowerCase()] : undefined;
  if (!row || row.not?.includes(role)) return false;
  return row.is.includes(role) || row.is.includes(controlType);
}

/** The ARIA role of a node, else the platform's word. */
export function ariaRoleOf(node: Kind): string {
  if (node.controlType === 'Text') return node.role === 'heading' ? 'heading' : 'text';
  const fitting = written.filter((role) => hasAriaRole(node, role));
  return fitting.find((role) => table[role]?.is.includes(node.role)) ?? fitting[0] ?? node.role;
}

/** The only ARIA role for exactly this control type; the control type itself if none. */
export function ariaRoleOfType(type: ControlType): string {
  const role = written.find((word) => table[word]?.is[0] === type && !table[word].not);
  return role ?? type;
}

/** All of them. */
export const ariaRoles: readonly string[] = Object.keys(table);
