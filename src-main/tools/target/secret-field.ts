import { hasState, type ElementNode, type TreeNode } from '#contract/model/elements/element';
import { spellChord } from '#contract/model/recordings/chord';
import { center } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import type { LookContext } from '../define-tool.ts';
import { calledBy, knownElement, windowOfKnown } from './known-element.ts';
import { isSeen } from './in-picture/seen-controls.ts';
import type { TargetInput } from './target-input.ts';
import { findWindow } from './windows/target-window.ts';

/**
 * True if the text would go into a password field, as far as known before the call. A missing field counts as one, since it may
 * turn out to be.
 * @param keys as in {@link mayReachPassword}; here and below
 */
export async function isPasswordTarget(
  context: LookContext,
  input: TargetInput,
  keys: readonly string[] = [],
): Promise<boolean> {
  const { engine, signal } = context;
  if (input.selector === undefined) return input.id !== undefined && isPasswordCalled(context, input.id, keys);
  const window = await findWindow(context, input.window);
  for (const selector of [input.selector, ...(input.alternatives ?? [])]) {
    const { matches } = await engine.find({ window: window.id, selector, limit: 5 }, { signal });
    if (matches.length > 0) return mayReachPassword(context, window.id, matches, keys);
  }
  return true;
}

/** The same for a named element. */
export async function isPasswordCalled(
  context: LookContext,
  words: string,
  keys: readonly string[] = [],
): Promise<boolean> {
  const called = calledBy(context.session, words);
  const field =
    called?.by === 'label' ? await fieldOf(context, called.listed) : (await knownElement(context, words)).element;
  if (!field || isPassword(field)) return true;
  return goOn(keys, [field]) && hasPassword(context, (await windowOfKnown(context, words)).id);
}

/** A control that the caller saw is the element there now. */
async function fieldOf({ engine, signal }: LookContext, listed: ElementNode): Promise<ElementNode | null> {
  if (!isSeen(listed)) return listed;
  const hit = listed.bounds && (await engine.elementAt(center(listed.bounds), { signal }));
  return hit?.element ?? null;
}

/** True if the keyboard focus of the window is in a password field, or may get there. */
export async function isPasswordFocused(
  context: LookContext,
  input: TargetInput,
  keys: readonly string[] = [],
): Promise<boolean> {
  const window = await findWindow(context, input.window);
  const { root } = await context.engine.tree({ window: window.id }, { signal: context.signal });
  const focused = allOf(root, (node) => hasState(node, 'focused'));
  return focused.some(isPassword) || (goOn(keys, focused) && allOf(root, isPassword).length > 0);
}

/**
 * True if keys that start in one of these fields may arrive in a password field: if a key may move focus, later ones may arrive
 * in any password field of the window.
 * @param keys chords and texts, in order
 */
export async function mayReachPassword(
  context: LookContext,
  window: WindowId,
  fields: readonly ElementNode[],
  keys: readonly string[],
): Promise<boolean> {
  return fields.some(isPassword) || (goOn(keys, fields) && hasPassword(context, window));
}

async function hasPassword({ engine, signal }: LookContext, window: WindowId): Promise<boolean> {
  const { root } = await engine.tree({ window }, { signal });
  return allOf(root, isPassword).length > 0;
}

/** Whether a key before the last may move focus out of these fields. In multi-line text Enter is a character. */
function goOn(keys: readonly string[], fields: readonly ElementNode[]): boolean {
  const takeLines = fields.length > 0 && fields.every((field) => hasState(field, 'multiline'));
  const carriesOn = takeLines ? leavesLines : leavesField;
  return keys.slice(0, -1).some((key) => carriesOn.test(spellChord(key).chord ?? ''));
}

/** Alt with a letter is an access key. */
const leavesLines = /^(?:(?:ctrl\+)?(?:shift\+)?Tab|F6|(?:shift\+)?alt\+[\p{L}\p{N}])$/u;
/** In many forms Enter moves on. */
const leavesField = new RegExp(`^(?:Numpad)?Enter$|${leavesLines.source}`, 'u');

export function isPassword(element: ElementNode): boolean {
  return hasState(element, 'password');
}

function allOf(node: TreeNode, test: (node: ElementNode) => boolean): readonly TreeNode[] {
  return [...(test(node) ? [node] : []), ...(node.children ?? []).flatMap((child) => allOf(child, test))];
}
