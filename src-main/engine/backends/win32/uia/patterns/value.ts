import { propertyIds } from '../../com/generated/ids.ts';
import { method } from '../../com/method.ts';
import { ask } from '../elements.ts';
import { CachedProperties } from '../reading/row-properties.ts';
import { doAct, needed, type Subject } from './subject.ts';

const set = method('IUIAutomationValuePattern', 'SetValue');

/** Windows' own controls use two-character line breaks; others use one. */
const breaksByTwo: ReadonlySet<string> = new Set(['Win32', 'WinForm']);
const asked: readonly number[] = [propertyIds.FrameworkId];

export function setValue(subject: Subject, value: string): void {
  const pattern = needed(subject, 'Value', 'IUIAutomationValuePattern');
  doAct(subject, set, pattern, value.includes('\n') ? withBreaksOf(subject, value) : value);
}

function withBreaksOf({ place, element, owner }: Subject, value: string): string {
  const framework = new CachedProperties(ask(place.client, owner, element, asked)).text('FrameworkId');
  return breaksByTwo.has(framework) ? value.replaceAll(/\r?\n/g, '\r\n') : value;
}
