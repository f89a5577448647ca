import { hasState, type ElementDetails } from '#contract/model/element';
import type { PatternCall } from '#contract/model/pattern';
import type { IconName } from '../../../ui/icon/icon.tsx';

/** A pattern that needs nothing but a click. */
export interface PatternButton {
  readonly title: string;
  readonly icon: IconName;
  readonly call: PatternCall;
}

/** The patterns an element supports that a button can run; the others want to be told more. */
export function patternButtons(details: ElementDetails): readonly PatternButton[] {
  return details.patterns.flatMap((pattern): PatternButton[] => {
    switch (pattern) {
      case 'invoke':
        return [{ title: 'Invoke', icon: 'play', call: { pattern } }];
      case 'toggle':
        return [{ title: `Toggle ${hasState(details, 'checked') ? 'off' : 'on'}`, icon: 'pass', call: { pattern } }];
      case 'select':
        return [{ title: 'Select', icon: 'check', call: { pattern } }];
      case 'expand': {
        const expanded = !hasState(details, 'expanded');
        const title = expanded ? 'Expand' : 'Collapse';
        return [{ title, icon: expanded ? 'unfold' : 'fold', call: { pattern, expanded } }];
      }
      case 'scrollItem':
        return [{ title: 'Scroll into view', icon: 'arrow-both', call: { pattern } }];
      case 'value':
      case 'rangeValue':
      case 'text':
      case 'selection':
      case 'scroll':
      case 'grid':
      case 'table':
      case 'window':
      case 'transform':
        return [];
    }
  });
}
