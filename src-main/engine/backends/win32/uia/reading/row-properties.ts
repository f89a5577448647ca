import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import type { VariantValue } from '../../com/variant.ts';
import { toHwnd, type Hwnd } from '../../native/types.ts';
import { orNull, type UiaElement } from '../client.ts';

/** What a row of the tree is made of, asked for all elements at once. */
export const rowProperties = [
  propertyIds.RuntimeId,
  propertyIds.ControlType,
  propertyIds.LocalizedControlType,
  propertyIds.Name,
  propertyIds.NativeWindowHandle,
  propertyIds.AutomationId,
  propertyIds.ClassName,
  propertyIds.HelpText,
  propertyIds.FullDescription,
  propertyIds.BoundingRectangle,
  propertyIds.IsControlElement,
  propertyIds.IsContentElement,
  propertyIds.IsOffscreen,
  propertyIds.IsEnabled,
  propertyIds.IsPassword,
  propertyIds.IsKeyboardFocusable,
  propertyIds.HasKeyboardFocus,
  propertyIds.IsRequiredForForm,
  propertyIds.IsValuePatternAvailable,
  propertyIds.ValueValue,
  propertyIds.ValueIsReadOnly,
  propertyIds.IsRangeValuePatternAvailable,
  propertyIds.RangeValueValue,
  propertyIds.LegacyIAccessibleValue,
  propertyIds.IsTextPatternAvailable,
  propertyIds.IsItemContainerPatternAvailable,
  propertyIds.IsWindowPatternAvailable,
  propertyIds.WindowIsModal,
  propertyIds.IsTogglePatternAvailable,
  propertyIds.ToggleToggleState,
  propertyIds.IsSelectionItemPatternAvailable,
  propertyIds.SelectionItemIsSelected,
  propertyIds.IsExpandCollapsePatternAvailable,
  propertyIds.ExpandCollapseExpandCollapseState,
] as const;

export type PropertyName = keyof typeof propertyIds;

const getCachedPropertyValue = method('IUIAutomationElement', 'GetCachedPropertyValue');

/** The cached properties of one element. Undefined for what was not asked for, or has no value. */
export class CachedProperties {
  readonly element: UiaElement;

  constructor(element: UiaElement) {
    this.element = element;
  }

  value(name: PropertyName): VariantValue {
    // One property that a provider refuses does not cost the row.
    return orNull(() => getCachedPropertyValue(this.element, propertyIds[name])) ?? undefined;
  }

  text(name: PropertyName): string {
    const value = this.value(name);
    return typeof value === 'string' ? value : '';
  }

  number(name: PropertyName): number | null {
    const value = this.value(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  is(name: PropertyName): boolean {
    return this.value(name) === true;
  }

  /** Numbers of a list; none if it is no list of numbers. */
  numbers(name: PropertyName): readonly number[] {
    const value = this.value(name);
    return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
  }
}

/** The handle of the window that an element represents; 0 where it is none. */
export function handleOf(properties: CachedProperties): Hwnd {
  return toHwnd(properties.number('NativeWindowHandle') ?? 0);
}
