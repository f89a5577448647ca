import { hasState, type ElementNode, type TreeNode } from '#contract/model/element';
import { spellChord } from '#contract/model/chord';
import { center } from '#contract/model/geometry';
import type { LookContext } from '../define-tool.ts';
import { calledBy, knownElement, windowOfKnown } from './known-element.ts';
import { isSeen } from './seen-controls.ts';
import type { TargetInput } from './target-input.ts';
import { findWindow } from './target-window.ts';

/**
 * True where the text would go into a password field, as far as one can see before the call runs. What is not there yet
 * counts as one: it may become one.
 */
export async function isPasswordTarget(context: LookContext, input: TargetInput): Promise<boolean> {
  const { engine, signal } = context;
  if (input.selector === undefined) return input.id !== undefined && isPasswordCalled(context, input.id);
  const window = await findWindow(context, input.window);
  for (const selector of [input.selector, ...(input.alternatives ?? [])]) {
    const { matches } = await engine.find({ window: window.id, selector, limit: 5 }, { signal });
    if (matches.length > 0) return matches.some(isPassword);
  }
  return true;
}

/** The same for an element that is called so. */
export async function isPasswordCalled(context: LookContext, words: string): Promise<boolean> {
  const called = calledBy(context.session, words);
  if (called?.by === 'label')
    return isSeen(called.listed) ? isPasswordAt(context, called.listed) : isPassword(called.listed);
  return isPassword((await knownElement(context, words)).element);
}
/** What lies where the caller saw a control. */
async function isPasswordAt({ engine, signal }: LookContext, { bounds }: ElementNode): Promise<boolean> {
  const hit = bounds && (await engine.elementAt(center(bounds), { signal }));
  return !hit || isPassword(hit.element);
}

/** True where the keyboard focus of the window is in a password field. */
export async function isPasswordFocused(context: LookContext, input: TargetInput): Promise<boolean> {
  const window = await findWindow(context, input.window);
  const { root } = await context.engine.tree({ window: window.id }, { signal: context.signal });
  return some(root, (node) => hasState(node, 'focused') && isPassword(node));
}

/**
 * The same of several keys: where one of them may carry the focus on and others follow, any password field of the window
 * may be where those arrive.
 * @param keys chords and texts, in their order
 */
export async function mayReachPassword(
  context: LookContext,
  input: Pick<TargetInput, 'id' | 'selector' | 'window'>,
  keys: readonly string[],
): Promise<boolean> {
  if (!keys.slice(0, -1).some((key) => carriesOn.test(spellChord(key).chord ?? ''))) return false;
  const { selector, id } = input;
  const isCalled = selector === undefined && id !== undefined;
  const window = isCalled ? await windowOfKnown(context, id) : await findWindow(context, input.window);
  const { root } = await context.engine.tree({ window: window.id }, { signal: context.signal });
  return some(root, isPassword);
}

/** Enter, too: many forms go on with it. Alt and a letter is an access key. */
const carriesOn = /^(?:(?:ctrl\+)?(?:shift\+)?Tab|Enter|NumpadEnter|F6|(?:shift\+)?alt\+[\p{L}\p{N}])$/u;

export function isPassword(element: ElementNode): boolean {
  return hasState(element, 'password');
}

function some(node: TreeNode, test: (node: ElementNode) => boolean): boolean {
  return test(node) || (node.children ?? []).some((child) => some(child, test));
}
