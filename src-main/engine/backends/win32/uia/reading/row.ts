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

/** What an element is called, or null if its provider does not report. */
export function runtimeIdOf(properties: CachedProperties): string | null {
  const cached = properties.numbers('RuntimeId');
  const numbers = cached.length > 0 ? cached : (orNull(() => getRuntimeId(properties.element).map(Number)) ?? []);
  return numbers.length > 0 ? formatRuntimeId(numbers) : null;
}

/**
 * The row of an element of which `rowProperties` are cached. Its children are not counted yet.
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

/** An element of which its provider does not claim that it is in every view. */
function viewOf(properties: CachedProperties): TreeView {
  if (properties.value('IsControlElement') === false) return 'raw';
  return properties.value('IsContentElement') === false ? 'control' : 'content';
}

/** What a person would read in it; never of a password. */
export function valueOf(properties: CachedProperties, limit: number): string | null {
  if (properties.is('IsPassword')) return null;
  if (properties.is('IsValuePatternAvailable')) return shortened(withPlainBreaks(properties.text('ValueValue')), limit);
  if (properties.is('IsRangeValuePatternAvailable')) {
    const number = properties.number('RangeValueValue');
    return number === null ? null : formatNumber(number);
  }
  return shortened(properties.text('LegacyIAccessibleValue'), limit) || null;
}

/** Where an element is of which the rectangle is cached; null if it is nowhere. */
export function boundsOf(element: UiaElement): Rect | null {
  const rect = orNull(() => getCachedBoundingRectangle(element));
  return rect && rectOf(rect);
}

/** An empty rectangle represents: nowhere. */
function rectOf({ left, top, right, bottom }: NativeRect): Rect | null {
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}

/** Types that hold text which could be written; elsewhere a value that cannot be set is no news. */
const textual: ReadonlySet<ControlType> = new Set(['ComboBox', 'Document', 'Edit', 'Spinner']);

/** What is true of an element, in the vocabulary of all platforms. */
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
  // Rich edits offer their text, but no value.
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
  // To a person a radio button is checked.
  add('checkable', type === 'RadioButton');
  add('checked', type === 'RadioButton' && isSelected);
}

function addExpansionStates(properties: CachedProperties, add: Add): void {
  const state = properties.number('ExpandCollapseExpandCollapseState');
  add('expandable', state !== null && state !== expandCollapseState.LeafNode);
  add('expanded', state === expandCollapseState.Expanded || state === expandCollapseState.PartiallyExpanded);
}
