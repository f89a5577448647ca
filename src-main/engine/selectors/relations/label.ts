import type { ControlType } from '#contract/model/elements/element';
import { isEmpty, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { isOwnValue } from '../stability.ts';
import { gapX, gapY, onOneLine } from './lines.ts';
import { plainLabel, wordsOf } from './words.ts';

const fields: ReadonlySet<ControlType> = new Set([
  'Calendar',
  'CheckBox',
  'ComboBox',
  'DataGrid',
  'Document',
  'Edit',
  'List',
  'ProgressBar',
  'RadioButton',
  'Slider',
  'Spinner',
  'Table',
  'Tree',
]);
const ticked: ReadonlySet<ControlType> = new Set(['CheckBox', 'RadioButton']);
/** Elements that own their content: the text on a button labels nothing else, nor does one row label the fields of another. */
const closed: ReadonlySet<ControlType> = new Set([
  ...fields,
  'Button',
  'DataItem',
  'HeaderItem',
  'Hyperlink',
  'ListItem',
  'MenuItem',
  'SplitButton',
  'TabItem',
  'ToolTip',
  'TreeItem',
]);

/** In heights of the label; farther elements are not labelled by it. */
const farthest = { beside: 24, ticked: 3, above: 1.5 } as const;
/** In heights of the following text. */
const highestWithUnit = 4;

/**
 * The text of a field's label, without its colon: the field's name, which the platform takes from the labelled-by relation if
 * there is one; else the adjacent text, if nothing is between. Empty if there is none.
 * @param root of the tree that contains the field
 */
export function labelOf(root: RawNode, node: RawNode): string {
  if (!fields.has(node.controlType)) return '';
  if (node.name !== '' && !isOwnValue(node, node.name)) return plainLabel(node.name);
  return plainLabel(labelsIn(root).get(node) ?? '');
}

const known = new WeakMap<RawNode, ReadonlyMap<RawNode, string>>();

function labelsIn(root: RawNode): ReadonlyMap<RawNode, string> {
  let labels = known.get(root);
  if (!labels) known.set(root, (labels = readLabels(root)));
  return labels;
}

/** An element with bounds in the window: a text, or a control that blocks texts from labelling fields beyond it. */
interface Item {
  readonly node: RawNode;
  readonly at: Rect;
  /** Empty for controls. */
  readonly words: string;
  /** The control or row that contains it. */
  readonly inside: RawNode | null;
}

function readLabels(root: RawNode): ReadonlyMap<RawNode, string> {
  const items: Item[] = [];
  const groups: (readonly Item[])[] = [];
  const labels = new Map<RawNode, string>();
  collect(root, null, { items, groups, labels });
  const taken = new Set<Item>();
  addLabels(items, labels, taken);
  // Off-screen elements may have the bounds of others: labels apply only within their container.
  for (const group of groups) addLabels(group, labels, taken);
  return labels;
}

function addLabels(items: readonly Item[], labels: Map<RawNode, string>, taken: Set<Item>): void {
  const lines = new Lines(items);
  const unnamed = items.filter(({ node }) => isUnnamed(node));
  for (const find of [besideIt, above]) {
    for (const field of unnamed) {
      const label = labels.has(field.node) ? null : find(field, lines);
      if (!label || label.words === '' || label.inside !== field.inside || taken.has(label)) continue;
      taken.add(label);
      labels.set(field.node, label.words);
    }
  }
}

interface Collected {
  /** All visible elements. */
  readonly items: Item[];
  /** Items of each container with off-screen content. */
  readonly groups: (readonly Item[])[];
  readonly labels: Map<RawNode, string>;
}

/** Everything with bounds; fields without bounds are labelled by the preceding text. */
function collect(node: RawNode, inside: RawNode | null, into: Collected): void {
  let before: RawNode | null = null;
  const group: Item[] = [];
  let isCut = false;
  for (const child of node.children ?? []) {
    const at = placeOf(child);
    if (at && isItem(child)) {
      const item = { node: child, at, words: isText(child) ? wordsOf(child) : '', inside };
      group.push(item);
      if (isInSight(item)) into.items.push(item);
      else isCut = true;
    }
    if (!at && isUnnamed(child) && before && isText(before)) into.labels.set(child, wordsOf(before));
    collect(child, closed.has(child.controlType) ? child : inside, into);
    before = child;
  }
  if (isCut && group.some((item) => isUnnamed(item.node))) into.groups.push(group);
}

function isInSight({ node }: Item): boolean {
  return node.states.includes('visible');
}

function placeOf({ bounds, states }: RawNode): Rect | null {
  const isPlaced = states.includes('visible') || states.includes('offscreen');
  return bounds && !isEmpty(bounds) && isPlaced ? bounds : null;
}

/** Marks and units such as `*` or `€` are not labels, and do not block others. */
function isText(node: RawNode): boolean {
  return node.controlType === 'Text' && /\p{L}{2}|^\p{L}$/u.test(wordsOf(node));
}

function isItem(node: RawNode): boolean {
  return isText(node) || closed.has(node.controlType);
}

function isUnnamed(node: RawNode): boolean {
  return fields.has(node.controlType) && (node.name === '' || isOwnValue(node, node.name));
}

/** Left of the field, or right of a check box. */
function besideIt(field: Item, lines: Lines): Item | null {
  const onLine = lines.beside(field);
  if (ticked.has(field.node.controlType)) {
    const right = nearest(onLine, ({ at }) => (at.x >= field.at.x + field.at.width - 2 ? gapX(at, field.at) : null));
    if (right && right.words !== '' && gapX(right.at, field.at) <= farthest.ticked * right.at.height) return right;
  }
  const left = leftOf(field, onLine);
  // A row, such as one of settings, belongs together from end to end.
  const isNear = left && (field.inside !== null || gapX(left.at, field.at) <= farthest.beside * left.at.height);
  return isNear ? left : null;
}

function above(field: Item, lines: Lines): Item | null {
  const over = nearest(lines.above(field), ({ at }) =>
    at.y + at.height <= field.at.y + 2 && gapX(at, field.at) === 0 ? gapY(at, field.at) : null,
  );
  if (!over || gapY(over.at, field.at) > farthest.above * over.at.height) return null;
  const isAligned = Math.abs(over.at.x - field.at.x) <= 2 * over.at.height;
  return isAligned && !isUnit(over, lines) ? over : null;
}

/** Text close behind a field is its unit, such as `80 cm`; lists and multi-line texts have no unit. */
function isUnit(text: Item, lines: Lines): boolean {
  const before = leftOf(text, lines.beside(text));
  if (before === null || !fields.has(before.node.controlType)) return false;
  return gapX(before.at, text.at) <= text.at.height && before.at.height <= highestWithUnit * text.at.height;
}

function leftOf({ at }: Item, onLine: readonly Item[]): Item | null {
  return nearest(onLine, (item) => (item.at.x + item.at.width <= at.x + 2 ? gapX(item.at, at) : null));
}

function nearest(items: readonly Item[], distance: (item: Item) => number | null): Item | null {
  let best: { readonly item: Item; readonly far: number } | null = null;
  for (const item of items) {
    const far = distance(item);
    if (far !== null && (best === null || far < best.far)) best = { item, far };
  }
  return best?.item ?? null;
}

/** Height of the stripes that index items, in pixels. */
const stripe = 64;

/** Finds items at the same height without checking all. */
class Lines {
  readonly #stripes = new Map<number, Item[]>();

  constructor(items: readonly Item[]) {
    for (const item of items) {
      for (const key of stripesOf(item.at.y, item.at.height)) {
        const known = this.#stripes.get(key);
        if (known) known.push(item);
        else this.#stripes.set(key, [item]);
      }
    }
  }

  beside(field: Item): readonly Item[] {
    return this.#within(field.at.y, field.at.height).filter(
      ({ node, at }) => node !== field.node && onOneLine(at, field.at),
    );
  }

  above(field: Item): readonly Item[] {
    return this.#within(field.at.y - stripe, stripe).filter(({ node }) => node !== field.node);
  }

  #within(y: number, height: number): readonly Item[] {
    return [...new Set(stripesOf(y, height).flatMap((key) => this.#stripes.get(key) ?? []))];
  }
}

/** Items higher than a screen are not labels, and would fill all stripes. */
function stripesOf(y: number, height: number): readonly number[] {
  const first = Math.floor(y / stripe);
  const last = Math.min(Math.floor((y + height) / stripe), first + 100);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
