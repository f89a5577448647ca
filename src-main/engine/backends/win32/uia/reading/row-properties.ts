import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import type { VariantValue } from '../../com/variant.ts';
import { toHwnd, type Hwnd } from '../../native/types.ts';
import { orNull, type UiaElement } from '../client.ts';

/** The properties of a tree row, queried for all elements at once. */
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

/** The cached properties of one element. Undefined if not cached, or without a value. */
export class CachedProperties {
  readonly element: UiaElement;

  constructor(element: UiaElement) {
    this.element = element;
  }

  value(name: PropertyName): VariantValue {
    // A property that a provider refuses does not fail the row.
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

  /** The numbers of a list; empty for other values. */
  numbers(name: PropertyName): readonly number[] {
    const value = this.value(name);
    return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
  }
}

/** An element's window handle; 0 if it has none. */
export function handleOf(properties: CachedProperties): Hwnd {
  return toHwnd(properties.number('NativeWindowHandle') ?? 0);
}
