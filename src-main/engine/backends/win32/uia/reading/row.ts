import type { TreeView, ControlType, ElementState } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { formatNumber, rowCharacters, shortened } from '../../../row-text.ts';
import { method } from '../../com/method.ts';
import type { NativeRect } from '../../native/types.ts';
import { expandCollapseState, toggleState } from '../../com/generated/enums.ts';
import { orNull, type UiaElement } from '../client.ts';
import { controlTypeOf, isMultilineEdit, withPlainBreaks } from '../api.ts';
import { formatRuntimeId } from '../runtime-id.ts';
import { type CachedProperties, handleOf } from './row-properties.ts';

const getCachedBoundingRectangle = method('IUIAutomationElement', 'get_CachedBoundingRectangle');
const getRuntimeId = method('IUIAutomationElement', 'GetRuntimeId');

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An element's runtime id, or null if its provider reports none. */
export function runtimeIdOf(properties: CachedProperties): string | null {
  const cached = properties.numbers('RuntimeId');
  const numbers = cached.length > 0 ? cached : (orNull(() => getRuntimeId(properties.element).map(Number)) ?? []);
  return numbers.length > 0 ? formatRuntimeId(numbers) : null;
}

/**
 * The row of an element with cached `rowProperties`. Its children are not counted yet.
 * @param limit of each text, in characters
 */
export function rowOf(properties: CachedProperties, runtimeId: string, limit = rowCharacters): Mutable<RawNode> {
  const controlType = controlTypeOf(properties.value('ControlType'));
  return {
    runtimeId,
    controlType,
    role: properties.text('LocalizedControlType') || properties.text('ClassName') || controlType,
    name: shortened(properties.text('Name'), limit),
    automationId: properties.text('AutomationId'),
    description: shortened(properties.text('FullDescription') || properties.text('HelpText'), limit),
    value: valueOf(properties, limit),
    states: statesOf(properties, controlType),
    bounds: boundsOf(properties.element),
    childCount: 0,
    view: viewOf(properties),
  };
}

/** An element that is not in every view, according to its provider. */
function viewOf(properties: CachedProperties): TreeView {
  if (properties.value('IsControlElement') === false) return 'raw';
  return properties.value('IsContentElement') === false ? 'control' : 'content';
}

/** The visible value; never of a password. */
export function valueOf(properties: CachedProperties, limit: number): string | null {
  if (properties.is('IsPassword')) return null;
  if (properties.is('IsValuePatternAvailable')) return shortened(withPlainBreaks(properties.text('ValueValue')), limit);
  if (properties.is('IsRangeValuePatternAvailable')) {
    const number = properties.number('RangeValueValue');
    return number === null ? null : formatNumber(number);
  }
  return shortened(properties.text('LegacyIAccessibleValue'), limit) || null;
}

/** Bounds of an element with a cached rectangle; null if it has none. */
export function boundsOf(element: UiaElement): Rect | null {
  const rect = orNull(() => getCachedBoundingRectangle(element));
  return rect && rectOf(rect);
}

/** An empty rectangle means no bounds. */
function rectOf({ left, top, right, bottom }: NativeRect): Rect | null {
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** Types with editable text; elsewhere a read-only value is not worth reporting. */
const textual: ReadonlySet<ControlType> = new Set(['ComboBox', 'Document', 'Edit', 'Spinner']);

/** The states of an element, in the common vocabulary. */
function statesOf(properties: CachedProperties, type: ControlType): ElementState[] {
  const states: ElementState[] = [];
  const add = (state: ElementState, condition: boolean) => {
    if (condition) states.push(state);
  };
  add('enabled', properties.is('IsEnabled'));
  states.push(properties.is('IsOffscreen') ? 'offscreen' : 'visible');
  add('focusable', properties.is('IsKeyboardFocusable'));
  add('focused', properties.is('HasKeyboardFocus'));
  addTextStates(properties, type, add);
  if (properties.is('IsTogglePatternAvailable')) addToggleStates(properties, add);
  if (properties.is('IsSelectionItemPatternAvailable')) addSelectionStates(properties, type, add);
  if (properties.is('IsExpandCollapsePatternAvailable')) addExpansionStates(properties, add);
  add('modal', properties.is('IsWindowPatternAvailable') && properties.is('WindowIsModal'));
  add('required', properties.is('IsRequiredForForm'));
  add('password', properties.is('IsPassword'));
  return states;
}

type Add = (state: ElementState, condition: boolean) => void;

function addTextStates(properties: CachedProperties, type: ControlType, add: Add): void {
  if (!textual.has(type)) return;
  const hasValue = properties.is('IsValuePatternAvailable');
  const isReadOnly = hasValue && properties.is('ValueIsReadOnly');
  // Rich edits have the text pattern, but no value.
  const hasText = !hasValue && type === 'Edit' && properties.is('IsTextPatternAvailable');
  add('editable', (hasValue && !isReadOnly) || hasText);
  add('readonly', isReadOnly);
  add('multiline', type === 'Document' || isMultilineEdit(handleOf(properties), properties.text('ClassName')));
}

function addToggleStates(properties: CachedProperties, add: Add): void {
  const state = properties.number('ToggleToggleState');
  add('checkable', true);
  add('checked', state === toggleState.On);
  add('mixed', state === toggleState.Indeterminate);
}

function addSelectionStates(properties: CachedProperties, type: ControlType, add: Add): void {
  const isSelected = properties.is('SelectionItemIsSelected');
  add('selectable', true);
  add('selected', isSelected);
  // To the user, a selected radio button is checked.
  add('checkable', type === 'RadioButton');
  add('checked', type === 'RadioButton' && isSelected);
}

function addExpansionStates(properties: CachedProperties, add: Add): void {
  const state = properties.number('ExpandCollapseExpandCollapseState');
  add('expandable', state !== null && state !== expandCollapseState.LeafNode);
  add('expanded', state === expandCollapseState.Expanded || state === expandCollapseState.PartiallyExpanded);
}
