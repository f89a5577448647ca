import { parseElementId, type ElementDetails, type ElementId } from '#contract/model/elements/element';
import type { Condition } from '#contract/model/recordings/condition';
import type { Expectation, ExpectedElement } from '#contract/model/recordings/expectation';
import type { MadeStep, StepTarget, Step } from '#contract/model/recordings/recording';
import { matchOf, type WindowMatch } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import type { ElementCode } from '#contract/api';
import type { Engine } from '../engine/engine.ts';
import { stepTarget } from './merging/step-target.ts';
import { elementFormats } from './exporters/list.ts';

/** Queries about a picked element. */
export type LookingEngine = Pick<Engine, 'details' | 'selectors' | 'listWindows'>;

/** `element`: that it is visible; `window`: that its window opens. */
export type CheckKind = 'element' | 'window';

/** An element as a step names it, and its current state. */
export interface NamedElement {
  readonly element: ElementDetails;
  readonly target: StepTarget;
  readonly window: WindowMatch;
}

/** How long a manually added wait may take, in milliseconds. */
const checkMs = 30_000;

/** @throws AppError `element_stale`, `window_not_found` */
export async function elementIn(engine: LookingEngine, id: ElementId): Promise<NamedElement> {
  const { window: handle } = parseElementId(id);
  const { items } = await engine.listWindows({ includeHidden: true });
  const window = items.find((item) => item.id === handle);
  if (!window) throw new AppError('window_not_found', 'The element’s window is closed.');
  const [element, selectors] = await Promise.all([engine.details({ element: id }), engine.selectors({ element: id })]);
  return { element, target: stepTarget({ element, selectors }), window: matchOf(window) };
}

/** A step that waits for the picked element. */
export function checkOf(kind: CheckKind, { target, window }: NamedElement): MadeStep {
  const expected: Expectation =
    kind === 'window' ? { type: 'windowOpens', window } : { type: 'shows', element: expectedOf(target) };
  return { action: { type: 'expect' }, target: null, window, enabled: true, timeoutMs: checkMs, expected: [expected] };
}

/**
 * The state of an element as an expected effect: its text, else the state that the user set, else its presence. The content of a
 * password field is never expected.
 * @param of the step's window; an element in another window is searched for there
 * @throws AppError `element_not_found` if no selector finds it again
 */
export function shownBy({ element, target, window }: NamedElement, of: WindowMatch): Expectation {
  const where = { element: expectedOf(target), ...(!sameMatch(window, of) && { window }) };
  const { value, states } = element;
  if (states.includes('password')) return { type: 'shows', ...where };
  const checked = states.includes('checked');
  // Some apps report plain buttons as checkable.
  if (checked || (states.includes('checkable') && target.controlType !== 'Button'))
    return { type: 'state', ...where, state: 'checked', is: checked };
  if (value !== null && (value !== '' || states.includes('editable'))) return { type: 'text', ...where, text: value };
  const [primary] = target.selectors;
  if (target.controlType === 'Text' && target.name !== '' && !primary?.selector.includes('name'))
    return { type: 'text', ...where, text: target.name };
  if (states.includes('selectable'))
    return { type: 'state', ...where, state: 'selected', is: states.includes('selected') };
  if (states.includes('enabled') || !states.includes('focusable')) return { type: 'shows', ...where };
  return { type: 'state', ...where, state: 'enabled', is: false };
}

/** The presence of an element, as a condition of a step or group. */
export function conditionOn({ target, window }: NamedElement): Condition {
  return { type: 'shows', element: expectedOf(target), window, is: true };
}

function sameMatch(a: WindowMatch, b: WindowMatch): boolean {
  return a.app === b.app && a.title === b.title && a.role === b.role;
}

function expectedOf({ controlType, name, selectors }: StepTarget): ExpectedElement {
  const [primary] = selectors;
  if (!primary) throw new AppError('element_not_found', 'No selector matches that element.');
  return { controlType, name, selector: primary.selector };
}

/**
 * Code that clicks an element, in every language with code for single steps.
 * @throws AppError `element_stale`, `window_not_found`
 */
export async function codeOf(engine: LookingEngine, id: ElementId): Promise<readonly ElementCode[]> {
  const { element, target, window } = await elementIn(engine, id);
  const { width, height } = element.bounds ?? { width: 0, height: 0 };
  const at = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  const action: Step['action'] = { type: 'click', button: 'left', count: 1, modifiers: [], at };
  const step: Step = { id: '1', at: 0, action, target, window, enabled: true };
  return elementFormats.map(({ id: format, label, language, stringifyStep }) => ({
    format,
    label,
    language,
    text: `${stringifyStep(step).trimEnd()}\n`,
  }));
}
