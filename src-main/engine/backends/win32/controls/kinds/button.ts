import type { ElementState } from '#contract/model/elements/element';
import type { Control } from '../access/control.ts';
import { plainText } from './text/label.ts';
import type { ControlFacets, ControlKind, Operations } from './kind.ts';

/** `BS_TYPEMASK` and the types of winuser.h. */
const typeMask = 0x0f;
const checkBoxes = new Set([2, 3, 5, 6]);
const radioButtons = new Set([4, 9]);
const groupBox = 7;
const splitButtons = new Set([12, 13]);
/** `BM_GETCHECK`, `BM_CLICK`; `BST_CHECKED`, `BST_INDETERMINATE`. */
const [getCheck, click] = [0x00f0, 0x00f5];
const [isChecked, isIndeterminate] = [1, 2];

/** Push buttons, check boxes, radio buttons and group boxes share one class; the style distinguishes them. */
export const button: ControlKind = {
  classes: ['button'],
  describe(control) {
    const type = control.style & typeMask;
    if (type === groupBox) return { controlType: 'Group', name: plainText(control.text).text };
    return { name: plainText(control.text).text, focusable: true, ...ofType(control, type) };
  },
};

/** Delphi's own group boxes. */
export const group: ControlKind = {
  classes: ['group'],
  describe: (control) => ({ controlType: 'Group', name: plainText(control.text).text }),
};

/** It covers its content, and does not hit-test it. */
export function isGroupBox(control: Control): boolean {
  return control.base === 'group' || (control.base === 'button' && (control.style & typeMask) === groupBox);
}

function ofType(control: Control, type: number): ControlFacets {
  if (checkBoxes.has(type)) {
    return {
      controlType: 'CheckBox',
      states: checkStates(control, 'checkable'),
      operations: { toggle: press(control) },
    };
  }
  if (radioButtons.has(type)) {
    const states = checkStates(control, 'selectable');
    return { controlType: 'RadioButton', states, operations: { select: choose(control), ...invoking(control) } };
  }
  return { controlType: splitButtons.has(type) ? 'SplitButton' : 'Button', operations: invoking(control) };
}

function invoking(control: Control): Operations {
  return { invoke: press(control) };
}

function checkStates(control: Control, able: 'checkable' | 'selectable'): readonly ElementState[] {
  const check = control.ask(getCheck) & 3;
  if (check === isIndeterminate) return [able, 'mixed'];
  if (check !== isChecked) return [able];
  return able === 'selectable' ? ['checkable', 'checked', able, 'selected'] : [able, 'checked'];
}

/** Same as a click: focuses the button and notifies the app. Posted, since a dialog may open and stay. */
function press(control: Control): () => void {
  return () => control.post(click);
}

function choose(control: Control): NonNullable<Operations['select']> {
  return ({ how }) => {
    if (how === 'remove') return;
    if ((control.ask(getCheck) & 3) !== isChecked) control.post(click);
  };
}
