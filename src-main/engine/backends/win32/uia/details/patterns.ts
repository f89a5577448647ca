import type { Pattern } from '#contract/model/elements/pattern';
import { patternIds, propertyIds } from '../../com/generated/ids.ts';
import type { CachedProperties, PropertyName } from '../reading/row-properties.ts';

export type PatternName = keyof typeof patternIds;

const patternNames = (Object.keys(patternIds) as PatternName[]).sort();

/** The property that reports whether an element has a pattern: `IsTextPatternAvailable`, `IsTextPattern2Available`. */
function availability(name: PatternName): PropertyName | null {
  const property = `Is${name.replace(/(2?)$/, 'Pattern$1')}Available`;
  return property in propertyIds ? (property as PropertyName) : null;
}

const availabilities = patternNames.flatMap((name) => {
  const property = availability(name);
  return property === null ? [] : [{ name, property }];
});

export const availabilityProperties: readonly number[] = availabilities.map(({ property }) => propertyIds[property]);

/** The patterns of an element of which those properties are cached, by UI Automation's names. */
export function offered(properties: CachedProperties): ReadonlySet<PatternName> {
  return new Set(availabilities.filter(({ property }) => properties.is(property)).map(({ name }) => name));
}

/** What the contract calls them; missing are those that it has no call for. */
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
/** Only if the element represents its whole window, which is the window provider's to operate. */
const windowMeanings: typeof meanings = [
  ['Window', 'window'],
  ['Transform', 'transform'],
];
/** Other elements have the pattern also if they can do nothing of it. */
const elementMeanings: typeof meanings = [['Transform', 'transform']];
export const transformAbilities = [
  ...(['TransformCanMove', 'TransformCanResize', 'TransformCanRotate', 'Transform2CanZoom'] as const),
];

/** What a click would do as well. */
const acting: ReadonlySet<Pattern> = new Set(['invoke', 'toggle', 'select', 'expand']);

/** MSAA's default action is the last resort: only if nothing else is like a click. `properties` hold `detailProperties`. */
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
