import type { ControlType, ElementNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';

/** Toolkits in which a press outside an open menu closes it and does nothing else. */
export const closesOnly: ReadonlySet<string> = new Set([
  'chromium',
  'electron',
  'gtk3',
  'gtk4',
  'libreoffice',
  'qt5',
  'qt6',
]);

/** Toolkits that also show cards and suggestions, beside which a press does more than close them. */
export const showsCards: ReadonlySet<string> = new Set(['chromium', 'electron']);

/** Toolkits in which Escape closes a menu together with the menus that it was opened from. */
export const closesAllMenus: ReadonlySet<string> = new Set(['gtk3', 'gtk4']);

const ofMenuBar: ReadonlySet<ControlType> = new Set<ControlType>(['Menu', 'MenuBar', 'MenuItem']);
const withList: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'SplitButton']);
/** Popups open this close to what opens them, or over it, in pixels. */
const besidePx = 8;

/** Whether the popup is the list of the element, or a menu of the bar that the element is in. */
export function opensBeside(
  { controlType, bounds }: Pick<ElementNode, 'controlType' | 'bounds'>,
  popup: Rect,
): boolean {
  if (!bounds) return false;
  const isBelowOrAbove =
    popup.y <= bounds.y + bounds.height + besidePx && bounds.y <= popup.y + popup.height + besidePx;
  const isBeside = popup.x <= bounds.x + bounds.width + besidePx && bounds.x <= popup.x + popup.width + besidePx;
  return isBelowOrAbove && (ofMenuBar.has(controlType) || (isBeside && withList.has(controlType)));
}
