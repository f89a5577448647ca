import { AppError } from '#contract/errors';
import { describeElement, hasState, parseElementId } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { ensureInFront, aimAt } from '../target/in-front.ts';
import { aimed, resolveUsable, type Target } from '../target/resolve-target.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import type { TargetInput } from '../target/target-input.ts';
import { dateEntryOf } from './dates/date-field.ts';
import { enterCell } from './enter-cell.ts';
import { enterText } from './enter-text.ts';
import { holdsText } from './holds-text.ts';
import { ensureTextFocus } from './focus-control.ts';
import { typingMs } from './strokes.ts';
import { entriesIn, textPlaceOf, unreportedNote } from './text-place.ts';
import type { EditField, Filled, Filling } from './edit-field.ts';
import { appears, screenOf } from './appeared.ts';

/**
 * Enters text in the call's field and reads it back.
 * @throws AppError as `resolveUsable` and {@link fillTarget}
 */
export async function fill(context: ToolContext, input: TargetInput & Filling): Promise<Filled> {
  return fillTarget(context, await resolveUsable(context, input), input);
}

/**
 * Enters text in a field, a cell or a terminal that was found, and reads it back.
 * @throws AppError `pattern_not_supported` for an element that takes no text, `not_verified` if it then differs, or a neighbour
 * changed
 */
export async function fillTarget(context: ToolContext, target: Target, filling: Filling): Promise<Filled> {
  if (isSeen(target.element)) return fillSeen(context, target, filling);
  const { engine, signal } = context;
  const { window, at, element } = target;
  const intended = await engine.details({ element: element.id }, { signal });
  const enterDate = await dateEntryOf(context, window, intended);
  if (enterDate) {
    await enterDate(filling.text);
    if (filling.pressEnter) await engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
    return { field: intended, typed: true, verified: true };
  }
  const field = await fieldIn(context, intended);
  // The field in a combo box has its own name.
  const named = target.byWords && field.id === element.id ? element.name : undefined;
  return fillField(context, { window, at, field, named }, filling);
}

/** A field, and where to click to focus it; null if not needed. */
interface FieldTarget {
  readonly window: WindowInfo;
  readonly field: EditField;
  readonly at: Point | null;
  /** See `TextEntry`. */
  readonly named?: string | undefined;
}

async function fillField(context: ToolContext, target: FieldTarget, filling: Filling): Promise<Filled> {
  const { engine, signal } = context;
  const { window, field, at } = target;
  switch (textPlaceOf(field)) {
    case 'terminal':
      return typeInTerminal(context, target, filling);
    case 'cell':
      return enterCell(context, { window, cell: field, at }, filling);
    case 'text': {
      const filled = await fillText(context, target, filling);
      if (filling.pressEnter) {
        await focusAgain(context, target, filled.typed);
        await engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
      }
      return filled;
    }
  }
}

/** A value that was set without keys does not move focus. Fields of GTK 4.8 refuse it, and have it once they were typed in. */
async function focusAgain(context: ToolContext, { window, field, at }: FieldTarget, typed: boolean): Promise<void> {
  const { engine, signal } = context;
  if (!typed) await engine.focusElement({ element: field.id }, { signal });
  await ensureTextFocus(context, window, field, at);
}

/** A place that only the caller saw is clicked; the then focused element is the field. */
async function fillSeen(context: ToolContext, target: Target, filling: Filling): Promise<Filled> {
  const { engine, signal } = context;
  const { window, element, at } = aimed(target);
  await ensureInFront(context, window, at);
  await engine.click({ at, button: 'left', count: 1 }, { signal });
  const hit = await engine.focused({ window: window.id }, { signal });
  if (hit) {
    const filled = await fillField(context, { window, field: hit.element, at: null }, { ...filling, byKeys: true });
    // Whether it is the intended field is unknown.
    return { ...filled, verified: false };
  }
  if (filling.replace) {
    throw new AppError(
      'pattern_not_supported',
      `What ${describeElement(element)} holds is unknown, so it is not replaced.`,
      {
        hint: 'Append instead of replacing, or type without naming an element.',
        delivery: 'not_delivered',
      },
    );
  }
  await engine.typeText({ text: filling.text, window: window.id }, { signal, timeoutMs: typingMs(filling.text) });
  if (filling.pressEnter) await engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
  return { field: { ...element, patterns: [], toolkit: null, text: null }, typed: true, verified: false };
}

async function fillText(
  context: ToolContext,
  { window, at, field, named }: FieldTarget,
  { text, replace, byKeys = false, asTyped = false }: Filling,
): Promise<Filled> {
  const wanted = replace || field.value === null ? text : field.value + text;
  const entry = { window, at, field, named, text, replace, wanted };
  const isEasy = asTyped && isEmptyLine(field) && !/[\n\t]/.test(text);
  const known = replace || field.value !== null;
  const holds = async () =>
    known &&
    (await holdsText(context, field, wanted).catch(async (error: unknown) => {
      if (!(await dropCompletion(context, field, wanted))) throw error;
      return holdsText(context, field, wanted);
    }));
  let { typed } = await enterText(context, { ...entry, byKeys: byKeys || isEasy });
  // Keys that arrive while the keyboard's layout changes may do nothing. To empty a field twice is harmless.
  const emptiedAgain = async (error: unknown) => {
    if (!typed || !replace || text !== '' || !field.value || !isNotVerified(error)) throw error;
    await holdsText(context, field, field.value);
    await enterText(context, { ...entry, byKeys });
    return holds();
  };
  let verified = await holds().catch(emptiedAgain);
  if (isEasy && !byKeys && !verified) {
    ({ typed } = await enterText(context, entry));
    verified = await holds();
  }
  const note = typed ? undefined : unreportedNote(field);
  return { field, typed, verified, ...(note && { note }) };
}

function isNotVerified(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_verified';
}

function isEmptyLine(field: EditField): boolean {
  return field.value === '' && hasState(field, 'focused') && !hasState(field, 'multiline');
}

/** A field that completes what is typed has the rest selected: Delete removes it. False if there is none. */
async function dropCompletion({ engine, signal }: ToolContext, { id }: EditField, typed: string): Promise<boolean> {
  const { value, text } = await engine.details({ element: id }, { signal });
  const rest = value?.startsWith(typed) ? value.slice(typed.length) : '';
  if (rest === '' || text?.selectedText !== rest) return false;
  await engine.pressKeys({ keys: 'Delete', window: parseElementId(id).window, on: id }, { signal });
  return true;
}

/** The text in a combo box is a separate element in some toolkits. */
async function fieldIn({ engine, signal }: ToolContext, field: EditField): Promise<EditField> {
  if (field.controlType !== 'ComboBox' || hasState(field, 'editable') || field.patterns.includes('value')) return field;
  const { root } = await engine.tree({ window: parseElementId(field.id).window, from: field.id }, { signal });
  const [inner, ...others] = entriesIn(root);
  if (inner && others.length === 0) return engine.details({ element: inner.id }, { signal });
  throw new AppError('pattern_not_supported', `${describeElement(field)} offers options and takes no other text.`, {
    hint: 'Choose one with select_option.',
    delivery: 'not_delivered',
  });
}

/** A terminal that was found. */
interface TerminalTarget {
  readonly window: WindowInfo;
  readonly field: EditField;
  readonly at: Point | null;
}

/**
 * Types at the cursor of a terminal, and checks whether the text appeared. If it did not, that is no failure: the terminal's
 * program decides what to show, and hides passwords.
 */
async function typeInTerminal(
  context: ToolContext,
  { window, field, at }: TerminalTarget,
  { text, pressEnter }: Filling,
): Promise<Filled> {
  const { engine, signal } = context;
  await focusTerminal(context, { window, field, at });
  const before = await screenOf(context, field);
  const press = () => engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
  if (text !== '') await engine.typeText({ text, window: window.id }, { signal, timeoutMs: typingMs(text) });
  const verified = before !== null && (await appears(context, field, before, text));
  if (pressEnter) await press();
  return { field, typed: true, verified };
}

async function focusTerminal(context: ToolContext, { window, field, at }: TerminalTarget): Promise<void> {
  const { engine, signal } = context;
  const hit = await engine.focused({ window: window.id }, { signal });
  if (hit?.element.id !== field.id && !hasState(field, 'focused')) {
    if (at) {
      const aim = await aimAt(context, { window, element: field }, at);
      await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
    } else await engine.focusElement({ element: field.id }, { signal });
  }
  await ensureTextFocus(context, window, field, at);
}
