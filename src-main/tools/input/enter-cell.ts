import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, hasState, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import { intersect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { isCell } from '#contract/model/elements/element-facts';
import type { ToolContext } from '../define-tool.ts';
import { alike } from '../target/candidates/alike.ts';
import { aimAt } from '../target/in-front.ts';
import { enterText } from './enter-text.ts';
import { holdsText } from './holds-text.ts';
import { changedNeighbours, neighboursOf, type Neighbours } from './neighbours.ts';
import { isText } from './text-place.ts';
import type { EditField, Filled, Filling } from './edit-field.ts';

/** How long an editor may take to open, and a cell to show the committed text, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 50;
/** Two clicks further apart than this are no double click, in milliseconds. */
const apartMs = 600;
/** Maximum number of fields to search for an editor. */
const mostEdits = 200;

/** A cell that was found. */
export interface CellTarget {
  readonly window: WindowInfo;
  readonly cell: EditField;
  readonly at: Point | null;
}

/**
 * Enters text in a cell as users do: makes it current, opens its editor by F2, writes there, commits by Enter, and reads it back
 * with its neighbours. Keys that replace or delete go only to an open editor.
 * @throws AppError `pattern_not_supported` if no editor opens, or a click may do something else, `not_verified` if the cell then shows something else, or a
 * neighbour changed
 */
export async function enterCell(context: ToolContext, target: CellTarget, { text, replace }: Filling): Promise<Filled> {
  const { window, cell } = target;
  if (/[\n\r\t]/.test(text)) throw leavesCell(cell);
  const { engine, signal } = context;
  await refuseInTree(context, cell);
  const around = await neighboursOf(context, cell);
  await makeCurrent(context, target);
  const editor = await openEditor(context, target);
  const wanted = replace || editor.value === null ? text : editor.value + text;
  try {
    // Sheets react only to keys, and commit what keys entered.
    await enterText(context, { window, field: editor, at: null, text, replace, wanted, byKeys: true, editsCell: true });
    await ensureWritten(context, window, editor, wanted);
  } catch (error) {
    await leaveEditor(context, window);
    throw error;
  }
  await engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
  const now = await readBack(context, cell, around, wanted);
  await returnTo(context, now ?? cell);
  const changed = await changedNeighbours(context, around);
  if (changed) throw alsoChanged(context, cell, changed);
  if (now === null) return { field: cell, typed: true, verified: false };
  const field = { ...cell, id: now.id };
  if (holds(now, wanted)) return { field, typed: true, verified: true };
  if (!isFormatted(now, wanted)) throw showsElse(context, cell, now);
  const note = context.secret ? {} : { note: `The cell shows ${quoted(textsOf(now)[0] ?? '')}.` };
  return { field, typed: true, verified: false, ...note };
}

/** Sheets complete typed text from the cells above: the completion is selected, and Delete removes it. */
async function ensureWritten(
  context: ToolContext,
  window: WindowInfo,
  editor: EditField,
  wanted: string,
): Promise<void> {
  const { engine, signal } = context;
  const read = () => engine.details({ element: editor.id }, { signal });
  const written = await read();
  if (written.value === null || written.value === wanted) return;
  if (written.value.startsWith(wanted) && hasState(written, 'focused')) {
    await engine.pressKeys({ keys: 'Delete', window: window.id }, { signal });
  }
  await holdsText(context, editor, wanted);
}

/**
 * Qt's trees often show places or pages, which a click opens, and as many do not react to F2. They do not say which of their items are
 * editable.
 */
async function refuseInTree({ engine, signal }: ToolContext, cell: EditField): Promise<void> {
  if (cell.toolkit?.name !== 'qt' || hasState(cell, 'editable')) return;
  const around = await engine.ancestors({ element: cell.id }, { signal });
  if (!around.some(({ controlType }) => controlType === 'Tree')) return;
  throw new AppError('pattern_not_supported', `${describeElement(cell)} of a tree is not known to be editable.`, {
    hint: 'To rename it, click it and press F2, then type in the field that opens.',
    delivery: 'not_delivered',
  });
}

/** Keys go to the app's current cell; a click makes this cell current, and the only selected one. */
async function makeCurrent(context: ToolContext, { window, cell, at }: CellTarget): Promise<void> {
  const { engine, signal } = context;
  if (at) {
    const aim = await aimAt(context, { window, element: cell }, at);
    await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
  } else await engine.focusElement({ element: cell.id }, { signal });
}

/** @throws AppError `pattern_not_supported` if F2 opens no editor over the cell; then nothing was typed */
async function openEditor(context: ToolContext, target: CellTarget): Promise<EditField> {
  const { engine, signal } = context;
  const { window, cell } = target;
  // In some tables, a click on a cell that is already current opens it.
  const open = await waitFor(
    context,
    async () => (await isCurrent(context, target)) || (await editorOver(context, target)),
  );
  if (open === null || open === false) throw notCurrent(target);
  if (open !== true) return open;
  await engine.pressKeys({ keys: 'F2', window: window.id }, { signal });
  const byClick = opensByClick(cell);
  const editor =
    (await waitFor(context, () => editorOver(context, target), byClick ? apartMs : followMs)) ||
    (byClick && (await openByClick(context, target)));
  if (editor) return editor;
  if (!(await isCurrent(context, target))) await leaveEditor(context, window);
  const how = byClick ? 'Neither F2 nor a click' : 'F2';
  throw new AppError(
    'pattern_not_supported',
    `${how} opened ${byClick ? 'an' : 'no'} editor in ${describeElement(cell)}.`,
    {
      hint: 'Double-click it, look at what opened, and type there.',
      delivery: 'not_delivered',
    },
  );
}

/** Tables of GTK 3 have no key for it: a click on the current cell opens its editor. */
function opensByClick({ toolkit, controlType }: EditField): boolean {
  return toolkit?.name === 'gtk3' && controlType === 'DataItem';
}

async function openByClick(context: ToolContext, target: CellTarget): Promise<EditField | null | false> {
  if (!target.at || !(await isCurrent(context, target))) return null;
  await makeCurrent(context, target);
  return waitFor(context, () => editorOver(context, target));
}

async function waitFor<T>(
  context: ToolContext,
  look: () => Promise<T | null | false>,
  ms = followMs,
): Promise<T | null | false> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() >= end) return found;
    await sleep(lookEveryMs, context.signal);
  }
}

/** Whether the app reports focus on the cell, or on its container with nothing else selected. */
async function isCurrent(context: ToolContext, { window, cell }: CellTarget): Promise<boolean> {
  const { engine, signal } = context;
  const now = await engine.details({ element: cell.id }, { signal });
  if (hasState(now, 'focused')) return true;
  const hit = await engine.focused({ window: window.id }, { signal });
  if (hit && alike(hit.element, cell)) return true;
  if (!hit || !hasState(now, 'selected')) return false;
  const { selection } = hit.element;
  return selection !== null && selection.count === 1 && selection.selected.some(({ id }) => id === cell.id);
}

/** The focused text that covers the cell; null if there is none. */
async function editorOver(context: ToolContext, { window, cell }: CellTarget): Promise<EditField | null> {
  const { engine, signal } = context;
  // LibreOffice reports focus on the cell, while the paragraph in its editor has it.
  const { matches } = await engine.find({ window: window.id, selector: 'role=Edit', limit: mostEdits }, { signal });
  for (const node of matches) {
    const editor = await editorFrom(context, node, cell);
    if (editor) return editor;
  }
  const hit = await engine.focused({ window: window.id }, { signal });
  return hit && editorFrom(context, hit.element, cell);
}

async function editorFrom(
  { engine, signal }: ToolContext,
  found: ElementNode,
  cell: EditField,
): Promise<EditField | null> {
  if (alike(found, cell) || isCell(found) || !hasState(found, 'focused')) return null;
  const editor = await engine.details({ element: found.id }, { signal });
  return isText(editor) && hasState(editor, 'editable') && liesOver(editor, cell) ? editor : null;
}

function liesOver(editor: ElementNode, cell: ElementNode): boolean {
  if (!editor.bounds || !cell.bounds) return false;
  return intersect(editor.bounds, cell.bounds) !== null;
}

/** Discards the typed text, so that the app commits none of it. */
async function leaveEditor({ engine, signal }: ToolContext, window: WindowInfo): Promise<void> {
  await engine.pressKeys({ keys: 'Escape', window: window.id }, { signal });
}

/** Enter moves to the next cell in a sheet: makes the target cell current again. Harmless if that fails. */
async function returnTo({ engine, signal }: ToolContext, cell: Pick<ElementNode, 'id'>): Promise<void> {
  try {
    await engine.focusElement({ element: cell.id }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
  }
}

async function readBack(
  context: ToolContext,
  cell: EditField,
  around: Neighbours | null,
  wanted: string,
): Promise<ElementDetails | null> {
  let last: ElementDetails | null = null;
  await waitFor(context, async () => {
    last = await readCell(context, cell, around);
    return last && holds(last, wanted) ? last : null;
  });
  return last;
}

/** Sheets recreate their cells when one changes: then reads the one at the same position. */
async function readCell(
  { engine, signal }: ToolContext,
  { id }: EditField,
  around: Neighbours | null,
): Promise<ElementDetails | null> {
  try {
    const again = around && (await engine.cell({ element: around.table, ...around.at }, { signal }));
    return await engine.details({ element: again?.id ?? id }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return null;
  }
}

/** The visible text of a cell, and its formula; its name may be its address. */
function textsOf({ value, name, attributes }: ElementDetails): readonly string[] {
  return [value ?? name, attributes['Formula'] ?? ''];
}

function holds(cell: ElementDetails, wanted: string): boolean {
  return textsOf(cell).includes(wanted) && (wanted !== '' || (cell.value ?? cell.name) === '');
}

/** Numbers, dates and formulas are shown as the sheet formats them. */
function isFormatted(cell: ElementDetails, wanted: string): boolean {
  return (/^[=+-]/.test(wanted) || !/\p{L}/u.test(wanted)) && wanted !== '' && textsOf(cell)[0] !== '';
}

function leavesCell(cell: EditField): AppError {
  return new AppError(
    'invalid_parameter',
    `${describeElement(cell)} takes one line: the text has a line break or a tab.`,
    {
      hint: 'Type each cell by itself.',
      delivery: 'not_delivered',
    },
  );
}

function notCurrent({ cell, at }: CellTarget): AppError {
  // Nothing was typed, but the click may have opened something.
  const [what, delivery] = at ? ([' was clicked and', 'unknown'] as const) : (['', 'not_delivered'] as const);
  return new AppError('not_verified', `${describeElement(cell)}${what} did not become the current cell.`, {
    hint: at ? 'Look at the window before you try again.' : 'Click it, look at the window, and try again.',
    delivery,
  });
}

function showsElse(context: ToolContext, cell: EditField, now: ElementDetails): AppError {
  const shows = context.secret ? 'something else' : quoted(textsOf(now)[0] ?? '');
  return new AppError('not_verified', `${describeElement(cell)} shows ${shows} instead of the text.`, {
    hint: 'The app may have corrected or refused it.',
    delivery: 'delivered',
  });
}

function alsoChanged(
  context: ToolContext,
  cell: EditField,
  changed: { readonly name: string; readonly from: string; readonly to: string },
): AppError {
  const how = context.secret ? '' : ` from ${quoted(changed.from)} to ${quoted(changed.to)}`;
  return new AppError('not_verified', `With ${describeElement(cell)}, ${changed.name} changed${how}.`, {
    hint: 'Check the cells. Undo an unwanted change with ctrl+z.',
    delivery: 'delivered',
  });
}
