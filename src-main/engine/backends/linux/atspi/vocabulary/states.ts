import type { ElementState } from '#contract/model/elements/element';

/** Bit positions in AT-SPI's 64-bit state set (atspi-constants.h). */
export const stateBit = {
  active: 1,
  armed: 2,
  busy: 3,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  horizontal: 14,
  iconified: 15,
  modal: 16,
  multiLine: 17,
  multiSelectable: 18,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  vertical: 29,
  transient: 28,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  checkable: 41,
  readOnly: 43,
} as const;

export type StateName = keyof typeof stateBit;

/** The two words of a state set as transferred on the bus: bits 0–31 and 32–63. */
export type StateSet = readonly [low: number, high: number];

export const noStates: StateSet = [0, 0];

export function hasBit(states: StateSet, name: StateName): boolean {
  const bit = stateBit[name];
  return bit < 32 ? ((states[0] >>> bit) & 1) === 1 : ((states[1] >>> (bit - 32)) & 1) === 1;
}

const sameMeaning: readonly (readonly [StateName, ElementState])[] = [
  ['sensitive', 'enabled'],
  ['focusable', 'focusable'],
  ['focused', 'focused'],
  ['editable', 'editable'],
  ['readOnly', 'readonly'],
  ['checkable', 'checkable'],
  ['checked', 'checked'],
  ['indeterminate', 'mixed'],
  ['selectable', 'selectable'],
  ['selected', 'selected'],
  ['expandable', 'expandable'],
  ['expanded', 'expanded'],
  ['multiLine', 'multiline'],
  ['modal', 'modal'],
  ['busy', 'busy'],
  ['required', 'required'],
  ['defunct', 'defunct'],
];

export interface StateContext {
  /** The bit that reports visibility: `showing`, or `visible` in toolkits that set SHOWING on windows only. */
  readonly seenBy: 'showing' | 'visible';
  readonly readOnlyIsEnabled: boolean;
  /** Enabled by role: its app does not report it. */
  readonly isEnabled: boolean;
  readonly isPassword: boolean;
  /** Toggle buttons report PRESSED or CHECKED, depending on the toolkit; both become checked. */
  readonly isToggle: boolean;
  /** Checkable by role; some toolkits do not report it for disabled elements. */
  readonly isCheckable: boolean;
  /** If it does not report to be visible. */
  readonly isScrolledAway: boolean;
}

/** `visible` means in view now; `offscreen` exists but is scrolled away, on another page or collapsed. */
export function elementStates(states: StateSet, context: StateContext): ElementState[] {
  const found = sameMeaning.filter(([bit]) => hasBit(states, bit)).map(([, state]) => state);
  const add = (state: ElementState, condition: boolean) => {
    if (condition && !found.includes(state)) found.push(state);
  };
  // Most toolkits set SENSITIVE, some controls only that; parts of LibreOffice documents set only ENABLED.
  const isEnabled = context.isEnabled || (context.readOnlyIsEnabled && hasBit(states, 'readOnly'));
  add('enabled', isEnabled || hasBit(states, 'enabled'));
  const seen = hasBit(states, context.seenBy);
  add('visible', seen);
  add('offscreen', !seen && (context.isScrolledAway || hasBit(states, 'visible')));
  add('checkable', context.isToggle || context.isCheckable || hasBit(states, 'checked'));
  add('checked', context.isToggle && hasBit(states, 'pressed'));
  add('password', context.isPassword);
  return found;
}
