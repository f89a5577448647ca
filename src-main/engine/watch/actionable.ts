import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../backend.ts';

/** Controls that users press, tick, choose or type in. */
const controls: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'DataItem', 'Document', 'Edit', 'HeaderItem', 'Hyperlink'] as const),
  ...(['ListItem', 'MenuItem', 'RadioButton', 'ScrollBar', 'Slider', 'Spinner', 'SplitButton'] as const),
  ...(['TabItem', 'Thumb', 'TreeItem'] as const),
]);
/** Controls that a press on their text presses; a text in a row or a page may be a link, or be selected. */
const pressed: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'MenuItem', 'RadioButton', 'SplitButton', 'TabItem'] as const),
]);
/** Containers: a press in one means its content, even if the container takes focus. */
const containers: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Window', 'Pane', 'Group', 'List', 'Tree', 'Table', 'DataGrid', 'Menu', 'MenuBar', 'ToolBar', 'Tab'] as const),
  ...(['StatusBar', 'TitleBar', 'AppBar'] as const),
]);

/**
 * The element that a press on the last node of `path` (from the root down) means: for the icon or text inside a button, the
 * button, even if the text claims to take focus, as in Kirigami. The node itself if no ancestor can be acted on.
 */
export function actionableOf(path: readonly RawNode[]): RawNode | null {
  const hit = path.at(-1) ?? null;
  let label: RawNode | null = null;
  for (const node of [...path].reverse()) {
    if (isActionable(node)) {
      if (node.controlType !== 'Text') return label && !pressed.has(node.controlType) ? label : node;
      label ??= node;
    }
    if (containers.has(node.controlType) && node !== hit) break;
  }
  return label ?? hit;
}

function isActionable(node: RawNode): boolean {
  if (controls.has(node.controlType)) return true;
  if (containers.has(node.controlType)) return false;
  const states = ['focusable', 'editable', 'checkable', 'selectable', 'expandable'] as const;
  return states.some((state) => node.states.includes(state));
}
