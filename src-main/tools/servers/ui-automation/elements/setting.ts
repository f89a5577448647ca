import { z } from 'zod';
import { sleep } from '../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  describeElement,
  hasState,
  parseElementId,
  type ControlType,
  type ElementDetails,
} from '#contract/model/elements/element';
import { isCell } from '#contract/model/elements/element-facts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { ToolContext } from '../../../define-tool.ts';
import { isPassword, isPasswordCalled } from '../../../target/secret-field.ts';
import { defineAction, type ActionResult } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget, locate, look, type Target, type Scan } from '../locate.ts';
import { elementResult, resultAfter } from '../answers/outcome.ts';
import { chooseOption, unreadNote } from '../drop-down/choose-option.ts';
import { intendedField, settable } from '../field-meant.ts';
import { dateEntryOf } from '../../../input/dates/date-field.ts';
import { fillTarget } from '../../../input/fill.ts';
import { holdsText, showsNumber } from '../../../input/holds-text.ts';
import { isSteppedOnly, stepTo } from '../../../input/step-to.ts';
import { typingMs } from '../../../input/strokes.ts';
import { entriesIn, isInPage, isTerminal, isText, takesSetText, unreportedNote } from '../../../input/text-place.ts';
import { aimAt } from '../../../target/in-front.ts';
import { lines } from '../../../answers/page.ts';
import { resolveTarget, resolveUsable } from '../../../target/resolve-target.ts';
import { activate } from '../../../target/windows/target-window.ts';
import type { FoundElement } from '../../../target/which-element.ts';

const common = {
  type: 'action',
  effect: 'act',
  idempotent: true,
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
} as const;
const input = { ...target, timeout_ms: wait(5_000, 'the element') };

export const setValue = defineAction({
  ...common,
  name: 'set_value',
  title: 'Set a value',
  description:
    'Set the value of a slider, spin button, field or drop-down list in a desktop window, directly or by typing, and check that it took it.',
  input: z.object({ ...input, value: z.string().describe('The text, the number as text, or the text of an option.') }),
  sentence: (call) => `Set ${describeTarget(call)} to ${quoted(call.value, Infinity)}`,
  reach: { keys: [] },
  deadlineMs: ({ value }) => typingMs(value),
  secrets: {
    fields: ['value'],
    async apply(context, call) {
      if (call.element !== undefined) return isPasswordCalled(context, call.element);
      const { matches } = await look(context, call, { windowTitle: '', elements: 0 });
      const fields = await Promise.all(matches.slice(0, looked).map((each) => intendedField(context, each)));
      return fields.length === 0 || [...matches, ...fields].some(isPassword);
    },
  },
  async perform(context, call, scan) {
    const { window, element } = await locateField(context, call, scan);
    const field = await context.engine.details({ element: element.id }, { signal: context.signal });
    const enterDate = await dateEntryOf(context, window, field);
    if (enterDate) {
      await enterDate(call.value);
      return resultAfter(context, window, field, `Entered ${quoted(call.value)} in`);
    }
    if (isChoice(field)) {
      const front = await activate(context, window);
      const entry = await entryIn(context, field);
      // An empty text is no option: it empties the field.
      const chosen =
        entry && call.value === ''
          ? { entry }
          : await chooseOption(context, front, field, call.value).catch((error: unknown) => {
              if (!entry || !isNoOption(error)) throw error;
              return { entry };
            });
      if ('entry' in chosen) return fill(context, call, { window: front, element: chosen.entry }, { byKeys: false });
      const result = await resultAfter(context, front, field, 'It is now:');
      return chosen.unread ? { ...result, note: unreadNote } : result;
    }
    const number = Number(call.value);
    const isNumber = call.value.trim() !== '' && Number.isFinite(number);
    if (isNumber && field.patterns.includes('rangeValue')) {
      const set = setNumber(context, window, field, number);
      if (!isInPage(field) || !hasState(field, 'editable')) return set;
      const done = await set.catch((error: unknown) => unlessNotTaken(error, field, call.value));
      return done ?? fill(context, call, { window, element: field }, { byKeys: true });
    }
    if (isNumber && isSteppedOnly(field))
      return elementResult(context, window, await stepTo(context, window, field, number), 'It is now:');
    const set = () => run(context, window, field, { pattern: 'value', value: call.value });
    if (!isFillable(field)) return set();
    const offersValue = isText(field) && takesSetText(field, call.value) && !isParsedLater(field);
    // Without keys the window stays where it is, even behind others.
    const done = offersValue ? await set().catch((error: unknown) => unlessNotTaken(error, field, call.value)) : null;
    if (done) return done;
    return fill(context, call, { window, element: field }, { byKeys: offersValue || isParsedLater(field) });
  },
});

/** Types a text in place of what a field has. */
async function fill(
  context: ToolContext,
  call: { readonly value: string; readonly timeout_ms: number; readonly element?: string | undefined },
  { window, element: field }: FoundElement & { readonly element: ElementDetails },
  { byKeys }: { readonly byKeys: boolean },
): Promise<ActionResult> {
  const target = await resolveUsable(
    context,
    { id: field.id, timeout_ms: call.timeout_ms },
    { window, element: field, byWords: call.element === undefined },
  );
  const filling = () => fillTarget(context, target, { text: call.value, replace: true, byKeys });
  const filled = await (isParsedLater(field) ? fillNumber(context, field, call.value, filling) : filling());
  const result = await resultAfter(context, window, filled.field, 'It is now:');
  const unread = 'The field could not be read back: look whether it took the text.';
  return { ...result, note: lines(result.note, filled.verified ? filled.note : (filled.note ?? unread)) };
}

/** GTK and Swing parse the text of a number field once it loses focus: until then it shows what its app does not have. */
export function isParsedLater({ controlType, toolkit }: Pick<ElementDetails, 'controlType' | 'toolkit'>): boolean {
  return controlType === 'Spinner' && ['gtk3', 'gtk4', 'java'].includes(toolkit?.name ?? '');
}

/**
 * Fills a number field and leaves it, so that its app takes the number.
 * @throws AppError `not_verified` if it does not take the text, of which these toolkits make 0 or the least number
 */
export async function fillNumber<T extends { readonly verified: boolean }>(
  context: ToolContext,
  field: ElementDetails,
  text: string,
  filling: () => Promise<T>,
): Promise<T> {
  try {
    const filled = await leaveAfter(context, field, filling);
    const verified = (await holdsText(context, field, text)) && filled.verified;
    return { ...filled, verified };
  } catch (error) {
    // Where no key reached it, its number is not what failed.
    const isRefused = error instanceof AppError && error.code === 'not_verified' && error.delivery !== 'not_delivered';
    if (!isRefused) throw error;
    const hint = `Give a number that it can hold. ${await setBack(context, field)}`;
    throw new AppError(error.code, error.message, { hint, delivery: 'delivered', cause: error });
  }
}

/** Sets the number that the field had, and tells whether it has it. */
async function setBack({ engine, signal }: ToolContext, { id, range }: ElementDetails): Promise<string> {
  const earlier = range?.current;
  const isBack =
    earlier !== undefined &&
    (await engine.runPattern({ element: id, call: { pattern: 'rangeValue', value: earlier } }, { signal }).then(
      (now) => now.range?.current === earlier,
      () => false,
    ));
  return isBack ? 'It has its earlier value again.' : 'Check it: its earlier value could not be set again.';
}

async function leaveAfter<T>(
  { engine, signal }: ToolContext,
  { id }: ElementDetails,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } finally {
    const window = parseElementId(id).window;
    const hit = await engine.focused({ window }, { signal });
    const has = hit && [hit.element, ...hit.ancestors].some((each) => each.id === id);
    if (has) await engine.pressKeys({ keys: 'Tab', window }, { signal });
  }
}

function isNoOption(error: unknown): boolean {
  return error instanceof AppError && error.code === 'element_not_found' && error.data?.['options'] !== undefined;
}

/**
 * The field of a list that accepts other texts than its options: GTK and Qt widgets have it in the list. Qt Quick has a field
 * without a value in every list, and marks the list itself as editable.
 */
async function entryIn({ engine, signal }: ToolContext, list: ElementDetails): Promise<ElementDetails | null> {
  const { root } = await engine.tree({ window: list.window.id, from: list.id }, { signal });
  const [entry, ...others] = entriesIn(root).filter((each) => hasState(each, 'visible'));
  if (!entry || others.length > 0) return null;
  const details = await engine.details({ element: entry.id }, { signal });
  return details.patterns.includes('value') ? details : null;
}

/**
 * A slider snaps to its steps; a number field must have the exact number. GTK reports a number that it shows rounded, and rounds
 * it once the field loses focus (findings/gtk3-values-set-by-accessibility-…).
 */
function isRounded({ controlType, range, value: shown }: ElementDetails, value: number): boolean {
  if (controlType !== 'Spinner' || range === null) return false;
  const isHeld = Math.abs(range.current - value) <= 1e-6 * Math.max(1, Math.abs(value));
  return !isHeld || (isPlainNumber.test(shown ?? '') && !showsNumber(shown ?? '', value));
}

/** Without separators of thousands, whose meaning differs between languages. */
const isPlainNumber = /^[-+]?\d+(?:[.,]\d{1,2})?$/;

/** Sliders of Swing, and of ARIA in pages, accept a number and do not move. */
async function setNumber(context: ToolContext, window: WindowInfo, field: ElementDetails, value: number) {
  const { engine, signal } = context;
  const set = (to: number) =>
    engine.runPattern({ element: field.id, call: { pattern: 'rangeValue', value: to } }, { signal });
  const after = await set(value).catch((error: unknown) => {
    if (!isStepped(field) || !(error instanceof AppError) || error.code !== 'not_verified') throw error;
    return stepTo(context, window, field, value, error);
  });
  if (!isRounded(after, value)) return elementResult(context, window, after, 'It is now:');
  const hint = `Give a number that it can hold. ${await setBack(context, field)}`;
  throw new AppError(
    'not_verified',
    `${describeElement(field)} rounds ${value} to ${after.value ?? 'another number'}.`,
    { hint, delivery: 'delivered' },
  );
}

/** Elements that arrow keys move; a number field may use them differently. */
function isStepped({ controlType, states }: ElementDetails): boolean {
  return controlType === 'Slider' || (controlType === 'Spinner' && !states.includes('editable'));
}

/** Maximum number of matches to check before permission. */
const looked = 10;

/** A drop-down list that accepts only one of its options. */
function isChoice({ controlType, states, patterns }: ElementDetails): boolean {
  return controlType === 'ComboBox' && !states.includes('editable') && !patterns.includes('value');
}

/**
 * Some fields refuse a value in spite of their pattern, or accept it without effect (Firefox 153): typing works, except for lines
 * in a field of one line (Swing joins them).
 */
function unlessNotTaken(error: unknown, field: ElementDetails, text: string): null {
  const isTypable = !/[\n\r\t]/.test(text) || hasState(field, 'multiline');
  const mayType =
    error instanceof AppError && (error.code === 'not_verified' ? isTypable : error.code === 'pattern_not_supported');
  if (mayType) return null;
  throw error;
}

/** Elements that accept text; for others the pattern reports the error. */
function isFillable(field: ElementDetails): boolean {
  return isText(field) || isTerminal(field) || isCell(field);
}

export const setChecked = defineAction({
  ...common,
  name: 'set_checked',
  title: 'Check or uncheck',
  description: 'Check or uncheck a check box, switch, toggle button or radio button in a desktop window.',
  input: z.object({ ...input, checked: z.boolean().describe('The state it should have.') }),
  sentence: (call) => `${call.checked ? 'Check' : 'Uncheck'} ${describeTarget(call)}`,
  perform: (context, call, scan) =>
    change(context, call, scan, (element) => {
      const isTicked = isClicked(element) || element.patterns.includes('toggle');
      const isChecked = hasState(element, 'checked');
      // Selecting a row is not checking it: Qt lists rows with boxes and reports no box.
      if (!isTicked && !isChecked && element.controlType !== 'RadioButton' && !hasState(element, 'checkable'))
        throw new AppError(
          'pattern_not_supported',
          `${describeElement(element)} has no check box that its app reports.`,
          {
            hint: 'Click the box, or select the row and press Space, then look at a picture.',
            delivery: 'not_delivered',
          },
        );
      if (isChecked === call.checked && !hasState(element, 'mixed')) return null;
      if (element.patterns.includes('toggle')) return { pattern: 'toggle' };
      if (element.controlType === 'RadioButton' && !call.checked) throw unchecked(element);
      if (isTicked) return 'click';
      if (call.checked) return { pattern: 'select' };
      throw unchecked(element);
    }),
});

function unchecked(element: ElementDetails): AppError {
  return new AppError(
    'pattern_not_supported',
    `${describeElement(element)} cannot be unchecked: check another of its group.`,
    { delivery: 'not_delivered' },
  );
}

const ticks: ReadonlySet<ControlType> = new Set<ControlType>(['CheckBox', 'RadioButton']);

/** The check boxes of GTK 4 have no pattern, and Qt Quick apps are not informed of theirs: a click works. */
function isClicked({ controlType, patterns }: ElementDetails): boolean {
  return ticks.has(controlType) && !patterns.includes('toggle') && !patterns.includes('select');
}

export const setExpanded = defineAction({
  ...common,
  name: 'set_expanded',
  title: 'Expand or collapse',
  description: 'Expand or collapse a drop-down list, menu, tree item or other expandable element in a desktop window.',
  input: z.object({ ...input, expanded: z.boolean().describe('The state it should have.') }),
  sentence: (call) => `${call.expanded ? 'Expand' : 'Collapse'} ${describeTarget(call)}`,
  perform: (context, call, scan) =>
    change(context, call, scan, (element) => {
      const isExpanded = hasState(element, 'expanded');
      const opens = isExpanded || hasState(element, 'expandable') || element.patterns.includes('expand');
      if (opens && isExpanded === call.expanded) return null;
      return isOpenedByClick(element) ? 'click' : { pattern: 'expand', expanded: call.expanded };
    }),
});

/** Expanders of GTK 4 have no pattern. */
function isOpenedByClick(element: ElementDetails): boolean {
  return element.controlType === 'Button' && hasState(element, 'expandable') && !element.patterns.includes('expand');
}

/** Finds the element and runs the pattern; does nothing if the state is as wanted. */
async function change(
  context: ToolContext,
  wanted: Wanted,
  scan: Scan,
  callFor: (element: ElementDetails) => PatternCall | 'click' | null,
): Promise<ActionResult> {
  const { window, element } = await locateField(context, wanted, scan);
  const details = await context.engine.details({ element: element.id }, { signal: context.signal });
  // An element renamed since it was found is a different one.
  const before = { ...details, name: element.name };
  const call = callFor(before);
  if (!call) return elementResult(context, window, before, 'Already set:');
  if (call === 'click' || call.pattern === 'toggle') {
    let now = before;
    for (
      let step: PatternCall | 'click' | null = call, steps = 1;
      step;
      step = isThreefold(before, now) ? callFor(now) : null
    ) {
      if (steps++ > mostStates)
        throw new AppError(
          'not_verified',
          `${describeElement(before)} was pressed several times and did not reach that state.`,
          {
            hint: 'Check it: its app may reset it.',
            delivery: 'delivered',
          },
        );
      now =
        step === 'click'
          ? await tick(context, window, now, wanted)
          : await context.engine.runPattern({ element: before.id, call: step }, { signal: context.signal });
    }
    return elementResult(context, window, now, 'It is now:');
  }
  return run(context, window, before, call).catch((error: unknown) => {
    if (call.pattern !== 'expand' || !opensByKeys(before, error)) throw error;
    return openByKeys(context, window, before, { ...wanted, expanded: call.expanded });
  });
}

/** A press advances the state, in an order that differs between apps: checked, mixed, unchecked. */
const mostStates = 3;

/** Whether it has a third state: a press may have led to another than the wanted one. */
function isThreefold(before: ElementDetails, now: ElementDetails): boolean {
  return hasState(before, 'mixed') || hasState(now, 'mixed');
}

/** Rows of trees in Qt have an action that only selects, and those of pages have none: only keys open them. */
function opensByKeys({ controlType, states }: ElementDetails, error: unknown): boolean {
  if (!(error instanceof AppError) || !['not_verified', 'pattern_not_supported'].includes(error.code)) return false;
  return ['TreeItem', 'DataItem', 'ListItem'].includes(controlType) && states.includes('expandable');
}

async function openByKeys(
  context: ToolContext,
  window: WindowInfo,
  before: ElementDetails,
  { timeout_ms, expanded }: Wanted & { readonly expanded: boolean },
): Promise<ActionResult> {
  const { engine, signal } = context;
  const front = await activate(context, window);
  // A click on a row may open the object it represents.
  if (!(await focusAlone(context, before))) await clickOn(context, front, before, timeout_ms);
  await engine.pressKeys({ keys: expanded ? 'Right' : 'Left', window: front.id }, { signal });
  const what = expanded ? 'expand' : 'collapse';
  return follow(context, before, (now) => hasState(now, 'expanded') === expanded, `did not ${what}`).then((now) =>
    elementResult(context, window, now, 'It is now:'),
  );
}

/** Focuses it directly. False if it does not get focus. */
async function focusAlone({ engine, signal }: ToolContext, { id, states }: ElementDetails): Promise<boolean> {
  if (!states.includes('focusable')) return false;
  try {
    await engine.focusElement({ element: id }, { signal });
    for (const end = Date.now() + focusMs; ;) {
      if (hasState(await engine.details({ element: id }, { signal }), 'focused')) return true;
      if (Date.now() >= end) return false;
      await sleep(lookEveryMs, signal);
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return false;
  }
}

/** How long a state may take to follow a click or a key, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 50;
/** The same for focus, which Chromium reports late. */
const focusMs = 500;

function tick(context: ToolContext, window: WindowInfo, before: ElementDetails, { timeout_ms }: Wanted) {
  const changed = (now: ElementDetails) =>
    (['checked', 'mixed', 'expanded'] as const).some((state) => hasState(now, state) !== hasState(before, state));
  return clickOn(context, window, before, timeout_ms).then(() =>
    follow(context, before, changed, 'was clicked and did not change'),
  );
}

async function clickOn(context: ToolContext, window: WindowInfo, element: ElementDetails, timeout_ms: number) {
  const target = await resolveTarget(context, { id: element.id, timeout_ms }, { window, element });
  const aim = await aimAt(context, target, target.at);
  await context.engine.click({ ...aim, button: 'left', count: 1 }, { signal: context.signal });
}

/** @throws AppError `not_verified` if the state is not reached */
async function follow(
  context: ToolContext,
  before: ElementDetails,
  isDone: (now: ElementDetails) => boolean,
  otherwise: string,
): Promise<ElementDetails> {
  const { engine, signal } = context;
  const end = Date.now() + followMs;
  for (;;) {
    const now = await engine.details({ element: before.id }, { signal });
    if (isDone(now)) return now;
    if (Date.now() >= end)
      throw new AppError('not_verified', `${describeElement(before)} ${otherwise}.`, { delivery: 'delivered' });
    await sleep(lookEveryMs, signal);
  }
}

type Wanted = Target & { readonly timeout_ms: number };

async function locateField(context: ToolContext, wanted: Wanted, scan: Scan): Promise<FoundElement> {
  const named = await locate(context, wanted, scan, { until: Date.now() + wanted.timeout_ms, prefer: settable });
  return { ...named, element: await intendedField(context, named.element) };
}

async function run(
  context: ToolContext,
  window: WindowInfo,
  { id }: ElementDetails,
  call: PatternCall,
): Promise<ActionResult> {
  const after = await context.engine.runPattern({ element: id, call }, { signal: context.signal });
  const result = await elementResult(context, window, after, 'It is now:');
  return call.pattern === 'value' ? { ...result, note: lines(result.note, unreportedNote(after)) } : result;
}
