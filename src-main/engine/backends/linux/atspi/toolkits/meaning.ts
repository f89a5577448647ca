import type { ControlType, ElementState } from '#contract/model/elements/element';
import { isPassword } from '../reading/value.ts';
import { controlTypeOf, roleName, roleSet } from '../vocabulary/roles.ts';
import { elementStates, hasBit, type StateSet } from '../vocabulary/states.ts';
import type { Toolkit } from './toolkit.ts';

export interface MeaningFacts {
  readonly role: number;
  readonly states: StateSet;
  /** The attribute `tag`, if it is known. */
  readonly tag?: string | undefined;
}

const toggles = roleSet('toggle button', 'check menu item');
const checks = roleSet('check box', 'switch', 'radio button', 'radio menu item');
const buttons = roleSet('push button');
const icons = roleSet('icon');

/** What kind of control an element below a window is, in the words of this toolkit. */
export function controlTypeIn(toolkit: Toolkit, { role, states, tag }: MeaningFacts): ControlType {
  const name = roleName(role);
  const rule = toolkit.roles.find(
    (each) =>
      each.role === name &&
      (each.with === undefined || hasBit(states, each.with)) &&
      (each.tag === undefined || each.tag === tag),
  );
  return rule?.means ?? controlTypeOf(role);
}

/** Apps have few combinations and very many elements. Bounded, since the numbers come from outside. */
const knownStates = new WeakMap<Toolkit, Map<number, Map<number, readonly ElementState[]>>>();
const maxRoles = 256;
const maxOfRole = 512;

/** What is the case with an element, in the words of this toolkit. Never changed: elements that are alike share it. */
export function statesIn(toolkit: Toolkit, { role, states }: MeaningFacts): readonly ElementState[] {
  const roles = entry(knownStates, toolkit, () => new Map<number, Map<number, readonly ElementState[]>>());
  if (roles.size > maxRoles) roles.clear();
  const ofRole = entry(roles, role, () => new Map<number, readonly ElementState[]>());
  if (ofRole.size > maxOfRole) ofRole.clear();
  const [low, high] = states;
  return entry(ofRole, low + high * 2 ** 32, () => readStates(toolkit, role, states));
}

function entry<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

function readStates(toolkit: Toolkit, role: number, states: StateSet): ElementState[] {
  const pressed = toolkit.pressedIsChecked && buttons.has(role) && hasBit(states, 'pressed');
  return elementStates(states, {
    seenBy: toolkit.seenBy,
    readOnlyIsEnabled: toolkit.readOnlyIsEnabled,
    isEnabled: toolkit.iconsAreEnabled && icons.has(role) && hasBit(states, 'focusable'),
    isPassword: isPassword(role),
    isToggle: toggles.has(role) || pressed,
    isCheckable: checks.has(role),
  });
}

/** Classes of GTK itself and of the libraries that its apps use: no person calls anything so. */
const ofLibrary = /^(Gtk|Gdk|Adw|Hdy|Vte|Panel|Shumate|WebKit)[A-Z][A-Za-z0-9]*$/;

/** Class names are one word, such as `EditorPage`. So are some titles, but not of windows that are usually untitled. */
const compound = /^([A-Z]+[a-z0-9]+){2,}[A-Z]*$/;

const untitled = roleSet('filler', 'panel', 'image', 'drawing area', 'viewport', 'layered pane', 'list item', 'list');

/** What an element is called, in the words of this toolkit; empty if that is only its class. */
export function nameIn({ namesByClass }: Toolkit, role: number, name: string): string {
  if (!namesByClass) return name;
  return ofLibrary.test(name) || (untitled.has(role) && isCompound(name)) ? '' : name;
}

/** Whether a name may be that of a class. */
export function isCompound(name: string): boolean {
  return compound.test(name);
}
