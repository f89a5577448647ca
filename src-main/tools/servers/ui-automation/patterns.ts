import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { hasState, type ElementDetails } from '#contract/model/elements/element';
import type { Pattern, PatternCall } from '#contract/model/elements/pattern';
import { patternCall } from '#contract/model/schemas/pattern';

/** UI Automation's names, which the contract uses. */
const uiaNames: Readonly<Record<Pattern, string>> = {
  invoke: 'Invoke',
  toggle: 'Toggle',
  value: 'Value',
  rangeValue: 'RangeValue',
  text: 'Text',
  selection: 'Selection',
  select: 'SelectionItem',
  expand: 'ExpandCollapse',
  scroll: 'Scroll',
  scrollItem: 'ScrollItem',
  grid: 'Grid',
  table: 'Table',
  multipleView: 'MultipleView',
  dock: 'Dock',
  window: 'Window',
  transform: 'Transform',
};

export function uiaName(pattern: Pattern): string {
  return uiaNames[pattern];
}

/**
 * The call for a pattern's name and the text `value`.
 * @param element its current state: ExpandCollapse without a value toggles it
 * @throws AppError `invalid_parameter` for an unknown name or an invalid value, `pattern_not_supported` for a read-only pattern
 */
export function toPatternCall(name: string, value: string | undefined, element: ElementDetails): PatternCall {
  const pattern = patternNamed(name);
  switch (pattern) {
    case 'invoke':
    case 'toggle':
    case 'scrollItem':
      return { pattern };
    case 'value':
      return { pattern, value: needed(name, value, 'the text') };
    case 'rangeValue':
      return { pattern, value: toNumber(name, value) };
    case 'expand':
      return { pattern, expanded: toExpanded(value, element) };
    case 'select':
      return parsed(name, { pattern, how: value ?? 'only' }, 'only, add or remove');
    case 'selection':
      return parsed(name, { pattern, select: value }, 'all or none');
    case 'scroll':
      return { pattern, vertical: { to: toNumber(name, value) } };
    case 'multipleView':
      return { pattern, view: needed(name, value, 'the name of a view') };
    case 'dock':
      return parsed(name, { pattern, position: value?.toLowerCase() }, 'top, left, bottom, right, fill or none');
    case 'window':
      return parsed(name, { pattern, action: value }, 'close, minimize, maximize or restore');
    case 'text':
    case 'grid':
    case 'table':
    case 'transform':
      throw new AppError('pattern_not_supported', `${uiaNames[pattern]} cannot be invoked.`, {
        hint: 'Read it with get_text or get_element, or use run_pattern.',
        delivery: 'not_delivered',
      });
  }
}

/** In any case, with or without “Pattern” at its end. */
function patternNamed(name: string): Pattern {
  const wanted = name.toLowerCase().replace(/pattern$/, '');
  const entry = Object.entries(uiaNames).find(
    ([own, uia]) => own.toLowerCase() === wanted || uia.toLowerCase() === wanted,
  );
  if (entry) return entry[0] as Pattern;
  throw invalid('pattern', `there is no pattern ${quoted(name)}; known are ${Object.values(uiaNames).join(', ')}`);
}

function toExpanded(value: string | undefined, element: ElementDetails): boolean {
  if (value === undefined) return !hasState(element, 'expanded');
  const expanded = { expand: true, expanded: true, true: true, collapse: false, collapsed: false, false: false };
  const known = Object.entries(expanded).find(([word]) => word === value.toLowerCase());
  if (known) return known[1];
  throw invalid('value', `${quoted(value)} is neither expand nor collapse`);
}

function toNumber(name: string, value: string | undefined): number {
  const text = needed(name, value, 'a number');
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw invalid('value', `${quoted(text)} is not a number, which ${name} needs`);
}

function needed(name: string, value: string | undefined, what: string): string {
  if (value !== undefined) return value;
  throw invalid('value', `${name} needs ${what}`);
}

function parsed(name: string, call: unknown, choices: string): PatternCall {
  const result = patternCall.safeParse(call);
  if (result.success) return result.data;
  throw invalid('value', `${name} takes ${choices}`);
}

function invalid(field: string, why: string): AppError {
  return new AppError('invalid_parameter', `${quoted(field)}: ${why}.`, {
    delivery: 'not_delivered',
    data: { fields: [field] },
  });
}
