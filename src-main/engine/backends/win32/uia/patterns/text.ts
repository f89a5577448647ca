import { AppError } from '#contract/errors';
import { textPatternRangeEndpoint, textUnit } from '../../com/generated/enums.ts';
import { method } from '../../com/method.ts';
import { scoped } from '../../com/scope.ts';
import { placeOf, type TextRange } from '../details/text-facts.ts';
import { doAct } from './do-act.ts';
import { needed } from './needed.ts';
import type { Subject } from './subject.ts';

const getDocumentRange = method('IUIAutomationTextPattern', 'get_DocumentRange');
const clone = method('IUIAutomationTextRange', 'Clone');
const moveByUnit = method('IUIAutomationTextRange', 'MoveEndpointByUnit');
const moveToRange = method('IUIAutomationTextRange', 'MoveEndpointByRange');
const select = method('IUIAutomationTextRange', 'Select');
const { Start, End } = textPatternRangeEndpoint;

/** How often a place is corrected: what apps call a character may be several code points, or half of one. */
const corrections = 4;

/** Selects from one place to another, in code points; at one place, it sets the caret. */
export function selectText(subject: Subject, { start, end }: { readonly start: number; readonly end: number }): void {
  const pattern = needed(subject, 'Text', 'IUIAutomationTextPattern');
  const whole = getDocumentRange(subject.owner, pattern);
  if (whole === null) throw new AppError('pattern_not_supported', 'The element does not expose its text.');
  scoped((scope) => {
    const range = clone(scope, whole);
    if (range === null) throw new AppError('pattern_not_supported', 'The element’s text cannot be selected.');
    // Both ends at the start of the text, then each to its place; the end first, so that none ever overtakes the other.
    moveToRange(range, End, whole, Start);
    moveTo(range, End, end, () => placeOf(whole, range).end);
    moveTo(range, Start, start, () => placeOf(whole, range).start);
    doAct(subject, select, range);
  });
}

function moveTo(range: TextRange, endpoint: number, wanted: number, now: () => number): void {
  for (let left = wanted - now(), tries = 0; left !== 0 && tries < corrections; left = wanted - now(), tries++) {
    if (moveByUnit(range, endpoint, textUnit.Character, left) === 0) return;
  }
}
