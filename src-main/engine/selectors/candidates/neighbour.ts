import type { ControlType } from '#contract/model/elements/element';
import { center, contains, type Rect } from '#contract/model/geometry';
import type { SelectorStep } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';
import { isSeen } from '../../tree/seen.ts';
import { descend } from '../../tree/walk.ts';
import { gridPlaceOf } from '../relations/grid.ts';
import { wordsOfItem } from '../relations/item.ts';
import { gapX, gapY } from '../relations/lines.ts';
import { plainLabel, wordsOf } from '../relations/words.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { isMeasure, isNameOfItem, isOwnValue, isStableText, namesDocument } from '../stability.ts';
import type { Strategy, Subject } from './candidate.ts';
import { namings } from './name.ts';

/** Only the closest: each costs a search. */
const tried = 3;

/** Elements that surround others rather than adjoin them. */
const containers: ReadonlySet<ControlType> = new Set([
  'AppBar',
  'DataGrid',
  'Document',
  'Group',
  'Header',
  'List',
  'Menu',
  'MenuBar',
  'Pane',
  'StatusBar',
  'Tab',
  'Table',
  'TitleBar',
  'ToolBar',
  'Tree',
  'Window',
]);

/** How far the buttons of a window's frame reach from its top and from its left or right edge, in pixels. */
const frameTop = 56;
const frameSide = 140;

/** Maximum length of an anchor in characters; longer texts are messages, which come and go. */
const longestAnchor = 60;

/** Menus, which are at the edge of everything. */
const menus: ReadonlySet<ControlType> = new Set(['Menu', 'MenuBar', 'MenuItem']);

/** Elements that describe their line. Other controls next to the element rank after them, as if this many pixels farther away. */
const words: ReadonlySet<ControlType> = new Set(['DataItem', 'ListItem', 'Text', 'TreeItem']);
const control = 40;

/** Views whose items differ another time. */
const views: ReadonlySet<ControlType> = new Set(['DataGrid', 'List', 'Table', 'Tree']);
const items: ReadonlySet<ControlType> = new Set(['DataItem', 'ListItem', 'TreeItem']);

/** As the nearest of its type to a named element. Content of a row is identified by the row. */
export const neighbour: Strategy = (subject) => {
  const { root, target } = subject;
  if (containers.has(target.controlType) || gridPlaceOf(root, target).row.some(isNameOfItem)) return [];
  if (isEditorOverItem(subject)) return [];
  const steps: readonly SelectorStep[] = [...namings(target).map(({ step }) => step), { role: target.controlType }];
  return anchorsOf(subject).flatMap((near, far) =>
    steps.map((step, rank) => ({
      selector: [{ ...step, near }],
      kind: 'neighbour' as const,
      grade: 'C' as const,
      score: scores.neighbour + lengthPenalty(near) + far + rank,
    })),
  );
};

/** A field that opens over an item, to rename it: beside it are other items, in another order the next time. */
function isEditorOverItem({ root, target, path }: Subject): boolean {
  const { controlType, name, bounds } = target;
  const around = new Set<RawNode>(path);
  if (controlType !== 'Edit' || name !== '' || !bounds) return false;
  if ([...around].some((node) => node !== target && items.has(node.controlType))) return false;
  if ([...around].some((node) => views.has(node.controlType))) return true;
  // In Dolphin it is beside the view.
  const middle = center(bounds);
  return [...descend(root)].some(
    (node) => items.has(node.controlType) && isSeen(node) && node.bounds !== null && contains(node.bounds, middle),
  );
}

/** The words of its item, if there are several items; else the closest texts, nearest first. */
function anchorsOf(subject: Subject): readonly string[] {
  const ofItem = wordsOfItem(subject).filter((text) => isName(subject.root, text));
  const names = ofItem.filter((text) => !isMeasure(text));
  if (ofItem.length === 0) return closestTo(subject);
  return (names.length > 0 ? names : ofItem).slice(0, tried);
}

/** Neither punctuation only nor the name of the current document, nor the title of a bar that the app draws. */
function isName(root: RawNode, text: string): boolean {
  return /[\p{L}\d]/u.test(text) && text !== root.name && !namesDocument(text, root.name);
}

function closestTo({ root, target, path }: Subject): readonly string[] {
  const { bounds } = target;
  if (!bounds) return [];
  const own = new Set([...path, ...descend(target)]);
  const around = [...outsideOfBoxes(root)].flatMap((node) =>
    node.bounds && node.name !== '' && node.name !== target.name && !own.has(node)
      ? [{ node, far: distanceOf(bounds, node.bounds) + (words.has(node.controlType) ? 0 : control) }]
      : [],
  );
  const texts = new Set<string>();
  for (const { node } of around.sort((a, b) => a.far - b.far)) {
    if (isAnchor(root, node)) texts.add(plainLabel(wordsOf(node)));
    if (texts.size === tried) break;
  }
  return [...texts];
}

/** Everything except the content of combo boxes, which is visible only while they are open. */
function* outsideOfBoxes(node: RawNode): Generator<RawNode> {
  yield node;
  if (node.controlType !== 'ComboBox') for (const child of node.children ?? []) yield* outsideOfBoxes(child);
}

/** Distance that favours elements on the same line. */
function distanceOf(a: Rect, b: Rect): number {
  return gapX(a, b) + gapY(a, b) * 4;
}

function isAnchor(root: RawNode, node: RawNode): boolean {
  const text = plainLabel(wordsOf(node));
  if (menus.has(node.controlType) || containers.has(node.controlType) || !isSeen(node)) return false;
  return (
    text.length <= longestAnchor &&
    !isOfFrame(root, node) &&
    isStableText(text) &&
    !isMeasure(text) &&
    !isOwnValue(node, node.name) &&
    isName(root, text)
  );
}

/**
 * Whether it may be a button of the window's frame, which has names in any language: whether the app or the desktop draws those
 * differs between desktops.
 */
function isOfFrame({ bounds: window }: RawNode, { controlType, bounds }: RawNode): boolean {
  if (controlType !== 'Button' || !window || !bounds || bounds.y + bounds.height > window.y + frameTop) return false;
  const fromRight = window.x + window.width - bounds.x;
  return Math.min(fromRight, bounds.x + bounds.width - window.x) <= frameSide;
}
