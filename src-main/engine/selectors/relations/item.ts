import type { ControlType } from '#contract/model/elements/element';
import type { RawNode } from '../../backend.ts';
import { isSeen } from '../../tree/seen.ts';
import { descend } from '../../tree/walk.ts';
import type { Subject } from '../candidates/candidate.ts';
import { isNameOfItem } from '../stability.ts';
import { onOneLine } from './lines.ts';
import { indexOf } from '../tree-index.ts';
import { plainLabel, wordsOf } from './words.ts';

/** Their text does not name their neighbours. */
const controls: ReadonlySet<ControlType> = new Set([
  'Button',
  'CheckBox',
  'ComboBox',
  'Menu',
  'MenuItem',
  'RadioButton',
  'SplitButton',
  'TabItem',
]);
const holdValues: ReadonlySet<ControlType> = new Set(['Document', 'Edit', 'Slider', 'Spinner']);
/** Maximum length in characters; longer texts are messages. */
const longest = 60;

/**
 * The texts of the repeated item that an element belongs to (a row, a card), its name first: the heading, else the first text;
 * values of fields come last. Empty if no other element of the window has that role and name.
 */
export function wordsOfItem(subject: Subject): readonly string[] {
  let words = known.get(subject);
  if (!words) known.set(subject, (words = readWords(subject)));
  return words;
}

const known = new WeakMap<Subject, readonly string[]>();

function readWords(subject: Subject): readonly string[] {
  const twins = twinsOf(subject);
  if (twins.length === 0) return [];
  const own = new Set(descend(subject.target));
  const texts = partsOf(subject, twins).filter((node) => !own.has(node) && isSeen(node) && !twins.includes(node));
  const ordered = [...texts.filter(isHeading), ...texts.filter(isPlain), ...texts.filter(isValue)];
  return [...new Set(ordered.map((node) => plainLabel(wordsOf(node))))].filter(
    (words) => words.length <= longest && isNameOfItem(words) && words !== subject.target.name,
  );
}

/** Elements that differ from this one only in their surroundings. */
function twinsOf({ root, target }: Subject): readonly RawNode[] {
  const namesakes = indexOf(root).withName(target.name);
  return namesakes.filter((node) => node.controlType === target.controlType && node !== target);
}

/** Whether its text is its own name, and not that of a neighbour. */
export function isControl({ controlType }: RawNode): boolean {
  return controls.has(controlType) || holdValues.has(controlType);
}

export function isHeading({ role }: RawNode): boolean {
  return role === 'heading';
}

function isPlain(node: RawNode): boolean {
  return !isHeading(node) && !isValue(node);
}

function isValue({ controlType, name }: RawNode): boolean {
  return name.trim() === '' || holdValues.has(controlType);
}

/** In reading order. */
function partsOf({ root, target, path }: Subject, twins: readonly RawNode[]): readonly RawNode[] {
  const tree = indexOf(root);
  const holds = (node: RawNode) => tree.holdsAny(node, twins);
  const at = lastIndex(path, holds);
  const [around, item] = [path[at], path[at + 1]];
  const inside = item && item !== target ? textsIn(item) : [];
  if (inside.length > 0 || !around || !item) return inReadingOrder(inside);
  // No element contains only the item: its texts are beside those of other items.
  const siblings = around.children ?? [];
  const index = siblings.indexOf(item);
  const start = lastIndex(siblings.slice(0, index), holds) + 1;
  const before = siblings.slice(start, index).flatMap(textsIn);
  if (before.some(isHeading)) return before.slice(lastIndex(before, isHeading));
  const onLine = textsIn(around).filter(
    ({ bounds }) => bounds !== null && target.bounds !== null && onOneLine(bounds, target.bounds),
  );
  return onLine.length > 0 ? inReadingOrder(onLine) : before;
}

/** Visible texts that are not on controls; of nested texts the outer one. */
function textsIn(node: RawNode): readonly RawNode[] {
  if (controls.has(node.controlType)) return [];
  if (wordsOf(node) !== '' && node.bounds !== null && (node.children ?? []).every(isPartOfText)) return [node];
  return (node.children ?? []).flatMap(textsIn);
}

function isPartOfText({ controlType }: RawNode): boolean {
  return controlType === 'Text' || controlType === 'Image';
}

function inReadingOrder(nodes: readonly RawNode[]): readonly RawNode[] {
  return [...nodes].sort(({ bounds: a }, { bounds: b }) => {
    if (!a || !b) return 0;
    return onOneLine(a, b) ? a.x - b.x : a.y - b.y;
  });
}

/** -1 if none matches. */
function lastIndex(nodes: readonly RawNode[], fits: (node: RawNode) => boolean): number {
  const fromEnd = [...nodes].reverse().findIndex(fits);
  return fromEnd < 0 ? -1 : nodes.length - 1 - fromEnd;
}
