import type { ViewFacts } from '#contract/model/elements/element-facts';
import { method } from '../../com/method.ts';
import type { ComPointer } from '../../com/pointer.ts';
import type { CachedProperties } from '../reading/row-properties.ts';

type MultipleView = ComPointer<'IUIAutomationMultipleViewPattern'>;

const getViewName = method('IUIAutomationMultipleViewPattern', 'GetViewName');

/** The views of an element by their names, which its app gives, and numbers, which mean something to it alone. */
export function namedViews(pattern: MultipleView, properties: CachedProperties): ReadonlyMap<string, number> {
  const numbers = properties.numbers('MultipleViewSupportedViews');
  return new Map(numbers.map((number) => [getViewName(pattern, number), number]));
}

/** `properties` hold `detailProperties`. */
export function viewsOf(pattern: MultipleView, properties: CachedProperties): ViewFacts {
  const views = namedViews(pattern, properties);
  const shown = properties.number('MultipleViewCurrentView');
  const [current = ''] = [...views].find(([, number]) => number === shown) ?? [];
  return { current, all: [...views.keys()] };
}
