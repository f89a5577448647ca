import type { Engine } from '../engine/engine.ts';
import { hasState, type ControlType, type ElementHit, type ElementNode, type TreeNode } from '#contract/model/element';
import type { Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/window';

/** What does something when it is pressed, or when something is dropped on it. */
const pressable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'SplitButton', 'Hyperlink', 'MenuItem', 'CheckBox', 'RadioButton', 'TabItem'] as const),
  ...(['ListItem', 'TreeItem', 'DataItem', 'HeaderItem'] as const),
]);

interface Looking {
  readonly engine: Engine;
  readonly signal: AbortSignal;
}

/** What a press at a point is labelled: the element there and the button, link or entry it is in. */
export async function labelsAt({ engine, signal }: Looking, { x, y }: Point): Promise<readonly string[]> {
  const hit = await engine.elementAt({ x, y }, { signal });
  return hit ? labelsOfHit({ engine, signal }, hit) : [];
}

async function labelsOfHit(context: Looking, { element, ancestors }: ElementHit): Promise<readonly string[]> {
  const pressed = [element, ...ancestors].filter(({ controlType }) => pressable.has(controlType));
  const inside = await Promise.all(pressed.filter(({ name }) => name === '').map((one) => labelsInside(context, one)));
  return [element.name, ...pressed.map(({ name }) => name), ...inside.flat()].filter((name) => name !== '');
}

/** A button without a name of its own is labelled by what is in it. */
async function labelsInside({ engine, signal }: Looking, { id }: ElementNode): Promise<readonly string[]> {
  const children = await engine.children({ element: id, limit: 20 }, { signal });
  return children.map(({ name }) => name);
}

/**
 * What Enter or Space would press in a window: what has the focus, and for Enter the default button of a dialog. Which
 * one that is is not told everywhere, so that it may be any.
 */
export async function labelsOfKeys(
  context: Looking,
  window: WindowId,
  keys: { readonly enter: boolean; readonly space: boolean },
): Promise<readonly string[]> {
  if (!keys.enter && !keys.space) return [];
  const hit = await context.engine.focused({ window }, { signal: context.signal });
  const isPressable = hit !== null && pressable.has(hit.element.controlType);
  const focused = hit && isPressable ? await labelsOfHit(context, hit) : [];
  if (!keys.enter || isPressable || (hit && hasState(hit.element, 'multiline'))) return focused;
  return [...focused, ...(await possibleDefaults(context, window))];
}

async function possibleDefaults({ engine, signal }: Looking, window: WindowId): Promise<readonly string[]> {
  const { items } = await engine.listWindows({ includeHidden: true }, { signal });
  if (items.find(({ id }) => id === window)?.kind !== 'dialog') return [];
  const { root } = await engine.tree({ window }, { signal });
  return buttonsIn(root)
    .filter((button) => hasState(button, 'enabled'))
    .map(({ name }) => name);
}

function buttonsIn(node: TreeNode): readonly ElementNode[] {
  const below = (node.children ?? []).flatMap(buttonsIn);
  return node.controlType === 'Button' ? [node, ...below] : below;
}
