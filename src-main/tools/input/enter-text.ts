import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ElementNode } from '#contract/model/elements/element';
import { isSameName } from '#contract/model/elements/volatile';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { aimAt } from '../target/in-front.ts';
import { holdsText } from './holds-text.ts';
import { focusPlace, ensureTextFocus } from './focus-control.ts';
import { strokesOf, typingMs } from './strokes.ts';
import { isSteppedOnly, stepTo } from './step-to.ts';
import { isGtk, mayBeSet, takesSetText } from './text-place.ts';
import type { EditField } from './edit-field.ts';

export interface TextEntry {
  readonly window: WindowInfo;
  /** One text, in the sense of `textPlaceOf`. */
  readonly field: EditField;
  /** Null if its position is unknown. */
  readonly at: Point | null;
  /** The name that found the field: if it has another name once focused, nothing is typed. */
  readonly named?: string | undefined;
  /** What to enter. */
  readonly text: string;
  /** Replaces the content; otherwise appends. */
  readonly replace: boolean;
  /** The whole value the field should have. */
  readonly wanted: string;
  /** By keys, even if there is another way. */
  readonly byKeys?: boolean;
  /** It is the open editor of a cell: it has the focus, and its text is the cell's, whatever its container. */
  readonly editsCell?: boolean;
}

/** Through the value pattern if the field has it and its value is known, else with mouse and keyboard. */
export async function enterText(context: ToolContext, entry: TextEntry): Promise<{ readonly typed: boolean }> {
  const { field, replace, wanted, byKeys } = entry;
  const { engine, signal } = context;
  if (!byKeys && replace && (await setNumber(context, entry, wanted))) return { typed: false };
  if (!byKeys && takesSetText(field, wanted) && (replace || field.value !== null)) {
    try {
      await engine.runPattern({ element: field.id, call: { pattern: 'value', value: wanted } }, { signal });
      return { typed: false };
    } catch (error) {
      // The field reports both, and a user can type. A partial text is harmless only if it replaces the content.
      const code = error instanceof AppError ? error.code : null;
      const isUntaken = code === 'not_verified' && (replace || (await holdsText(context, field, field.value ?? '')));
      if (code !== 'pattern_not_supported' && !isUntaken) throw error;
    }
  }
  try {
    await typeInto(context, entry);
    return { typed: true };
  } catch (error) {
    const isReadable = replace || field.value !== null;
    if (byKeys || !isReadable || !mayBeSet(field) || !isOutOfReach(error)) throw error;
    await engine.runPattern({ element: field.id, call: { pattern: 'value', value: wanted } }, { signal });
    return { typed: false };
  }
}

/** Neither the mouse nor the keyboard reached it: no key was sent. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof AppError) || error.delivery !== 'not_delivered') return false;
  return ['not_verified', 'wrong_target_window', 'unsupported_platform', 'pattern_not_supported'].includes(error.code);
}

/** A number field parses its text only when it loses focus. False if it is set as text. */
async function setNumber(context: ToolContext, { window, field }: TextEntry, text: string): Promise<boolean> {
  const { engine, signal } = context;
  const value = Number(text);
  const isNumber = field.controlType === 'Spinner' && text.trim() !== '' && Number.isFinite(value);
  if (isNumber && field.range && isSteppedOnly(field)) {
    await stepTo(context, window, { ...field, range: field.range }, value);
    return true;
  }
  if (!isNumber || !field.patterns.includes('rangeValue')) return false;
  try {
    await engine.runPattern({ element: field.id, call: { pattern: 'rangeValue', value } }, { signal });
    return true;
  } catch (error) {
    const mayType = error instanceof AppError && ['pattern_not_supported', 'not_verified'].includes(error.code);
    if (mayType) return false;
    throw error;
  }
}

async function typeInto(context: ToolContext, entry: TextEntry): Promise<void> {
  const { window, field, at, named, text, replace, editsCell = false } = entry;
  const { engine, signal } = context;
  refuseLeaving(field, text);
  // An open editor of a cell has the focus, and closes on a click elsewhere.
  if (!editsCell) await focusByClick(context, entry);
  const now = await ensureTextFocus(context, window, field, at);
  if (now && named !== undefined && !isCalled(now, named)) throw renamed(field, now);
  const press = (keys: string) => engine.pressKeys({ keys, window: window.id }, { signal });
  if (!replace) await press('ctrl+End');
  else if (editsCell) await press('ctrl+a');
  else await selectWhole(context, window, field);
  if (text !== '') await typeParts(context, window, field, text);
  else if (replace) await press('Delete');
}

/** Long names are cut if many elements are read at once. */
function isCalled({ name }: ElementNode, named: string): boolean {
  return isSameName(name, named) || (named.endsWith('…') && name.startsWith(named.slice(0, -1)));
}

/** Some apps report a new name late: it was found by its earlier name. */
function renamed(field: EditField, now: ElementNode): AppError {
  const called = now.name === '' ? 'has no name now' : `is called ${quoted(now.name)} now`;
  return new AppError('element_stale', `${describeElement(field)} ${called}. Nothing was typed.`, {
    hint: 'Look again: it changed while this call was made.',
    delivery: 'unknown',
  });
}

async function focusByClick(context: ToolContext, { window, field, at }: TextEntry): Promise<void> {
  const { engine, signal } = context;
  if (!at) return engine.focusElement({ element: field.id }, { signal });
  const aim = await aimAt(context, { window, element: field }, focusPlace(field, at));
  await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
}

/** In multi-line text a line break is a character; elsewhere it is Enter, and a tab moves focus. */
function refuseLeaving(field: EditField, text: string): void {
  if (!/[\n\r\t]/.test(text) || hasState(field, 'multiline') || field.text?.multiline) return;
  throw new AppError(
    'invalid_parameter',
    `${describeElement(field)} takes one line: the text has a line break or a tab.`,
    {
      hint: 'Type the lines one by one. Press Enter or Tab with press_keys.',
      delivery: 'not_delivered',
    },
  );
}

/**
 * Selects the whole text of a field. The container of a field may be a larger text, such as an editable page, and select-all would
 * select all of that. GTK gives keys to its app's commands before the field, and Ctrl+A may be one of them
 * (findings/gtk4-gives-ctrl-a-…).
 */
async function selectWhole(context: ToolContext, window: WindowInfo, field: EditField): Promise<void> {
  const { engine, signal } = context;
  const isPart = await isPartOfText(context, field);
  const selectAll = () => engine.pressKeys({ keys: 'ctrl+a', window: window.id }, { signal });
  if (!isPart && !isGtk(field.toolkit)) return selectAll();
  const { text } = await engine.details({ element: field.id }, { signal });
  if (text?.length === 0) return;
  if (!text) {
    if (!isPart) return selectAll();
    throw new AppError(
      'pattern_not_supported',
      `${describeElement(field)} is a part of a larger text, and cannot be selected alone.`,
      {
        hint: 'Select it with the mouse, then type without naming an element.',
        delivery: 'not_delivered',
      },
    );
  }
  const select = { start: 0, end: text.length };
  try {
    await engine.runPattern({ element: field.id, call: { pattern: 'text', select } }, { signal });
  } catch (error) {
    // GTK 4.18 lets no other program select text.
    if (isPart || !(error instanceof AppError) || error.code !== 'pattern_not_supported') throw error;
    await selectAll();
  }
}

async function isPartOfText({ engine, signal }: ToolContext, field: EditField): Promise<boolean> {
  const around = await engine.ancestors({ element: field.id }, { signal });
  return around.some(
    (each) => hasState(each, 'editable') && !['ComboBox', 'Spinner', 'Edit'].includes(each.controlType),
  );
}

/** Line by line: a tab may move to another field, which must not get the rest. */
async function typeParts(context: ToolContext, window: WindowInfo, field: EditField, text: string): Promise<void> {
  const { engine, signal } = context;
  const parts = text.includes('\t') ? strokesOf(text) : [{ type: 'text', text } as const];
  for (const [index, part] of parts.entries()) {
    if (index > 0) await ensureTextFocus(context, window, field, null);
    if (part.type === 'chord') await engine.pressKeys({ keys: part.keys, window: window.id }, { signal });
    else await engine.typeText({ text: part.text, window: window.id }, { signal, timeoutMs: typingMs(part.text) });
  }
}
