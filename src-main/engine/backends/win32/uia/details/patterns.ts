import type { Pattern } from '#contract/model/elements/pattern';
import { patternIds, propertyIds } from '../../com/generated/ids.ts';
import type { CachedProperties, PropertyName } from '../reading/row-properties.ts';

export type PatternName = keyof typeof patternIds;

const patternNames = (Object.keys(patternIds) as PatternName[]).sort();

/** The availability property of a pattern: `IsTextPatternAvailable`, `IsTextPattern2Available`. */
function availability(name: PatternName): PropertyName | null {
  const property = `Is${name.replace(/(2?)$/, 'Pattern$1')}Available`;
  return property in propertyIds ? (property as PropertyName) : null;
}

const availabilities = patternNames.flatMap((name) => {
  const property = availability(name);
  return property === null ? [] : [{ name, property }];
});

export const availabilityProperties: readonly number[] = availabilities.map(({ property }) => propertyIds[property]);

/** The patterns of an element with those cached properties, by UI Automation's names. */
export function offered(properties: CachedProperties): ReadonlySet<PatternName> {
  return new Set(availabilities.filter(({ property }) => properties.is(property)).map(({ name }) => name));
}

/** The contract's names; patterns without a call are missing. */
const meanings: readonly (readonly [PatternName, Pattern])[] = [
  ...([
    ['Invoke', 'invoke'],
    ['Toggle', 'toggle'],
    ['Value', 'value'],
    ['RangeValue', 'rangeValue'],
    ['Text', 'text'],
    ['Selection', 'selection'],
    ['SelectionItem', 'select'],
    ['ExpandCollapse', 'expand'],
    ['Scroll', 'scroll'],
    ['ScrollItem', 'scrollItem'],
    ['Grid', 'grid'],
    ['Table', 'table'],
    ['MultipleView', 'multipleView'],
    ['Dock', 'dock'],
  ] as const),
];
/** Only if the element is a whole window, which the window provider operates. */
const windowMeanings: typeof meanings = [
  ['Window', 'window'],
  ['Transform', 'transform'],
];
/** Other elements have the pattern even if it does nothing. */
const elementMeanings: typeof meanings = [['Transform', 'transform']];
export const transformAbilities = [
  ...(['TransformCanMove', 'TransformCanResize', 'TransformCanRotate', 'Transform2CanZoom'] as const),
];

/** Patterns equivalent to a click. */
const acting: ReadonlySet<Pattern> = new Set(['invoke', 'toggle', 'select', 'expand']);

/** MSAA's default action is the last resort: only without another click equivalent. `properties` contain `detailProperties`. */
export function patternsOf(
  properties: CachedProperties,
  names: ReadonlySet<PatternName>,
  isWindow: boolean,
): readonly Pattern[] {
  const action = properties.text('LegacyIAccessibleDefaultAction');
  const canTransform = transformAbilities.some((ability) => properties.is(ability));
  const all = [...meanings, ...(isWindow ? windowMeanings : canTransform ? elementMeanings : [])];
  const reported = all.filter(([name]) => names.has(name)).map(([, pattern]) => pattern);
  const needsAction =
    action !== '' && names.has('LegacyIAccessible') && !reported.some((pattern) => acting.has(pattern));
  return needsAction ? [...reported, 'invoke'] : reported;
}
