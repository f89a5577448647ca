import type { PatternCall, ScrollAxis } from '#contract/model/elements/pattern';
import { method } from '../../com/method.ts';
import { patternOf } from '../details/facts.ts';
import { scrollGoal } from '../../../../tree/pattern-effects.ts';
import { doAct } from './do-act.ts';
import { needed } from './needed.ts';
import type { Subject } from './subject.ts';

const setPercent = method('IUIAutomationScrollPattern', 'SetScrollPercent');
const horizontalPercent = method('IUIAutomationScrollPattern', 'get_CurrentHorizontalScrollPercent');
const verticalPercent = method('IUIAutomationScrollPattern', 'get_CurrentVerticalScrollPercent');
const showItem = method('IUIAutomationScrollItemPattern', 'ScrollIntoView');
const realize = method('IUIAutomationVirtualizedItemPattern', 'Realize');

/** UIA_ScrollPatternNoScroll: this direction stays. https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternsoverview */
const stays = -1;

export function scroll(subject: Subject, call: Extract<PatternCall, { pattern: 'scroll' }>): void {
  const pattern = needed(subject, 'Scroll', 'IUIAutomationScrollPattern');
  const goal = (axis: ScrollAxis | undefined, read: typeof verticalPercent) =>
    axis === undefined ? stays : scrollGoal(axis, read(pattern));
  doAct(subject, setPercent, pattern, goal(call.horizontal, horizontalPercent), goal(call.vertical, verticalPercent));
}

/** An item that is only thought of, in a long list, is made first. */
export function scrollIntoView(subject: Subject): void {
  const thought = patternOf(subject.owner, subject.element, 'VirtualizedItem', 'IUIAutomationVirtualizedItemPattern');
  if (thought) doAct(subject, realize, thought);
  doAct(subject, showItem, needed(subject, 'ScrollItem', 'IUIAutomationScrollItemPattern'));
}
