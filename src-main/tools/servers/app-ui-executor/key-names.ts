import type { Modifier } from '#contract/model/recordings/action';

/**
 * The key names of UFO and pywinauto 0.6.8 (`pywinauto/keyboard.py`, CODES), in upper case, with our name of the key: that of
 * `KeyboardEvent.key`. `VK_` may precede any of them. The first name of a key is the one written.
 */
const names: Readonly<Record<string, string>> = {
  BACKSPACE: 'Backspace',
  BACK: 'Backspace',
  BKSP: 'Backspace',
  BS: 'Backspace',
  CAPSLOCK: 'CapsLock',
  CAP: 'CapsLock',
  CAPITAL: 'CapsLock',
  NUMLOCK: 'NumLock',
  SCROLLLOCK: 'ScrollLock',
  SCROLL: 'ScrollLock',
  PAUSE: 'Pause',
  BREAK: 'Pause',
  CANCEL: 'Pause',
  CLEAR: 'Clear',
  HELP: 'Help',
  DELETE: 'Delete',
  DEL: 'Delete',
  INSERT: 'Insert',
  INS: 'Insert',
  HOME: 'Home',
  END: 'End',
  PGUP: 'PageUp',
  PAGEUP: 'PageUp',
  PRIOR: 'PageUp',
  PGDN: 'PageDown',
  PAGEDOWN: 'PageDown',
  NEXT: 'PageDown',
  UP: 'ArrowUp',
  DOWN: 'ArrowDown',
  LEFT: 'ArrowLeft',
  RIGHT: 'ArrowRight',
  ENTER: 'Enter',
  RETURN: 'Enter',
  TAB: 'Tab',
  SPACE: 'Space',
  ESC: 'Escape',
  ESCAPE: 'Escape',
  PRTSC: 'PrintScreen',
  PRINTSCREEN: 'PrintScreen',
  SNAPSHOT: 'PrintScreen',
  LWIN: 'Meta',
  RWIN: 'Meta',
  WIN: 'Meta',
  // pywinauto has only this name for it.
  VK_APPS: 'ContextMenu',
  APPS: 'ContextMenu',
  MENUKEY: 'ContextMenu',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`F${i + 1}`, `F${i + 1}`])),
};

const modifiers: Readonly<Record<string, Modifier>> = {
  CONTROL: 'ctrl',
  LCONTROL: 'ctrl',
  RCONTROL: 'ctrl',
  CTRL: 'ctrl',
  SHIFT: 'shift',
  LSHIFT: 'shift',
  RSHIFT: 'shift',
  MENU: 'alt',
  LMENU: 'alt',
  RMENU: 'alt',
  ALT: 'alt',
};

/** The key a name in braces means, or null. */
export function keyOf(name: string): string | null {
  const bare = bareName(name);
  return Object.hasOwn(names, bare) ? (names[bare] ?? null) : null;
}

/** How a key is named in braces, or null. */
export function nameInBraces(key: string): string | null {
  return Object.keys(names).find((name) => names[name] === key) ?? null;
}

/** The modifier that a name in braces presses and releases by `down` and `up`, the Windows key included; null for others. */
export function holdableOf(name: string): Modifier | null {
  return keyOf(name) === 'Meta' ? 'meta' : modifierOf(name);
}

/** The modifier that a name in braces holds for the next key, or null. The Windows key is a separate key. */
export function modifierOf(name: string): Modifier | null {
  const bare = bareName(name);
  return Object.hasOwn(modifiers, bare) ? (modifiers[bare] ?? null) : null;
}

function bareName(name: string): string {
  return name.toUpperCase().replace(/^VK_/, '');
}
