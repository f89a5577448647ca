import { AppError } from '#contract/errors';
import {
  formatElementId,
  hasState,
  parseElementId,
  type ControlType,
  type ElementHit,
  type ElementId,
  type ElementNode,
  type TreeNode,
  type TreeSnapshot,
} from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { spellChord } from '#contract/model/recordings/chord';
import type { Engine, OnElement } from '../../engine/engine.ts';

/** Types that react to a press or a drop. */
const pressable: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'SplitButton', 'Hyperlink', 'MenuItem', 'CheckBox', 'RadioButton', 'TabItem'] as const),
  ...(['ListItem', 'TreeItem', 'DataItem', 'HeaderItem'] as const),
]);

/** Types that Enter presses, so that no default button takes it. */
const buttons: ReadonlySet<ControlType> = new Set<ControlType>(['Button', 'SplitButton', 'Hyperlink', 'MenuItem']);
/** Containers of rows or entries, some of them selected: keys act on those. */
const holders: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['List', 'Tree', 'Table', 'DataGrid', 'ComboBox', 'Tab', 'Menu', 'MenuBar', 'Calendar'] as const),
]);
/** Containers whose buttons are never a default. */
const bars: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ToolBar', 'MenuBar', 'TitleBar', 'StatusBar', 'Tab', 'Header', 'AppBar'] as const),
]);

/** Depth to which a row is read. */
const insideRow = { depth: 12, maxNodes: 200 } as const;
/** Limit of the search around a field for the button that Enter presses. */
const around = { levels: 6, depth: 8, maxNodes: 400 } as const;

interface Looking {
  readonly engine: Engine;
  readonly signal: AbortSignal;
}

/** Labels of a press at a point: of the element there and of the button, link or entry around it. */
export async function labelsAt({ engine, signal }: Looking, { x, y }: Point): Promise<readonly string[]> {
  const hit = await engine.elementAt({ x, y }, { signal });
  return hit ? labelsOfHit({ engine, signal }, hit) : [];
}

/** Labels of an element that is pressed directly: its name, or without one its content. */
export async function labelsOf(context: Looking, element: ElementId): Promise<readonly string[]> {
  const { name, id } = await context.engine.details({ element }, { signal: context.signal });
  return name === '' ? labelsInside(context, { id }) : [name];
}

/** Labels of a press aimed at an element: of the hit there, which may be a part of it. */
export async function labelsOfAimed(context: Looking, { element, hit }: OnElement): Promise<readonly string[]> {
  const { engine, signal } = context;
  const { window, runtimeId } = parseElementId(element.id);
  const there = hit === null ? element.id : formatElementId(window, hit);
  const [pressed, ancestors] = await Promise.all([
    hit === null || hit === runtimeId ? element : labelled(context, there),
    engine.ancestors({ element: there }, { signal }),
  ]);
  return labelsOfHit(context, { element: pressed, ancestors });
}

async function labelled({ engine, signal }: Looking, id: ElementId): Promise<Labelled> {
  const { name, controlType } = await engine.glance({ element: id }, { signal });
  // The cut-off part of a name may matter.
  return name.endsWith('…') ? engine.details({ element: id }, { signal }) : { id, name, controlType };
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

/** A row or button without a name is labelled by its content, however deep. */
async function labelsInside({ engine, signal }: Looking, { id }: Pick<ElementNode, 'id'>): Promise<readonly string[]> {
  const { window } = parseElementId(id);
  const { root } = await engine.tree({ window, from: id, ...insideRow }, { signal });
  return elementsIn(root)
    .flatMap(({ name, value }) => [name, value ?? ''])
    .filter((text) => text !== '');
}

/**
 * Labels of elements that keys would press in a window: Enter and Space the focused or selected element, in an open menu too;
 * Enter the default button of a field; a letter with Alt the element with that access key, alone an entry of an open menu. Not
 * all toolkits report these, so any may be meant.
 */
export async function labelsOfKeys(context: Looking, window: WindowId, keys: Keys): Promise<readonly string[]> {
  const byAccess = keys.access.length > 0 ? await withLetters(context, window, keys.access) : [];
  if (!keys.enter && !keys.space && keys.letters.length === 0) return byAccess;
  const { engine, signal } = context;
  const [hit, receiver] = await Promise.all([
    engine.focused({ window }, { signal }),
    engine.keyReceiver({}, { signal }),
  ]);
  const hasMenu = (receiver?.held === true && receiver.window === window) || isInMenu(hit);
  if (hasMenu) return [...byAccess, ...(await labelsInMenu(context, window, keys))];
  if (!keys.enter && !keys.space) return byAccess;
  const pressed = await pressedByFocus(context, window, hit);
  const defaults = keys.enter ? await defaultsBeside(context, window, hit) : [];
  return [...byAccess, ...pressed, ...defaults];
}

/** Elements that Enter and Space press: the focused one, and selected ones in it or beside it. */
async function pressedByFocus(context: Looking, window: WindowId, hit: ElementHit | null): Promise<readonly string[]> {
  const { engine, signal } = context;
  if (!hit) {
    const { root } = await wholeTree(context, window);
    return namesOf(
      context,
      elementsIn(root).filter((one) => pressable.has(one.controlType) && isChosen(one)),
    );
  }
  const own = pressable.has(hit.element.controlType) ? await labelsOfHit(context, hit) : [];
  const holder = [hit.element, ...[...hit.ancestors].reverse()].find(({ controlType }) => holders.has(controlType));
  if (!holder || hasState(hit.element, 'editable')) return own;
  const { root } = await engine.tree({ window, from: holder.id }, { signal });
  const chosen = elementsIn(root).filter((one) => one.id !== hit.element.id && isChosen(one));
  return [...own, ...(await namesOf(context, chosen))];
}

function isChosen(element: ElementNode): boolean {
  return hasState(element, 'selected') || hasState(element, 'focused');
}

function namesOf(context: Looking, elements: readonly Labelled[]): Promise<readonly string[]> {
  const names = elements.map((one) => (one.name === '' ? labelsInside(context, one) : Promise.resolve([one.name])));
  return Promise.all(names).then((found) => found.flat());
}

function isInMenu(hit: ElementHit | null): boolean {
  if (!hit) return false;
  return [hit.element, ...hit.ancestors].some(
    ({ controlType }) => controlType === 'Menu' || controlType === 'MenuItem',
  );
}

/** Entries of open menus and lists: the selected one, or all if none is; and those that a letter may choose. */
async function labelsInMenu(context: Looking, window: WindowId, keys: Keys): Promise<readonly string[]> {
  const { root } = await wholeTree(context, window);
  const entries = elementsIn(root).filter((one) => entryTypes.has(one.controlType) && isInSight(one));
  // The entry that opened a menu stays selected while one of the menu's own entries is chosen.
  const chosen = entries.filter(
    (one) => isChosen(one) && !elementsIn(one).some((below) => below !== one && entries.includes(below)),
  );
  const pressed = !keys.enter && !keys.space ? [] : chosen.length > 0 ? chosen : entries;
  const names = await namesOf(
    context,
    entries.filter((one) => !pressed.includes(one)),
  );
  const byLetter = names.filter((name) => keys.letters.some((letter) => name.toLowerCase().includes(letter)));
  return [...(await namesOf(context, pressed)), ...byLetter];
}

const entryTypes: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['MenuItem', 'ListItem', 'TreeItem', 'DataItem', 'CheckBox', 'RadioButton'] as const),
]);

function isInSight(element: ElementNode): boolean {
  return element.bounds !== null && !hasState(element, 'offscreen');
}

async function withLetters(context: Looking, window: WindowId, letters: readonly string[]): Promise<readonly string[]> {
  const { root } = await wholeTree(context, window);
  const names = elementsIn(root)
    .filter(({ controlType }) => pressable.has(controlType))
    .map(({ name }) => name);
  return names.filter((name) => letters.some((letter) => name.toLowerCase().includes(letter)));
}

/**
 * The buttons that Enter may press from the focused element: in a dialog any, elsewhere those nearest to a field. Toolkits do
 * not report the default one.
 */
async function defaultsBeside(context: Looking, window: WindowId, hit: ElementHit | null): Promise<readonly string[]> {
  const { engine, signal } = context;
  if (hit && (buttons.has(hit.element.controlType) || hasState(hit.element, 'multiline'))) return [];
  const { items } = await engine.listWindows({ includeHidden: true }, { signal });
  const isDialog = items.find(({ id }) => id === window)?.kind === 'dialog';
  if (isDialog || !hit) return buttonsIn((await wholeTree(context, window)).root, isDialog);
  if (rows.has(hit.element.controlType)) return [];
  const nearest = [...hit.ancestors].reverse().slice(0, around.levels);
  for (const { id } of nearest) {
    const { depth, maxNodes } = around;
    const { root } = await engine.tree({ window, from: id, depth, maxNodes }, { signal });
    const found = buttonsIn(root, false);
    if (found.length > 0) return found;
  }
  return [];
}

/** Types in which Enter concerns the row. */
const rows: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['ListItem', 'TreeItem', 'DataItem', 'List', 'Tree', 'Table', 'DataGrid', 'TabItem'] as const),
]);

function buttonsIn(node: TreeNode, inBars: boolean): readonly string[] {
  if (!inBars && bars.has(node.controlType)) return [];
  const below = (node.children ?? []).flatMap((child) => buttonsIn(child, inBars));
  const isButton = node.controlType === 'Button' && hasState(node, 'enabled');
  if (!isButton) return below;
  return node.name === '' ? elementsIn(node).map(({ name }) => name) : [node.name];
}

/** @throws AppError `timeout` if the app reported only a part: the rest may contain the pressed element */
async function wholeTree({ engine, signal }: Looking, window: WindowId): Promise<TreeSnapshot> {
  const tree = await engine.tree({ window }, { signal });
  if (tree.truncated === 'time') throw new AppError('timeout', 'Not all elements of the window could be read.');
  return tree;
}

function elementsIn(node: TreeNode): readonly TreeNode[] {
  return [node, ...(node.children ?? []).flatMap(elementsIn)];
}

/** Which of the keys press the focused or selected element, or one with an access key. */
export interface Keys {
  readonly enter: boolean;
  readonly space: boolean;
  /** The letters pressed with Alt. */
  readonly access: readonly string[];
  /** The letters pressed alone, which choose an entry in an open menu. */
  readonly letters: readonly string[];
}

/** The keys among chords. */
export function keysOf(chords: readonly string[]): Keys {
  const spelt = chords.map((chord) => spellChord(chord).chord ?? '');
  const keys = spelt.map((chord) => chord.split('+').at(-1));
  return {
    enter: keys.some((key) => key === 'Enter' || key === 'NumpadEnter'),
    space: keys.includes('Space'),
    access: spelt.flatMap((chord) => /^(?:shift\+)?alt\+([\p{L}\p{N}])$/u.exec(chord)?.[1]?.toLowerCase() ?? []),
    letters: spelt.flatMap((chord) => /^(?:shift\+)?([\p{L}\p{N}])$/u.exec(chord)?.[1]?.toLowerCase() ?? []),
  };
}

/** The keys in typed text: a line break is Enter. */
export function keysIn(text: string): Keys {
  const letters = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]/gu))];
  return { enter: /[\r\n]/.test(text), space: text.includes(' '), access: [], letters };
}

export function both(one: Keys, other: Keys): Keys {
  return {
    enter: one.enter || other.enter,
    space: one.space || other.space,
    access: [...one.access, ...other.access],
    letters: [...one.letters, ...other.letters],
  };
}
