import type { PatternCall, ScrollAxis } from '#contract/model/elements/pattern';
import { dockPositions, type DockPosition } from '#contract/model/elements/element-facts';
import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { scrollGoal } from '../../../../tree/pattern-effects.ts';
import { method } from '../../com/method.ts';
import { scoped } from '../../com/memory.ts';
import { ComFailure, resultCode } from '../../native/errors.ts';
import { getForegroundWindow, isWindowEnabled } from '../../native/window.ts';
import type { Hwnd } from '../../native/types.ts';
import { propertyIds } from '../../com/generated/ids.ts';
import { treeScope, textPatternRangeEndpoint, textUnit } from '../../com/generated/enums.ts';
import { isPartOf } from '../api.ts';
import type { UiaElement } from '../client.ts';
import type { UiaScope } from '../reach.ts';
import { patternOf, namedViews } from '../details/facts.ts';
import { ask, elementsOf, identity } from '../elements.ts';
import { CachedProperties } from '../reading/row-properties.ts';
import { placeOf, type TextRange } from '../details/text-facts.ts';
import { doAct, needed, unsupported, type Subject } from './subject.ts';
import { transform } from './transform.ts';
import { setValue } from './value.ts';

const getDocumentRange = method('IUIAutomationTextPattern', 'get_DocumentRange');

const cloneRange = method('IUIAutomationTextRange', 'Clone');

const moveByUnit = method('IUIAutomationTextRange', 'MoveEndpointByUnit');

const moveToRange = method('IUIAutomationTextRange', 'MoveEndpointByRange');

const selectRange = method('IUIAutomationTextRange', 'Select');

const { Start, End } = textPatternRangeEndpoint;

/** Limit on corrections of a position: an app's character may be several code points, or half of one. */
const corrections = 4;

const getSelection = method('IUIAutomationSelectionPattern', 'GetCurrentSelection');

const findAll = method('IUIAutomationElement', 'FindAllBuildCache');

const selectOnly = method('IUIAutomationSelectionItemPattern', 'Select');

const addToSelection = method('IUIAutomationSelectionItemPattern', 'AddToSelection');

const removeFromSelection = method('IUIAutomationSelectionItemPattern', 'RemoveFromSelection');

const selectionMethods = { only: selectOnly, add: addToSelection, remove: removeFromSelection } as const;

const setPercent = method('IUIAutomationScrollPattern', 'SetScrollPercent');

const horizontalPercent = method('IUIAutomationScrollPattern', 'get_CurrentHorizontalScrollPercent');

const verticalPercent = method('IUIAutomationScrollPattern', 'get_CurrentVerticalScrollPercent');

const showItem = method('IUIAutomationScrollItemPattern', 'ScrollIntoView');

const realize = method('IUIAutomationVirtualizedItemPattern', 'Realize');

/** UIA_ScrollPatternNoScroll: this direction stays. https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternsoverview */
const stays = -1;

const setView = method('IUIAutomationMultipleViewPattern', 'SetCurrentView');

const viewProperties: readonly number[] = [propertyIds.MultipleViewSupportedViews];

const setDockPosition = method('IUIAutomationDockPattern', 'SetDockPosition');

const press = method('IUIAutomationInvokePattern', 'Invoke');
const doDefault = method('IUIAutomationLegacyIAccessiblePattern', 'DoDefaultAction');
const toggle = method('IUIAutomationTogglePattern', 'Toggle');
const setRange = method('IUIAutomationRangeValuePattern', 'SetValue');
const expand = method('IUIAutomationExpandCollapsePattern', 'Expand');
const collapse = method('IUIAutomationExpandCollapsePattern', 'Collapse');

/** `window` belongs to the window provider; grids and tables are read-only. */
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

/** Elements without such a pattern may have an MSAA action. */
function invoke(subject: Subject): void {
  const pattern = patternOf(subject.owner, subject.element, 'Invoke', 'IUIAutomationInvokePattern');
  if (pattern) doAct(subject, press, pattern);
  else doAct(subject, doDefault, needed(subject, 'LegacyIAccessible', 'IUIAutomationLegacyIAccessiblePattern'));
}

/**
 * Runs a pattern through the app, without mouse or keyboard. The caller verifies the effect.
 * @throws AppError `pattern_not_supported`; ComFailure if the app refuses or is gone
 */
export function runPattern(place: UiaScope, element: UiaElement, call: PatternCall): void {
  if (call.pattern === 'window') throw unsupported('That is done to windows.');
  const run = running[call.pattern] as (subject: Subject, call: PatternCall) => void;
  // Apps expect the used element to be focused; but no window comes to the front.
  place.client.focusesBeforeActs(isPartOf(place.window, getForegroundWindow()));
  unlessDialogOpens(place.window, () => scoped((owner) => run({ place, element, owner }, call)));
}

/**
 * Some apps answer only after the dialog that they opened is closed: if a window has just been disabled by a dialog of its own,
 * the call has arrived.
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

function dockAt(subject: Subject, position: DockPosition): void {
  doAct(subject, setDockPosition, needed(subject, 'Dock', 'IUIAutomationDockPattern'), dockPositions.indexOf(position));
}

function showView(subject: Subject, view: string): void {
  const pattern = needed(subject, 'MultipleView', 'IUIAutomationMultipleViewPattern');
  const properties = new CachedProperties(ask(subject.place.client, subject.owner, subject.element, viewProperties));
  const number = namedViews(pattern, properties).get(view);
  if (number === undefined) throw unsupported(`The element has no view ${quoted(view)} any more.`);
  doAct(subject, setView, pattern, number);
}

function scroll(subject: Subject, call: Extract<PatternCall, { pattern: 'scroll' }>): void {
  const pattern = needed(subject, 'Scroll', 'IUIAutomationScrollPattern');
  const goal = (axis: ScrollAxis | undefined, read: typeof verticalPercent) =>
    axis === undefined ? stays : scrollGoal(axis, read(pattern));
  doAct(subject, setPercent, pattern, goal(call.horizontal, horizontalPercent), goal(call.vertical, verticalPercent));
}

/** A virtualised item of a long list is realised first. */
function scrollIntoView(subject: Subject): void {
  const thought = patternOf(subject.owner, subject.element, 'VirtualizedItem', 'IUIAutomationVirtualizedItemPattern');
  if (thought) doAct(subject, realize, thought);
  doAct(subject, showItem, needed(subject, 'ScrollItem', 'IUIAutomationScrollItemPattern'));
}

function selectItem(subject: Subject, how: keyof typeof selectionMethods): void {
  doAct(subject, selectionMethods[how], needed(subject, 'SelectionItem', 'IUIAutomationSelectionItemPattern'));
}

/** Item by item: UI Automation has no call for all of them. */
function selectItems(subject: Subject, wanted: 'all' | 'none'): void {
  const container = needed(subject, 'Selection', 'IUIAutomationSelectionPattern');
  if (wanted === 'none')
    forEach(subject, elementsOf(subject.owner, getSelection(subject.owner, container)), removeFromSelection);
  else forEach(subject, selectable(subject), addToSelection);
}

function selectable({ place, element, owner }: Subject): readonly UiaElement[] {
  const { client } = place;
  const items = client.condition(owner, propertyIds.IsSelectionItemPatternAvailable, true);
  return elementsOf(owner, findAll(owner, element, treeScope.Children, items, client.request(identity, 'Element')));
}

function forEach(subject: Subject, items: readonly UiaElement[], act: typeof addToSelection): void {
  for (const item of items) {
    const pattern = patternOf(subject.owner, item, 'SelectionItem', 'IUIAutomationSelectionItemPattern');
    if (pattern) doAct({ ...subject, element: item }, act, pattern);
  }
}

/** Selects a range, in code points; an empty range sets the caret. */
function selectText(subject: Subject, { start, end }: { readonly start: number; readonly end: number }): void {
  const pattern = needed(subject, 'Text', 'IUIAutomationTextPattern');
  const whole = getDocumentRange(subject.owner, pattern);
  if (whole === null) throw new AppError('pattern_not_supported', 'The element does not expose its text.');
  scoped((scope) => {
    const range = cloneRange(scope, whole);
    if (range === null) throw new AppError('pattern_not_supported', 'The element’s text cannot be selected.');
    // Both ends to the start of the text, then each to its position; the end first, so that they never cross.
    moveToRange(range, End, whole, Start);
    moveTo(range, End, end, () => placeOf(whole, range).end);
    moveTo(range, Start, start, () => placeOf(whole, range).start);
    doAct(subject, selectRange, range);
  });
}

function moveTo(range: TextRange, endpoint: number, wanted: number, now: () => number): void {
  for (let left = wanted - now(), tries = 0; left !== 0 && tries < corrections; left = wanted - now(), tries++) {
    if (moveByUnit(range, endpoint, textUnit.Character, left) === 0) return;
  }
}
