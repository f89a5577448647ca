import type { ElementState } from '#contract/model/elements/element';
import { isEmpty, type Rect } from '#contract/model/geometry';
import { readText } from '../../native/types.ts';
import { styles } from '../../native/constants.ts';
import * as api from '../access/api.ts';
import { rectAt, type Control } from '../access/control.ts';
import { numbered, type ControlKind, type Part, type Parts } from './kind.ts';
import { plainText } from './text/label.ts';
import { frameStates } from './bars/title-bar.ts';

/** `MF_BYPOSITION`; `MF_GRAYED | MF_DISABLED`, `MF_CHECKED`, `MF_SEPARATOR`, `MF_POPUP`; what a missing item's state is. */
const byPosition = 0x0400;
const flags = { disabled: 0x0003, checked: 0x0008, popUp: 0x0010, separator: 0x0800 } as const;
/** `MN_GETHMENU`, `WM_COMMAND`, `WM_CANCELMODE`. */
const [getMenuHandle, command, cancelMode] = [0x01e1, 0x0111, 0x001f];
/** Of `MENUBARINFO`, in bytes; `OBJID_MENU`. */
const [menuBarInfoSize, menuObject] = [48, -3];
const longestText = 512;

/** An open menu. */
export const popUpMenu: ControlKind = {
  classes: ['#32768'],
  describe(control) {
    const menu = control.ask(getMenuHandle) >>> 0;
    return { controlType: 'Menu', name: '', parts: itemsOf({ control, menu, isOpen: true, holder: control.window }) };
  },
};

/** The menu bar of a window; null if it has none. In Wine, menus of other programs are empty. */
export function menuBarPart(control: Control): Part | null {
  const menu = control.hasStyle(styles.child) ? 0 : api.getMenu(control.window);
  if (menu === 0) return null;
  return {
    key: 'menu',
    controlType: 'MenuBar',
    name: '',
    automationId: 'MenuBar',
    bounds: barPlace(control),
    states: frameStates(control),
    parts: itemsOf({ control, menu, isOpen: true, holder: control.window }),
  };
}

function barPlace(control: Control): Rect | null {
  const info = Buffer.alloc(menuBarInfoSize);
  info.writeUInt32LE(menuBarInfoSize);
  if (!api.getMenuBarInfo(control.window, menuObject, 0, info)) return null;
  const place = rectAt(info, 4);
  return isEmpty(place) ? null : place;
}

interface Menu {
  readonly control: Control;
  readonly menu: number;
  /** Its items are visible. */
  readonly isOpen: boolean;
  /** The window that contains it, which knows its items' bounds; 0 for an open menu's own. */
  readonly holder: number;
}

function itemsOf(menu: Menu): Parts {
  const count = Math.max(0, api.getMenuItemCount(menu.menu));
  return numbered(count, (first, wanted) => Array.from({ length: wanted }, (_, at) => itemOf(menu, first + at)));
}

function itemOf(from: Menu, index: number): Part {
  const { control, menu } = from;
  const state = api.getMenuState(menu, index, byPosition);
  const bounds = from.isOpen ? itemPlace(from, index) : null;
  const key = String(index);
  if ((state & flags.popUp) === 0 && state & flags.separator) {
    return { key, controlType: 'Separator', name: '', states: ['visible'], bounds };
  }
  const raw = readText(longestText, (buffer, size) => api.getMenuString(menu, index, buffer, size, byPosition));
  const { text, accessKey } = plainText(raw);
  const shortcut = raw.split('\t')[1] ?? '';
  const below = state & flags.popUp ? api.getSubMenu(menu, index) : 0;
  const id = api.getMenuItemId(menu, index);
  return {
    key,
    controlType: 'MenuItem',
    name: text,
    bounds,
    states: statesOf(from, state, below !== 0),
    ...(below === 0
      ? { automationId: String(id), operations: { invoke: () => choose(control, id) } }
      : { parts: itemsOf({ control, menu: below, isOpen: false, holder: 0 }) }),
    properties: () => ({
      ...(accessKey && { accessKey: accessKey.replace(/^Alt\+/, '') }),
      ...(shortcut !== '' && { shortcut }),
    }),
  };
}

function statesOf({ isOpen }: Menu, state: number, opens: boolean): readonly ElementState[] {
  const states: readonly (ElementState | false)[] = [
    !(state & flags.disabled) && 'enabled',
    isOpen && 'visible',
    opens && 'expandable',
    !opens && (state & flags.checked) !== 0 && 'checkable',
    !opens && (state & flags.checked) !== 0 && 'checked',
  ];
  return states.filter((one) => one !== false);
}

function itemPlace({ menu, holder }: Menu, index: number): Rect | null {
  const rect = Buffer.alloc(16);
  if (!api.getMenuItemRect(holder, menu, index, rect)) return null;
  const place = rectAt(rect);
  return isEmpty(place) ? null : place;
}

/** Sends the window the command of the chosen item; an open menu is closed first. */
function choose(control: Control, id: number): void {
  const root = control.reading.control(control.reading.root);
  if (control !== root) root.post(cancelMode);
  root.post(command, id & 0xffff);
}
