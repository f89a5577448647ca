import type { TextFacts } from '#contract/model/elements/element-facts';
import { supportedTextSelection, textPatternRangeEndpoint } from '../../com/generated/enums.ts';
import { method } from '../../com/method.ts';
import { type ComPointer, scoped, type Owner } from '../../com/memory.ts';
import { allCharacters } from '../../../row-text.ts';
import { withPlainBreaks } from '../api.ts';

export type TextRange = ComPointer<'IUIAutomationTextRange'>;
type TextPattern = ComPointer<'IUIAutomationTextPattern'>;

const getDocumentRange = method('IUIAutomationTextPattern', 'get_DocumentRange');
const getSelection = method('IUIAutomationTextPattern', 'GetSelection');
const getSupported = method('IUIAutomationTextPattern', 'get_SupportedTextSelection');
const getLength = method('IUIAutomationTextRangeArray', 'get_Length');
const getRange = method('IUIAutomationTextRangeArray', 'GetElement');
const clone = method('IUIAutomationTextRange', 'Clone');
const moveEndpoint = method('IUIAutomationTextRange', 'MoveEndpointByRange');
const getText = method('IUIAutomationTextRange', 'GetText');

const { Start, End } = textPatternRangeEndpoint;

/** Limit on selections. */
const mostSelections = 100;
/** Limit on the selected text, in code points. */
const selectedCharacters = 1_000;

/** Facts about an element's text. `Infinity` as length: longer than is read. */
export function readTextFacts(pattern: TextPattern, isMultiline: boolean, isPassword: boolean): TextFacts | null {
  return scoped((scope) => {
    const whole = getDocumentRange(scope, pattern);
    if (whole === null) return null;
    const ranges = getSupported(pattern) === supportedTextSelection.None ? [] : selectedRanges(scope, pattern);
    const places = ranges.map((range) => placeOf(whole, range));
    const selections = places.filter(({ start, end }) => end > start);
    // A code point takes at most two units.
    const words = isPassword ? [] : ranges.map((range) => getText(range, selectedCharacters * 2));
    return {
      length: countCharacters(getText(whole, allCharacters)),
      // An empty selection is the caret; for others, the caret's end is unknown.
      caret: places[0]?.end ?? null,
      selections,
      selectedText: firstCharacters(withPlainBreaks(words.filter((one) => one !== '').join('\n')), selectedCharacters),
      multiline: isMultiline,
    };
  });
}

function selectedRanges(owner: Owner, pattern: TextPattern): TextRange[] {
  return scoped((scope) => {
    const array = getSelection(scope, pattern);
    if (array === null) return [];
    const count = Math.min(getLength(array), mostSelections);
    const ranges = Array.from({ length: count }, (_, index) => getRange(owner, array, index));
    return ranges.filter((range) => range !== null);
  });
}

/** Position of a range, in code points from the start of the document. */
export function placeOf(whole: TextRange, range: TextRange): { readonly start: number; readonly end: number } {
  const start = offsetOf(whole, range, Start);
  // A caret has a single position, and the text before it may be long.
  return { start, end: getText(range, 1) === '' ? start : offsetOf(whole, range, End) };
}

/** A position inside a two-character line break counts as before it. */
function offsetOf(whole: TextRange, range: TextRange, endpoint: number): number {
  return scoped((scope) => {
    const before = clone(scope, whole);
    if (before === null) return 0;
    moveEndpoint(before, End, range, endpoint);
    const words = getText(before, allCharacters);
    const after = words.endsWith('\r') ? clone(scope, whole) : null;
    if (after !== null) moveEndpoint(after, Start, range, endpoint);
    return countCharacters(words) - (after !== null && getText(after, 1) === '\n' ? 1 : 0);
  });
}

/** In code points, as in the contract; a line break is one, though Windows' own edits have two characters. */
function countCharacters(words: string): number {
  let count = 0;
  for (const _ of withPlainBreaks(words)) count++;
  return count;
}

function firstCharacters(words: string, limit: number): string {
  return Array.from(words).slice(0, limit).join('');
}
