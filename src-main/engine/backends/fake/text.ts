import type { TextFacts } from '#contract/model/elements/element-facts';
import type { FakeElement } from './element.ts';

export interface Marked {
  readonly start: number;
  readonly end: number;
}

/** What of a field is marked; an empty range is the caret. At the end where no one put it elsewhere. Code points. */
export function markedIn(field: FakeElement): Marked {
  const { length } = Array.from(field.value ?? '');
  const { start, end } = field.marked ?? { start: length, end: length };
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

export function textOf(element: FakeElement): TextFacts | null {
  if (element.value === null || element.range !== null) return null;
  const points = Array.from(element.value);
  const marked = markedIn(element);
  return {
    length: points.length,
    caret: element.has('editable') ? marked.end : null,
    selections: marked.start < marked.end ? [marked] : [],
    selectedText: element.secret ? '' : points.slice(marked.start, marked.end).join(''),
    multiline: element.has('multiline'),
  };
}

/** Puts `text` in the place of what is marked, or of `instead`; the caret stands behind it. Answers the new value. */
export function replaceMarked(field: FakeElement, text: string, instead: Marked = markedIn(field)): string {
  const points = Array.from(field.value ?? '');
  const caret = instead.start + Array.from(text).length;
  field.marked = { start: caret, end: caret };
  return [...points.slice(0, instead.start), text, ...points.slice(instead.end)].join('');
}
