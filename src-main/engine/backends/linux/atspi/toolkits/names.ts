import { roleSet } from '../vocabulary/roles.ts';
import type { Toolkit } from './toolkit.ts';

/** Classes of GTK itself and of the libraries that its apps use: no person calls anything so. */
const ofLibrary = /^(Gtk|Gdk|Adw|Hdy|Vte|Panel|Shumate|WebKit)[A-Z][A-Za-z0-9]*$/;
/** Classes of apps are words in one, as `EditorPage`; so are some titles, but not of what no one gives a title. */
const compound = /^([A-Z]+[a-z0-9]+){2,}[A-Z]*$/;
const untitled = roleSet('filler', 'panel', 'image', 'drawing area', 'viewport', 'layered pane', 'list item', 'list');

/** What an element is called, in the words of this toolkit; empty where that is only its class. */
export function nameIn({ namesByClass }: Toolkit, role: number, name: string): string {
  if (!namesByClass) return name;
  return ofLibrary.test(name) || (untitled.has(role) && isCompound(name)) ? '' : name;
}

/** Whether a name may be that of a class. */
export function isCompound(name: string): boolean {
  return compound.test(name);
}
