import type { ControlType, ElementState } from '#contract/model/elements/element';
import { isPassword } from '../reading/value.ts';
import { controlTypeOf, roleName, roleSet } from '../vocabulary/roles.ts';
import { elementStates, hasBit, type StateSet } from '../vocabulary/states.ts';
import type { Toolkit } from './toolkit.ts';

export interface MeaningFacts {
  readonly role: number;
  readonly states: StateSet;
  /** The attribute `tag`, if known. */
  readonly tag?: string | undefined;
}

const toggles = roleSet('toggle button', 'check menu item');
const checks = roleSet('check box', 'switch', 'radio button', 'radio menu item');
const buttons = roleSet('push button');
const icons = roleSet('icon');

/** The control type of an element below a window, according to this toolkit. */
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

/** Interned: apps have few combinations for very many elements. Bounded, since the numbers are untrusted. */
const knownStates = new WeakMap<Toolkit, Map<number, Map<number, readonly ElementState[]>>>();
const maxRoles = 256;
const maxOfRole = 512;

/** The states of an element, according to this toolkit. Immutable: equal elements share the object. */
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
    isScrolledAway: toolkit.losesItems && hasBit(states, 'transient'),
  });
}

/** Classes of GTK itself and of its apps' libraries, which are never user-given names. */
const ofLibrary = /^(Gtk|Gdk|Adw|Hdy|Vte|Panel|Shumate|WebKit)[A-Z][A-Za-z0-9]*$/;

/** Class names are one word, such as `EditorPage`. Some titles are too, but not those of usually untitled windows. */
const compound = /^([A-Z]+[a-z0-9]+){2,}[A-Z]*$/;

const untitled = roleSet('filler', 'panel', 'image', 'drawing area', 'viewport', 'layered pane', 'list item', 'list');

/** The name of an element, according to this toolkit; empty if it is only the class. */
export function nameIn({ namesByClass }: Toolkit, role: number, name: string): string {
  if (!namesByClass) return name;
  return ofLibrary.test(name) || (untitled.has(role) && isCompound(name)) ? '' : name;
}

/** Whether a name may be a class name. */
export function isCompound(name: string): boolean {
  return compound.test(name);
}
