import { parseElementId, type ControlType } from '#contract/model/elements/element';
import { contains, intersect, isEmpty, sameRect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawDetails, RawNode } from '../backend.ts';
import type { AimedElement } from '../engine.ts';
import type { EngineContext } from '../operations/operation.ts';
import { isPicture } from '../selectors/pictures/found-pictures.ts';
import { actionableOf } from '../watch/actionable.ts';

/**
 * What a press at a point reaches. `element`: the target, a part of it, or an element that passes the press on to it. `perhaps`:
 * something covers it, and its toolkit does not report whether the cover takes the press. `other`: something else. `hit` is the
 * runtime id of what is there, null if unknown; `cover` what covers the element, with its bounds in physical screen pixels.
 */
export type Reached =
  | { readonly by: 'element'; readonly hit: string | null }
  | {
      readonly by: 'perhaps' | 'other';
      readonly hit: string;
      readonly cover: RawNode;
      readonly isMenu: boolean;
      /** The element is inside it. */
      readonly isAround: boolean;
      /** The app itself reports which element takes a press, everywhere. */
      readonly isOfApp: boolean;
    };

/**
 * Asks the app what a press at a point of an element reaches. One query if the element itself is there.
 * @param known runtime id of an earlier correct hit there
 * @throws AppError `element_stale`, `target_not_responding`
 */
export async function reachedAt(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  intended: AimedElement,
  at: Point,
  { signal, known = null }: { readonly signal: AbortSignal; readonly known?: string | null },
): Promise<Reached> {
  const { runtimeId: target } = parseElementId(intended.id);
  const pressed = await elements.pressed(window, at, signal);
  if (!pressed) return { by: 'element', hit: null };
  const { runtimeId: hit, reportedBy, textsKeep = false } = pressed;
  if (hit === target || hit === known) return { by: 'element', hit };
  if (isPicture(target)) return { by: 'element', hit };
  const above = await elements.ancestors(window, hit, signal);
  if (above.some(({ runtimeId }) => runtimeId === target)) return { by: 'element', hit };
  const cover = await elements.details(window, hit, signal);
  const there = [...above, cover];
  if (there.some((node) => isAlike(node, intended))) return { by: 'element', hit };
  const [own, around] = await Promise.all([
    elements.details(window, target, signal),
    elements.ancestors(window, target, signal),
  ]);
  const isSure =
    reportedBy === 'app' || (reportedBy === 'pages' && there.some(({ controlType }) => controlType === 'Document'));
  return judge({ hit, at, cover, there, own, around, isSure, isOfApp: reportedBy === 'app', textsKeep });
}

interface Look {
  readonly hit: string;
  readonly at: Point;
  readonly cover: RawDetails;
  /** The hit, after its ancestors. */
  readonly there: readonly RawNode[];
  readonly own: RawDetails;
  readonly around: readonly RawNode[];
  /** The app's answer skips elements that take no events, and is never a container with a child at the point. */
  readonly isSure: boolean;
  readonly isOfApp: boolean;
  readonly textsKeep: boolean;
}

function judge({ hit, at, cover, there, own, around, isSure, isOfApp, textsKeep }: Look): Reached {
  const aroundBoth = new Set([...around, own].map(({ runtimeId }) => runtimeId));
  const popover = there.find((node) => isPopover(node) && !aroundBoth.has(node.runtimeId));
  const isMenu = popover !== undefined || there.some(isOfMenu);
  const isAround = around.some(({ runtimeId }) => runtimeId === hit);
  const reaches: Reached = { by: 'element', hit };
  // The items of an open menu often report positions outside their menu.
  if (isMenu && isOfMenu(own)) return reaches;
  if (popover?.bounds && !contains(popover.bounds, at) && hasOpened(own)) return reaches;
  if (passesOn(there, own, around)) return reaches;
  const shown = isSure ? null : shownPart(own.bounds, around);
  if (isAround && shown && contains(shown, at)) return reaches;
  const isCutOff = shown !== null && !contains(shown, at);
  const isOut = !own.states.includes('visible');
  const isDoubtful = !isSure && !isMenu && !isAround && !isCutOff && !isOut && !isInScrollPane(there, around);
  return {
    by: isDoubtful && mayLetThrough(cover, textsKeep) ? 'perhaps' : 'other',
    hit,
    cover: menuOf(there) ?? popover ?? coverOf(there, around) ?? cover,
    isMenu,
    isAround,
    isOfApp,
  };
}

/** The part of the bounds within all ancestors, from the root down; null if nothing remains, as for popups. */
export function shownPart(bounds: Rect | null, around: readonly RawNode[]): Rect | null {
  let shown = bounds;
  for (const { bounds: outer } of [...around].reverse()) {
    if (!shown || !outer || isEmpty(outer)) continue;
    shown = intersect(shown, outer);
  }
  return shown;
}

/**
 * Whether a press there does the same as a press on the element: both are in one pressable element, or it is the element's
 * label.
 */
function passesOn(there: readonly RawNode[], own: RawDetails, around: readonly RawNode[]): boolean {
  const pressed = actionableOf(there);
  const intended = actionableOf([...around, own]);
  if (pressed && pressed.runtimeId === intended?.runtimeId && isPressed(pressed)) return true;
  const labels = own.relations.filter(({ type }) => type === 'labelled by').flatMap(({ targets }) => targets);
  return there.some(
    (node) =>
      labels.some(({ runtimeId }) => runtimeId === node.runtimeId) ||
      (node.role === 'label' && around.some(({ runtimeId }) => runtimeId === node.runtimeId)),
  );
}

/** Types that do the same wherever they are pressed. */
const pressedAsOne: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'Hyperlink', 'MenuItem', 'RadioButton', 'TabItem'] as const),
]);
const rows: ReadonlySet<ControlType> = new Set<ControlType>(['ListItem', 'TreeItem', 'DataItem', 'HeaderItem']);

function isPressed({ controlType, states }: RawNode): boolean {
  if (pressedAsOne.has(controlType)) return true;
  return rows.has(controlType) && (states.includes('selectable') || states.includes('focusable'));
}

const panes: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom', 'Separator']);
const texts: ReadonlySet<ControlType> = new Set(['Text', 'Image']);

/** Elements without a look or action of their own: toolkits do not report whether they let presses through. */
function mayLetThrough({ controlType }: RawNode, textsKeep: boolean): boolean {
  return panes.has(controlType) || (texts.has(controlType) && !textsKeep);
}

/** Scrolling containers take the wheel, and with it every press, in each toolkit. */
const scrollPanes: ReadonlySet<string> = new Set(['scroll pane', 'viewport']);

/** Whether the hit is in a scrolling view, and the element is not. */
function isInScrollPane(there: readonly RawNode[], around: readonly RawNode[]): boolean {
  const common = new Set(around.map(({ runtimeId }) => runtimeId));
  return there.some(({ role, runtimeId }) => scrollPanes.has(role) && !common.has(runtimeId));
}

/** The covering button rather than the text in it, but never an ancestor of the element. */
function coverOf(there: readonly RawNode[], around: readonly RawNode[]): RawNode | null {
  const common = new Set(around.map(({ runtimeId }) => runtimeId));
  const pressed = actionableOf(there);
  return pressed && !common.has(pressed.runtimeId) ? pressed : null;
}

/** Whether a press on the element closes the menu that another press on it opened. */
export function hasOpened({ controlType, states }: Pick<RawNode, 'controlType' | 'states'>): boolean {
  return states.includes('expanded') || (controlType === 'Button' && states.includes('checked'));
}

/** A popover of GTK 3, unlike modal dialogs of pages, which a press beside them need not close. */
export function isPopover({ role, states }: Pick<RawNode, 'role' | 'states'>): boolean {
  return role === 'panel' && states.includes('modal');
}

function isOfMenu({ controlType }: RawNode): boolean {
  return controlType === 'Menu' || controlType === 'MenuItem';
}

function menuOf(there: readonly RawNode[]): RawNode | null {
  return [...there].reverse().find(isOfMenu) ?? null;
}

/** Some apps, such as Swing's, recreate their accessible elements for each client. */
function isAlike(node: RawNode, { controlType, name, bounds }: AimedElement): boolean {
  const isSamePlace = bounds !== null && node.bounds !== null && sameRect(bounds, node.bounds);
  return isSamePlace && node.controlType === controlType && node.name === name;
}
