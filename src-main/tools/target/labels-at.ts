import type { Engine, OnElement } from '../../engine/engine.ts';
import {
  formatElementId,
  hasState,
  parseElementId,
  type ControlType,
  type ElementId,
  type ElementNode,
  type TreeNode,
} from '#contract/model/element';
import type { Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/window';
import type { Keys } from './keys-that-press.ts';

const buttons: ReadonlySet<ControlType> = new Set<ControlType>(['Button', 'SplitButton', 'Hyperlink', 'MenuItem']);

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

/** What an element that is pressed by itself is labelled: its name, or where a button has none what is in it. */
export async function labelsOf({ engine, signal }: Looking, element: ElementId): Promise<readonly string[]> {
  const { name, controlType, id } = await engine.details({ element }, { signal });
  if (name !== '' || !buttons.has(controlType)) return [name];
  return labelsInside({ engine, signal }, { id });
}

/** What a press is labelled that is aimed at an element: by what was found to lie there, which may be a part of it. */
export async function labelsOfAimed(context: Looking, { element, hit }: OnElement): Promise<readonly string[]> {
  const { engine, signal } = context;
  const { window, runtimeId } = parseElementId(element.id);
  const there = hit === null ? element.id : formatElementId(window, hit);
  const [pressed, ancestors] = await Promise.all([
    hit === null || hit === runtimeId ? element : engine.details({ element: there }, { signal }),
    engine.ancestors({ element: there }, { signal }),
  ]);
  return labelsOfHit(context, { element: pressed, ancestors });
}

type Labelled = Pick<ElementNode, 'id' | 'name' | 'controlType'>;

async function labelsOfHit(
  context: Looking,
  { element, ancestors }: { readonly element: Labelled; readonly ancestors: readonly Labelled[] },
): Promise<readonly string[]> {
  const pressed = [element, ...ancestors].filter(({ controlType }) => pressable.has(controlType));
  const inside = await Promise.all(pressed.filter(({ name }) => name === '').map((one) => labelsInside(context, one)));
  return [element.name, ...pressed.map(({ name }) => name), ...inside.flat()].filter((name) => name !== '');
}

/** A button without a name of its own is labelled by what is in it. */
async function labelsInside({ engine, signal }: Looking, { id }: Pick<ElementNode, 'id'>): Promise<readonly string[]> {
  const children = await engine.children({ element: id, limit: 20 }, { signal });
  return children.map(({ name }) => name);
}

/**
 * What keys would press in a window: Enter or Space what has the focus; Enter the default button of a dialog; a letter with
 * Alt what has it as its access key. Which those are is not told everywhere, so that they may be any.
 */
export async function labelsOfKeys(context: Looking, window: WindowId, keys: Keys): Promise<readonly string[]> {
  const byAccess = keys.access.length > 0 ? await withLetters(context, window, keys.access) : [];
  if (!keys.enter && !keys.space) return byAccess;
  const hit = await context.engine.focused({ window }, { signal: context.signal });
  const isPressable = hit !== null && pressable.has(hit.element.controlType);
  const focused = hit && isPressable ? await labelsOfHit(context, hit) : [];
  const known = [...byAccess, ...focused];
  if (!keys.enter || isPressable || (hit && hasState(hit.element, 'multiline'))) return known;
  return [...known, ...(await possibleDefaults(context, window))];
}

async function withLetters(
  { engine, signal }: Looking,
  window: WindowId,
  letters: readonly string[],
): Promise<readonly string[]> {
  const { root } = await engine.tree({ window }, { signal });
  const names = elementsIn(root, ({ controlType }) => pressable.has(controlType)).map(({ name }) => name);
  return names.filter((name) => letters.some((letter) => name.toLowerCase().includes(letter)));
}

async function possibleDefaults({ engine, signal }: Looking, window: WindowId): Promise<readonly string[]> {
  const { items } = await engine.listWindows({ includeHidden: true }, { signal });
  if (items.find(({ id }) => id === window)?.kind !== 'dialog') return [];
  const { root } = await engine.tree({ window }, { signal });
  return elementsIn(root, ({ controlType }) => controlType === 'Button')
    .filter((button) => hasState(button, 'enabled'))
    .map(({ name }) => name);
}

function elementsIn(node: TreeNode, wanted: (node: ElementNode) => boolean): readonly ElementNode[] {
  const below = (node.children ?? []).flatMap((child) => elementsIn(child, wanted));
  return wanted(node) ? [node, ...below] : below;
}
