import { propertyIds } from '../../com/generated/ids.ts';
import { rowProperties, type CachedProperties, type PropertyName } from '../reading/row-properties.ts';
import { availabilityProperties, transformAbilities, type PatternName } from './patterns.ts';

/** Properties without a field of their own, shown unchanged if set. */
const shown: readonly PropertyName[] = [
  ...(['ClassName', 'FrameworkId', 'ProviderDescription', 'HelpText', 'ItemType', 'ItemStatus'] as const),
  ...(['AcceleratorKey', 'AccessKey', 'LegacyIAccessibleDefaultAction', 'LegacyIAccessibleKeyboardShortcut'] as const),
  ...(['LegacyIAccessibleRole', 'LegacyIAccessibleState', 'NativeWindowHandle', 'IsControlElement'] as const),
  ...(['IsContentElement', 'IsDialog', 'IsPeripheral', 'IsDataValidForForm', 'LocalizedLandmarkType'] as const),
];

/** Pattern properties without a field in the contract, shown for elements with the pattern. */
const shownOfPatterns: readonly (readonly [PatternName, readonly PropertyName[]])[] = [
  ['Window', ['WindowCanMaximize', 'WindowCanMinimize', 'WindowIsModal', 'WindowIsTopmost']],
  ['Transform', transformAbilities.slice(0, 3)],
  ['Transform2', ['Transform2CanZoom', 'Transform2ZoomLevel', 'Transform2ZoomMinimum', 'Transform2ZoomMaximum']],
  ['Drag', ['DragIsGrabbed', 'DragDropEffect', 'DragDropEffects']],
  ['DropTarget', ['DropTargetDropTargetEffect', 'DropTargetDropTargetEffects']],
  ['Annotation', ['AnnotationAnnotationTypeName', 'AnnotationAuthor', 'AnnotationDateTime']],
  ['Styles', ['StylesStyleName', 'StylesShape', 'StylesFillPatternStyle']],
  ['SpreadsheetItem', ['SpreadsheetItemFormula']],
];

/** All properties that details read of the element itself, at once. */
export const detailProperties: readonly number[] = [
  ...new Set<number>([
    ...rowProperties,
    ...availabilityProperties,
    ...shown.map((name) => propertyIds[name]),
    ...shownOfPatterns.flatMap(([, names]) => names.map((name) => propertyIds[name])),
    propertyIds.MultipleViewCurrentView,
    propertyIds.MultipleViewSupportedViews,
    propertyIds.DockDockPosition,
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

/** Presence in the raw view only is as informative as an id. */
const saysNo: ReadonlySet<PropertyName> = new Set(['IsControlElement', 'IsContentElement']);

/** As text, by name, in the order above; empty ones omitted. `names` are the element's patterns. */
export function shownProperties(properties: CachedProperties, names: ReadonlySet<PatternName>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of shown) {
    const value = properties.value(name);
    if (value === undefined || value === '' || value === 0 || (value === false && !saysNo.has(name))) continue;
    found[name] = String(value);
  }
  for (const [pattern, ofPattern] of shownOfPatterns) {
    for (const name of names.has(pattern) ? ofPattern : []) {
      const value = properties.value(name);
      if (value !== undefined && value !== '') found[name] = Array.isArray(value) ? value.join(', ') : String(value);
    }
  }
  return found;
}

/** Facts of web and other apps beyond the control type: ARIA properties, and positions in sets. */
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
 * `level=2;checked=mixed`; a backslash escapes the next character.
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-ariaspecification
 */
function parseAriaProperties(words: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of words.matchAll(/([^=;\\]+)=((?:\\.|[^;\\])*)/gs)) {
    found[name.trim()] = value.replace(/\\(.)/gs, '$1');
  }
  return found;
}

/** https://learn.microsoft.com/windows/win32/winauto/uiauto-landmark-type-identifiers; a custom one has a name of its own */
const landmarkNames: ReadonlyMap<number, string> = new Map([
  ...([
    [80_000, 'custom'],
    [80_001, 'form'],
    [80_002, 'main'],
    [80_003, 'navigation'],
    [80_004, 'search'],
  ] as const),
]);

/**
 * `HeadingLevel_None`, followed by the nine levels:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-heading-level-identifiers
 */
const noHeading = 80_050;

const headingLevels = 9;

/** 1 to 9, or null if it is no heading. */
function headingLevelOf(id: number): number | null {
  const level = id - noHeading;
  return level >= 1 && level <= headingLevels ? level : null;
}
