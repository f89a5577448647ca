import type { PatternCall } from '#contract/model/elements/pattern';
import { method } from '../../com/method.ts';
import { scoped } from '../../com/scope.ts';
import { ComFailure, resultCode } from '../../native/failure.ts';
import { getForegroundWindow, isWindowEnabled } from '../../native/window.ts';
import type { Hwnd } from '../../native/types.ts';
import { isPartOf } from '../api.ts';
import type { UiaElement } from '../client.ts';
import type { Place } from '../reach.ts';
import { patternOf } from '../details/facts.ts';
import { doAct } from './do-act.ts';
import { needed, unsupported } from './needed.ts';
import { dockAt } from './dock.ts';
import { scroll, scrollIntoView } from './scroll.ts';
import { selectItem, selectItems } from './selection.ts';
import { selectText } from './text.ts';
import { transform } from './transform.ts';
import { setValue } from './value.ts';
import { showView } from './views.ts';
import type { Subject } from './subject.ts';

const press = method('IUIAutomationInvokePattern', 'Invoke');
const doDefault = method('IUIAutomationLegacyIAccessiblePattern', 'DoDefaultAction');
const toggle = method('IUIAutomationTogglePattern', 'Toggle');
const setRange = method('IUIAutomationRangeValuePattern', 'SetValue');
const expand = method('IUIAutomationExpandCollapsePattern', 'Expand');
const collapse = method('IUIAutomationExpandCollapsePattern', 'Collapse');

/** `window` is the window provider's; grids and tables are only read. */
type Running = {
  readonly [C in Exclude<PatternCall, { pattern: 'window' }> as C['pattern']]: (subject: Subject, call: C) => void;
};

const running: Running = {
  invoke,
  toggle: (subject) => doAct(subject, toggle, needed(subject, 'Toggle', 'IUIAutomationTogglePattern')),
  value: (subject, { value }) => setValue(subject, value),
  rangeValue: (subject, { value }) =>
    doAct(subject, setRange, needed(subject, 'RangeValue', 'IUIAutomationRangeValuePattern'), value),
  text: (subject, { select }) => selectText(subject, select),
  selection: (subject, { select }) => selectItems(subject, select),
  select: (subject, { how }) => selectItem(subject, how ?? 'only'),
  expand: (subject, { expanded }) =>
    doAct(
      subject,
      expanded ? expand : collapse,
      needed(subject, 'ExpandCollapse', 'IUIAutomationExpandCollapsePattern'),
    ),
  scroll,
  scrollItem: scrollIntoView,
  multipleView: (subject, { view }) => showView(subject, view),
  dock: (subject, { position }) => dockAt(subject, position),
  transform,
};

/** Elements that know no such pattern may have an action of MSAA. */
function invoke(subject: Subject): void {
  const pattern = patternOf(subject.owner, subject.element, 'Invoke', 'IUIAutomationInvokePattern');
  if (pattern) doAct(subject, press, pattern);
  else doAct(subject, doDefault, needed(subject, 'LegacyIAccessible', 'IUIAutomationLegacyIAccessiblePattern'));
}

/**
 * Does it, through the app and without mouse or keyboard. Whether it took effect is for the caller to see.
 * @throws AppError `pattern_not_supported`; ComFailure where the app refuses or is gone
 */
export function runPattern(place: Place, element: UiaElement, call: PatternCall): void {
  if (call.pattern === 'window') throw unsupported('That is done to windows.');
  const run = running[call.pattern] as (subject: Subject, call: PatternCall) => void;
  // Apps expect that what is used has the focus; but no window comes to the front by it.
  place.client.focusesBeforeActs(isPartOf(place.window, getForegroundWindow()));
  unlessDialogOpens(place.window, () => scoped((owner) => run({ place, element, owner }, call)));
}

/**
 * Some apps answer only when the dialog that they opened about it is closed again: a window that has just stopped to
 * take input, because a dialog of its own does, shows that the call arrived.
 */
function unlessDialogOpens(window: Hwnd, act: () => void): void {
  const wasEnabled = isWindowEnabled(window) !== 0;
  try {
    act();
  } catch (error) {
    const waits = error instanceof ComFailure && error.result === resultCode.timeout;
    if (!waits || !wasEnabled || isWindowEnabled(window) !== 0) throw error;
  }
}
