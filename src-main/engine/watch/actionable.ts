import type { ControlType } from '#contract/model/elements/element';
import { center, contains } from '#contract/model/geometry';
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

/** Controls without content of their own: boxes in them only arrange their icon and label. */
const buttons: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'MenuItem', 'RadioButton', 'SplitButton'] as const),
]);
const boxes: ReadonlySet<ControlType> = new Set<ControlType>(['Pane', 'Group']);

/**
 * The element that a press on the last node of `path` (from the root down) means: for the icon or text inside a button, the
 * button, even if the text claims to take focus, as in Kirigami. The node itself if no ancestor can be acted on.
 */
export function actionableOf(path: readonly RawNode[]): RawNode | null {
  const hit = path.at(-1) ?? null;
  let label: RawNode | null = null;
  for (const [index, node] of [...path.entries()].reverse()) {
    const around = path.slice(0, index);
    if (isActionable(node) || isShape(node, around)) {
      if (node.controlType !== 'Text')
        return label && !pressed.has(node.controlType) ? label : (outerButton(node, around) ?? node);
      label ??= node;
    }
    if (containers.has(node.controlType) && node !== hit && !isInButton(node, around)) break;
  }
  return label ?? hit;
}

/** A box that arranges the parts of a button. */
function isInButton({ controlType, bounds }: RawNode, around: readonly RawNode[]): boolean {
  if (!boxes.has(controlType)) return false;
  const [owner] = around.filter((node) => !boxes.has(node.controlType)).slice(-1);
  return owner !== undefined && buttons.has(owner.controlType) && isWithin(bounds, owner.bounds);
}

/** A shape of a drawing or a slide, which LibreOffice reports as a pane that can be chosen; of a group, the group. */
function isShape({ controlType, states }: RawNode, around: readonly RawNode[]): boolean {
  return boxes.has(controlType) && states.includes('selectable') && around.at(-1)?.controlType === 'Document';
}

/** GTK 4's menu button has a button in it: that shows the value, and the outer one has the description that stays. */
function outerButton({ controlType, description, bounds }: RawNode, around: readonly RawNode[]): RawNode | null {
  const outer = around.at(-1);
  if (controlType !== 'Button' || outer?.controlType !== 'Button' || description !== '') return null;
  return outer.description !== '' && outer.name === '' && isWithin(bounds, outer.bounds) ? outer : null;
}

function isWithin(inner: RawNode['bounds'], outer: RawNode['bounds']): boolean {
  return inner !== null && outer !== null && contains(outer, center(inner));
}

function isActionable(node: RawNode): boolean {
  if (controls.has(node.controlType)) return true;
  if (containers.has(node.controlType)) return false;
  const states = ['focusable', 'editable', 'checkable', 'selectable', 'expandable'] as const;
  return states.some((state) => node.states.includes(state));
}
