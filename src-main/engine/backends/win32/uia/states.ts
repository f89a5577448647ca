import type { ControlType, ElementState } from '#contract/model/elements/element';
import { expandCollapseState, toggleState } from '../com/generated/enums.ts';
import { isMultilineEdit } from './api.ts';
import { handleOf, type CachedProperties } from './reading/row-properties.ts';

/** Types that hold text which could be written; elsewhere a value that cannot be set is no news. */
const textual: ReadonlySet<ControlType> = new Set(['ComboBox', 'Document', 'Edit', 'Spinner']);

/** What is true of an element, in the vocabulary of all platforms. */
export function statesOf(properties: CachedProperties, type: ControlType): ElementState[] {
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
