import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, isSameName, parseElementId } from '#contract/model/elements/element';
import { boundsOf, type Pattern, type PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawDetails, RowNow } from '../backend.ts';
import type { AimedElement } from '../engine.ts';
import type { EngineContext } from '../operations/operation.ts';
import { isPicture } from '../selectors/pictures/found-pictures.ts';

/** For a disabled element, toolkits accept these calls, report success, and do nothing or, worse, perform them. */
const needEnabled: ReadonlySet<Pattern> = new Set([
  ...(['invoke', 'toggle', 'value', 'rangeValue', 'selection', 'select', 'expand'] as const),
  ...(['multipleView', 'dock'] as const),
]);

/**
 * Refuses calls that the element does not support, before the app is asked.
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
    // Qt writes even into fields that users cannot type into.
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
  const { minimum, maximum } = range ?? { minimum: null, maximum: null };
  // Both are reported or neither.
  if (minimum === null || maximum === null || (value >= minimum && value <= maximum)) return;
  throw invalid(`${value} is not between ${minimum} and ${maximum}.`);
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

/**
 * Refuses an element whose name differs from the one that the call means or has permission for, or that was disabled since it
 * was aimed at: an object may come to represent something else.
 * @param settled whether to wait for apps that report new names late, since no other query takes as long
 * @returns the current element; null if there was nothing to check
 * @throws AppError `element_stale`, `not_delivered`, if it has another name or is disabled
 */
export async function refuseChanged(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  { id, controlType, name, enabled = false }: Omit<AimedElement, 'bounds'>,
  { signal, settled = false }: { readonly signal: AbortSignal; readonly settled?: boolean },
): Promise<RowNow | null> {
  const { runtimeId } = parseElementId(id);
  // The app does not know a place in a picture, whose text was just read.
  if ((name === '' && !enabled) || isPicture(runtimeId)) return null;
  const now =
    (await elements.rowNow?.(window, runtimeId, signal, settled)) ??
    (await elements.details(window, runtimeId, signal));
  if (enabled && !now.states.includes('enabled')) {
    throw new AppError('element_stale', `${describeElement({ controlType, name })} is disabled now.`, {
      hint: 'Enable it first, then look again.',
      delivery: 'not_delivered',
    });
  }
  if (name === '' || isSameName(now.name, name)) return now;
  const called = now.name === '' ? 'has no name now' : `is called ${quoted(now.name)} now`;
  throw new AppError('element_stale', `${describeElement({ controlType, name })} ${called}.`, {
    hint: 'Look again: it changed after the look that this call was made from.',
    delivery: 'not_delivered',
  });
}
