import type { ControlType, ElementState } from '#contract/model/element';
import { isPassword } from '../value.ts';
import { controlTypeOf, roleName, roleSet } from '../roles.ts';
import { elementStates, hasBit, type StateSet } from '../states.ts';
import type { Toolkit } from './toolkit.ts';

export interface MeaningFacts {
  readonly role: number;
  readonly states: StateSet;
  /** The attribute `tag`, where it is known. */
  readonly tag?: string | undefined;
}

const toggles = roleSet('toggle button', 'check menu item');
const buttons = roleSet('push button');

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

export function statesIn(toolkit: Toolkit, { role, states }: MeaningFacts): ElementState[] {
  const pressed = toolkit.pressedIsChecked && buttons.has(role) && hasBit(states, 'pressed');
  return elementStates(states, {
    seenBy: toolkit.seenBy,
    isPassword: isPassword(role),
    isToggle: toggles.has(role) || pressed,
  });
}
