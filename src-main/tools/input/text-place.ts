import { AppError } from '#contract/errors';
import {
  describeElement,
  hasState,
  type ControlType,
  type ElementNode,
  type TreeNode,
} from '#contract/model/elements/element';
import { isCell } from '#contract/model/elements/element-facts';
import type { EditField } from './edit-field.ts';

/**
 * How text gets into an element: `text` is one text, in which select-all and Delete affect nothing else; a `cell` is entered
 * first, and committed; a `terminal` takes text at its cursor.
 */
export type TextPlace = 'text' | 'cell' | 'terminal';

/** Fields of one text, even if they do not report being editable. */
const fields: ReadonlySet<ControlType> = new Set<ControlType>(['Edit', 'Spinner', 'ComboBox']);
/** Types where select-all and Delete affect everything. */
const containers: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Table', 'DataGrid', 'Tree', 'List', 'Tab', 'Menu', 'MenuBar', 'ToolBar', 'Image', 'Window'] as const),
]);

/**
 * THE rule about where text may go. Anything but one text, a cell or a terminal gets no keys: in a list, a tree, a sheet or a
 * canvas, select-all and Delete affect everything in it.
 * @throws AppError `pattern_not_supported`, with a hint at alternatives
 */
export function textPlaceOf(element: EditField): TextPlace {
  if (isTerminal(element)) return 'terminal';
  if (isCell(element)) {
    if (element.patterns.includes('value') || isTextItself(element)) return 'text';
    if (mayOpenEditor(element)) return 'cell';
    throw takesNoText(element, 'To rename it, press F2 or choose from its menu, then type in the field that opens.');
  }
  if (isText(element)) {
    refuseReadOnly(element);
    return 'text';
  }
  const hint = containers.has(element.controlType)
    ? 'Name the cell or field in it that is meant.'
    : 'Name the field that is meant; or click where the text belongs, then type without naming an element.';
  throw takesNoText(element, hint);
}

/** Whether it is one editable text; a cell is not, though it may open one. */
export function isText(element: ElementNode & Partial<Pick<EditField, 'patterns'>>): boolean {
  const { controlType, patterns = [] } = element;
  if (isTerminal(element) || isCell(element) || containers.has(controlType)) return false;
  if (fields.has(controlType)) return true;
  return patterns.includes('value') || (hasState(element, 'editable') && patterns.includes('text'));
}

/** The fields in an element. */
export function entriesIn(node: TreeNode): readonly ElementNode[] {
  if (node.controlType === 'Edit' && hasState(node, 'editable')) return [node];
  return (node.children ?? []).flatMap(entriesIn);
}

export function isTerminal({ role }: Pick<ElementNode, 'role'>): boolean {
  return role.toLowerCase() === 'terminal';
}

/**
 * Whether text is set without keys rather than typed. Qt and Swing do not inform their apps as if the user had typed: code that
 * listens for edits (search while typing, completion, a “modified” mark, undo) reacts only to keys, and Swing parses what is in a
 * formatted field once that loses the focus, which it does not have. GTK reports the new text, but no keys, and focus neither
 * comes nor goes. A long text is set anyway.
 */
export function takesSetText({ patterns, toolkit }: EditField, text: string): boolean {
  return patterns.includes('value') && ((!isUninformed(toolkit) && !isGtk(toolkit)) || text.length > longText);
}

/** Whether text may be set without keys where typing is impossible, as in a field that is covered: its app hears of the text. */
export function mayBeSet({ patterns, toolkit }: EditField): boolean {
  return patterns.includes('value') && isGtk(toolkit);
}

function isUninformed(toolkit: EditField['toolkit']): boolean {
  return toolkit?.name === 'qt' || toolkit?.name === 'java';
}

export function isGtk(toolkit: EditField['toolkit']): boolean {
  return toolkit?.name === 'gtk3' || toolkit?.name === 'gtk4';
}

/** The note about a text that was set without keys; undefined if its app is informed. */
export function unreportedNote({ toolkit }: Pick<EditField, 'toolkit'>): string | undefined {
  if (isUninformed(toolkit)) return 'The text was set without keys: its app may not treat it as an edit.';
  return isGtk(toolkit) ? 'The text was set without keys: what waits for keys in its app did not notice.' : undefined;
}

/** Characters; users paste longer texts. */
const longText = 2_000;

/** A cell of a page that is edited in place (contenteditable). */
function isTextItself(cell: EditField): boolean {
  return isInPage(cell) && hasState(cell, 'editable') && cell.patterns.includes('text');
}

/**
 * F2 or a click opens an editor in editable cells. The cells of Qt, Swing and GTK 3, and those in grids of pages, never report
 * whether they are editable: keys follow only once an editor is open.
 */
function mayOpenEditor(cell: EditField): boolean {
  const isInTable = isInPage(cell) || cell.toolkit?.name === 'gtk3';
  return hasState(cell, 'editable') || isUninformed(cell.toolkit) || (isInTable && cell.controlType === 'DataItem');
}

export function isInPage({ toolkit }: Pick<EditField, 'toolkit'>): boolean {
  return pages.has(toolkit?.name ?? '');
}

const pages: ReadonlySet<string> = new Set(['chromium', 'gecko', 'webkit']);

/** Through accessibility, Qt writes even into fields that users cannot type into (findings/qt6-writes-…). */
function refuseReadOnly(element: EditField): void {
  if (!hasState(element, 'readonly')) return;
  throw new AppError('pattern_not_supported', `${describeElement(element)} is read-only.`, {
    hint: 'Its text is read-only. Name another field, or make this one editable first.',
    delivery: 'not_delivered',
  });
}

function takesNoText(element: ElementNode, hint: string): AppError {
  return new AppError('pattern_not_supported', `${describeElement(element)} is not an editable text.`, {
    hint,
    delivery: 'not_delivered',
  });
}
