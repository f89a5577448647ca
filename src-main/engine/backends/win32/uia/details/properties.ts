import { propertyIds } from '../../com/generated/ids.ts';
import { rowProperties, type CachedProperties, type PropertyName } from '../row-properties.ts';
import { headingLevelOf, landmarkNames } from './landmarks.ts';
import { availabilityProperties } from './patterns.ts';

/** Properties without a field of their own, shown as they are where they say something. */
const shown: readonly PropertyName[] = [
  ...(['ClassName', 'FrameworkId', 'ProviderDescription', 'HelpText', 'ItemType', 'ItemStatus'] as const),
  ...(['AcceleratorKey', 'AccessKey', 'LegacyIAccessibleDefaultAction', 'LegacyIAccessibleKeyboardShortcut'] as const),
  ...(['LegacyIAccessibleRole', 'LegacyIAccessibleState', 'NativeWindowHandle', 'IsControlElement'] as const),
  ...(['IsContentElement', 'IsDialog', 'IsPeripheral', 'IsDataValidForForm', 'LocalizedLandmarkType'] as const),
];

/** Everything that details read of the element itself, at once. */
export const detailProperties: readonly number[] = [
  ...new Set<number>([
    ...rowProperties,
    ...availabilityProperties,
    ...shown.map((name) => propertyIds[name]),
    propertyIds.ProcessId,
    propertyIds.Culture,
    propertyIds.AriaRole,
    propertyIds.AriaProperties,
    propertyIds.Level,
    propertyIds.PositionInSet,
    propertyIds.SizeOfSet,
    propertyIds.HeadingLevel,
    propertyIds.LandmarkType,
    propertyIds.LiveSetting,
    propertyIds.Orientation,
    propertyIds.RangeValueMinimum,
    propertyIds.RangeValueMaximum,
    propertyIds.RangeValueSmallChange,
    propertyIds.SelectionCanSelectMultiple,
    propertyIds.GridRowCount,
    propertyIds.GridColumnCount,
    propertyIds.ScrollHorizontalScrollPercent,
    propertyIds.ScrollVerticalScrollPercent,
    propertyIds.GridItemRow,
    propertyIds.GridItemColumn,
    propertyIds.GridItemRowSpan,
    propertyIds.GridItemColumnSpan,
  ]),
];

/** That it is in no view but the raw one says as much of an element as that it is. */
const saysNo: ReadonlySet<PropertyName> = new Set(['IsControlElement', 'IsContentElement']);

/** As text, by name, in the order above; without those that say nothing. */
export function shownProperties(properties: CachedProperties): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of shown) {
    const value = properties.value(name);
    if (value === undefined || value === '' || value === 0 || (value === false && !saysNo.has(name))) continue;
    found[name] = String(value);
  }
  return found;
}

/** What the web and other apps say beyond their control type: ARIA's words, and places in sets. */
export function attributesOf(properties: CachedProperties): Record<string, string> {
  const attributes: Record<string, string> = { ...parseAriaProperties(properties.text('AriaProperties')) };
  const add = (name: string, value: string) => {
    if (value !== '') attributes[name] = value;
  };
  add('role', properties.text('AriaRole'));
  add('landmark', landmarkNames.get(properties.number('LandmarkType') ?? 0) ?? '');
  for (const [name, property] of [
    ['level', 'Level'],
    ['posinset', 'PositionInSet'],
    ['setsize', 'SizeOfSet'],
  ] as const) {
    const number = properties.number(property) ?? 0;
    if (number > 0) add(name, String(number));
  }
  const heading = headingLevelOf(properties.number('HeadingLevel') ?? 0);
  if (heading !== null) add('heading', String(heading));
  add('live', ['', 'polite', 'assertive'][properties.number('LiveSetting') ?? 0] ?? '');
  add('orientation', ['', 'horizontal', 'vertical'][properties.number('Orientation') ?? 0] ?? '');
  return attributes;
}

/**
 * `level=2;checked=mixed`; a backslash lets the next character stand for itself.
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-ariaspecification
 */
function parseAriaProperties(words: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of words.matchAll(/([^=;\\]+)=((?:\\.|[^;\\])*)/gs)) {
    found[name.trim()] = value.replace(/\\(.)/gs, '$1');
  }
  return found;
}
