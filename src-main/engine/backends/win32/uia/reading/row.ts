import type { TreeView } from '#contract/model/elements/element';
import type { RawNode } from '../../../../backend.ts';
import type { Rect } from '#contract/model/geometry';
import { method } from '../../com/method.ts';
import type { NativeRect } from '../../native/types.ts';
import { formatNumber, rowCharacters, shortened } from '../../../row-text.ts';
import { orNull, type UiaElement } from '../client.ts';
import { controlTypeOf } from '../control-types.ts';
import { withPlainBreaks } from '../line-breaks.ts';
import type { CachedProperties } from './row-properties.ts';
import { formatRuntimeId } from '../runtime-id.ts';
import { statesOf } from '../states.ts';

const getCachedBoundingRectangle = method('IUIAutomationElement', 'get_CachedBoundingRectangle');
const getRuntimeId = method('IUIAutomationElement', 'GetRuntimeId');

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What an element is called, or null where its provider does not say. */
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

/** An element of which its provider does not say it is in every view. */
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

/** Where an element is of which the rectangle is cached; null where it is nowhere. */
export function boundsOf(element: UiaElement): Rect | null {
  const rect = orNull(() => getCachedBoundingRectangle(element));
  return rect && rectOf(rect);
}

/** An empty rectangle stands for: nowhere. */
function rectOf({ left, top, right, bottom }: NativeRect): Rect | null {
  const [width, height] = [right - left, bottom - top];
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null;
}
