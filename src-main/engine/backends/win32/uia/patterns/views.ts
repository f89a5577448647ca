import { quoted } from '#contract/foreign-text';
import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { namedViews } from '../details/views.ts';
import { ask } from '../elements.ts';
import { CachedProperties } from '../reading/row-properties.ts';
import { doAct } from './do-act.ts';
import { needed, unsupported } from './needed.ts';
import type { Subject } from './subject.ts';

const setView = method('IUIAutomationMultipleViewPattern', 'SetCurrentView');
const asked: readonly number[] = [propertyIds.MultipleViewSupportedViews];

export function showView(subject: Subject, view: string): void {
  const pattern = needed(subject, 'MultipleView', 'IUIAutomationMultipleViewPattern');
  const properties = new CachedProperties(ask(subject.place.client, subject.owner, subject.element, asked));
  const number = namedViews(pattern, properties).get(view);
  if (number === undefined) throw unsupported(`The element has no view ${quoted(view)} any more.`);
  doAct(subject, setView, pattern, number);
}
