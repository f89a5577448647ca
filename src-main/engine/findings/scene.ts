import { describeElement, type ControlType, type ElementState } from '#contract/model/elements/element';
import { intersect, isEmpty, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../backend.ts';

/** An element and its context in the tree. */
export interface Entry {
  readonly node: RawNode;
  readonly parent: Entry | null;
  readonly children: readonly Entry[];
  /** The name that users get: empty if the toolkit made it up. */
  readonly name: string;
  /** It and all ancestors are visible, and none of them is closed. */
  readonly seen: boolean;
  /** Screen readers reach it: it is visible, or scrolled out of view in a document. */
  readonly present: boolean;
  /** It can be clicked or typed into now. */
  readonly usable: boolean;
  /** It can be clicked or typed into once scrolled into view and enabled. */
  readonly operable: boolean;
  /** In the content of a document: a web page, a text. */
  readonly inDocument: boolean;
  /** The usable element that represents its parts: the button around an image. */
  readonly owner: Entry | null;
}

export interface Scene {
  readonly root: Entry;
  readonly entries: readonly Entry[];
  readonly toolkit: string;
  /** The window's title, according to the window manager. */
  readonly title: string;
  readonly window: Rect;
  /** Physical pixels per pixel at 96 dpi. */
  readonly scale: number;
  /** Elements by automation id; those without one are left out. */
  readonly byId: ReadonlyMap<string, readonly Entry[]>;
  /** By type and name. */
  readonly byName: ReadonlyMap<string, readonly Entry[]>;
  /** The usable ones, by type, name and parent. */
  readonly alike: ReadonlyMap<string, readonly Entry[]>;
}

/** Control types that users operate; a toolkit's own frame is excluded. */
const operated: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'Edit', 'Hyperlink', 'ListItem', 'MenuItem', 'RadioButton'] as const),
  ...(['Slider', 'Spinner', 'SplitButton', 'TabItem', 'TreeItem'] as const),
]);
/** Control types that represent all of their content. */
const owners: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'ComboBox', 'Hyperlink', 'RadioButton', 'Spinner', 'SplitButton'] as const),
  ...(['Slider', 'ScrollBar', 'Edit', 'TitleBar'] as const),
]);
const closable: ReadonlySet<ControlType> = new Set<ControlType>(['ComboBox', 'MenuItem', 'Menu']);

/** One walk over a tree that collects parents, visible and usable elements, and the rules' lookup tables. */
export function sceneOf(
  root: RawNode,
  facts: { readonly toolkit: string; readonly title: string; readonly window: Rect; readonly scale: number },
): Scene {
  const entries: Entry[] = [];
  const visit = (node: RawNode, parent: Entry | null): Entry => {
    const children: Entry[] = [];
    const entry = entryOf(node, parent, children, facts);
    entries.push(entry);
    for (const child of node.children ?? []) children.push(visit(child, entry));
    return entry;
  };
  const top = visit(root, null);
  const byId = new Map<string, Entry[]>();
  const byName = new Map<string, Entry[]>();
  const alike = new Map<string, Entry[]>();
  const numbers = new Map<Entry, number>(entries.map((entry, index) => [entry, index]));
  for (const entry of entries) {
    const { node, parent, usable, name } = entry;
    if (node.automationId !== '') add(byId, node.automationId, entry);
    add(byName, nameKey(entry), entry);
    if (usable && name !== '') add(alike, `${(parent && numbers.get(parent)) ?? ''} ${nameKey(entry)}`, entry);
  }
  return { root: top, entries, ...facts, byId, byName, alike };
}

function entryOf(
  node: RawNode,
  parent: Entry | null,
  children: readonly Entry[],
  { toolkit, window }: { readonly toolkit: string; readonly window: Rect },
): Entry {
  const seen = (parent?.seen ?? true) && isShown(node, parent, window);
  const inDocument = parent !== null && (parent.inDocument || parent.node.controlType === 'Document');
  const present = seen || (inDocument && parent.present && isInDocument(node, parent));
  const { controlType } = node;
  const isMenu = controlType === 'Menu' && parent?.node.controlType === 'MenuBar';
  const owner = parent === null ? null : (parent.owner ?? (speaksForParts(parent.node, toolkit) ? parent : null));
  const isWrapper = toolkit === 'gtk4' && wraps(node);
  const operable =
    !isWrapper && present && (operated.has(controlType) || isMenu) && !isPart(owner) && !isHiddenTab(node);
  return {
    node,
    parent,
    children,
    name: realName(node, toolkit),
    seen,
    present,
    usable: operable && seen && has(node, 'enabled'),
    operable,
    inDocument,
    owner,
  };
}

/** GTK 3 lists the tab of a page, without a size, while the app hides the row of tabs. */
function isHiddenTab({ controlType, bounds }: RawNode): boolean {
  return controlType === 'TabItem' && (bounds === null || isEmpty(bounds));
}

/** GTK 4 makes one button of two: a menu button, and the focusable button in it. */
function wraps({ controlType, children = [] }: RawNode): boolean {
  return controlType === 'Button' && children.some((child) => child.controlType === 'Button');
}

function speaksForParts(node: RawNode, toolkit: string): boolean {
  return owners.has(node.controlType) && !(toolkit === 'gtk4' && wraps(node));
}

const wholes: ReadonlySet<ControlType> = new Set(['Spinner', 'Slider', 'ScrollBar', 'TitleBar', 'ComboBox', 'Edit']);

/** Parts of a spin button or slider belong to the toolkit, so only the whole is checked. */
function isPart(owner: Entry | null): boolean {
  return owner !== null && wholes.has(owner.node.controlType);
}

function isShown(node: RawNode, parent: Entry | null, window: Rect): boolean {
  if (parent === null) return true;
  if (!has(node, 'visible') || has(node, 'offscreen') || isClosedIn(node, parent)) return false;
  if (node.bounds === null) return parent.node.bounds !== null;
  return (
    isEmpty(node.bounds) || intersect(node.bounds, window) !== null || ['Menu', 'MenuItem'].includes(node.controlType)
  );
}

/** See {@link isShown}; independent of the document's scroll position. */
function isInDocument(node: RawNode, parent: Entry): boolean {
  return (has(node, 'visible') || has(node, 'offscreen')) && !isClosedIn(node, parent);
}

/** Qt and Chromium list the content of closed boxes and menus as visible. */
function isClosedIn(node: RawNode, { node: { controlType, states }, inDocument }: Entry): boolean {
  // A page omits its own closed menus from the tree.
  const canClose = inDocument ? controlType === 'ComboBox' : closable.has(controlType);
  return canClose && !states.includes('expanded') && node.controlType !== 'Edit' && isItem(node);
}

function isItem({ controlType }: RawNode): boolean {
  return ['Menu', 'MenuItem', 'List', 'ListItem', 'Tree', 'TreeItem', 'Separator'].includes(controlType);
}

const classNames = /^(?:Gtk|Gdk|Adw|Hdy|Q[A-Z]|K[A-Z][a-z]+(?=[A-Z])|Windows\.|System\.Windows\.|javax?\.)[\w.]*$/;

/** Whether a name is that of a toolkit class. */
export function isClassName(name: string): boolean {
  return classNames.test(name);
}

/** The suffix that Chromium adds to the names of images it could describe, and of links that these images name. */
const offer = /(?:^|[\s.]+)To get missing image descriptions, open the context menu\.?\s*$/;
const unlabelled = /^Unlabeled (?:image|graphic)/;

function realName({ name: full, controlType, role }: RawNode, toolkit: string): string {
  const name = full.replace(offer, '');
  if (isClassName(name) || name.trim() === '') return '';
  if (controlType === 'Image' && unlabelled.test(name)) return '';
  // GTK 4 repeats the role if there is no name.
  return toolkit === 'gtk4' && name === role ? '' : name;
}

export function has(node: RawNode, state: ElementState): boolean {
  return node.states.includes(state);
}

export function nameKey({ node, name }: Pick<Entry, 'node' | 'name'>): string {
  return `${node.controlType} ${name}`;
}

function add<K>(map: Map<K, Entry[]>, key: K, entry: Entry): void {
  const known = map.get(key);
  if (known) known.push(entry);
  else map.set(key, [entry]);
}

/** From the parent to the window. */
export function* around({ parent }: Entry): Generator<Entry> {
  for (let next = parent; next !== null; next = next.parent) yield next;
}

/** All descendants. */
export function* below(entry: Entry): Generator<Entry> {
  for (const child of entry.children) {
    yield child;
    yield* below(child);
  }
}

/** Texts that users read inside it. */
export function innerText(entry: Entry): string {
  return entry.children
    .filter(({ seen }) => seen)
    .map((child) => (child.name || (child.node.controlType === 'Text' && child.node.value) || innerText(child)).trim())
    .filter(Boolean)
    .slice(0, 20)
    .join(' ');
}

/** The texts drawn inside it; names of images are not drawn. */
export function shownText(entry: Entry): string {
  return entry.children
    .filter(({ seen, node }) => seen && node.controlType !== 'Image')
    .map((child) =>
      (child.node.controlType === 'Text' ? child.name || child.node.value || '' : shownText(child)).trim(),
    )
    .filter(Boolean)
    .slice(0, 20)
    .join(' ');
}

/** `ToolBar “Edit”`: the nearest named container, except the window. */
export function containerOf(entry: Entry): string {
  for (const outer of around(entry)) {
    if (outer.parent === null) break;
    if (outer.name !== '') return describeElement({ controlType: outer.node.controlType, name: outer.name });
  }
  return '';
}
