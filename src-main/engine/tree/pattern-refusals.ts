import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import { boundsOf, type Pattern, type PatternCall } from '#contract/model/elements/pattern';
import type { RawDetails } from '../backend.ts';

/** Toolkits let these be asked of a disabled element, say yes, and do nothing; or, worse, do it. */
const needEnabled: ReadonlySet<Pattern> = new Set([
  ...(['invoke', 'toggle', 'value', 'rangeValue', 'selection', 'select', 'expand'] as const),
  ...(['multipleView', 'dock'] as const),
]);

/**
 * Refuses what an element cannot do, before it is asked.
 * @throws AppError `pattern_not_supported`, `invalid_parameter`; both `not_delivered`
 */
export function refusePattern(element: RawDetails, wanted: PatternCall): void {
  refuseUnsupported(element, wanted.pattern);
  if (needEnabled.has(wanted.pattern) && !element.states.includes('enabled')) {
    throw refused(element, `is disabled and takes no ${wanted.pattern}`, {
      hint: 'The element is disabled: do first what enables it.',
    });
  }
  if (wanted.pattern === 'value' && element.states.includes('readonly')) {
    // Qt would write into it, where nobody can type.
    throw refused(element, 'is read-only and takes no value', { hint: 'Its text is read-only.' });
  }
  if (wanted.pattern === 'rangeValue') refuseNumber(element, wanted.value);
  if (wanted.pattern === 'text') refuseText(element, wanted.select);
  if (wanted.pattern === 'selection') refuseSelection(element, wanted.select);
  if (wanted.pattern === 'scroll') refuseScroll(element, wanted);
  if (wanted.pattern === 'multipleView') refuseView(element, wanted.view);
  if (wanted.pattern === 'transform') refuseTransform(element, wanted);
}

function refuseUnsupported(element: RawDetails, pattern: Pattern): void {
  const { patterns } = element;
  if (patterns.includes(pattern)) return;
  const has = patterns.length > 0 ? `it has ${patterns.join(', ')}` : 'it has none';
  throw refused(element, `has no ${pattern}: ${has}`, { data: { patterns } });
}

function refuseNumber({ range }: RawDetails, value: number): void {
  if (range === null || (value >= range.minimum && value <= range.maximum)) return;
  throw invalid(`${value} is not between ${range.minimum} and ${range.maximum}.`);
}

function refuseText({ text }: RawDetails, { start, end }: { readonly start: number; readonly end: number }): void {
  if (start > end) throw invalid(`The selection starts at ${start}, after its end at ${end}.`);
  if (text && end > text.length) throw invalid(`The text has ${text.length} characters, and ${end} is beyond its end.`);
}

function refuseSelection(element: RawDetails, wanted: 'all' | 'none'): void {
  if (wanted === 'none' || element.selection?.canSelectMultiple !== false) return;
  throw refused(element, 'takes one selected item only');
}

function refuseScroll(element: RawDetails, wanted: Extract<PatternCall, { pattern: 'scroll' }>): void {
  const axes = (['horizontal', 'vertical'] as const).filter((axis) => wanted[axis] !== undefined);
  if (axes.length === 0) throw invalid('scroll needs horizontal, vertical, or both.');
  const fixed = axes.find((axis) => element.scroll?.[axis] == null);
  if (fixed) throw refused(element, `does not scroll in the ${fixed} direction`);
}

function refuseView({ views }: RawDetails, view: string): void {
  if (views === null || views.all.includes(view)) return;
  throw invalid(`There is no view ${quoted(view)}: there are ${views.all.map((name) => quoted(name)).join(', ')}.`);
}

function refuseTransform(element: RawDetails, wanted: Extract<PatternCall, { pattern: 'transform' }>): void {
  const turns = wanted.degrees !== undefined || wanted.zoom !== undefined;
  if (turns && element.patterns.includes('window'))
    throw refused(element, 'is a window, which neither turns nor zooms');
  if (turns || Object.keys(boundsOf(wanted)).length > 0) return;
  throw invalid('transform needs at least one of x, y, width, height, degrees and zoom.');
}

function invalid(message: string): AppError {
  return new AppError('invalid_parameter', message, { delivery: 'not_delivered' });
}

function refused(
  element: RawDetails,
  why: string,
  more: { readonly hint?: string; readonly data?: Readonly<Record<string, unknown>> } = {},
): AppError {
  return new AppError('pattern_not_supported', `${describeElement(element)} ${why}.`, {
    delivery: 'not_delivered',
    ...more,
  });
}
