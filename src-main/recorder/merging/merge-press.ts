import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import { hasState, type ControlType } from '#contract/model/elements/element';
import { maxHoldMs, type Action } from '#contract/model/recordings/action';
import type { ClickCount } from '#contract/model/schemas/action';
import { contains, sameRect, type Point } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import { matchOf } from '#contract/model/windows/window';
import type { DraftQueue } from './draft-queue.ts';
import type { Draft, PlacedEvent } from './draft.ts';
import { endInsertion } from './insertion.ts';
import { scrollTo } from './merge-wheel.ts';
import { mergeWindow } from './merge-window.ts';
import type { ClickThresholds } from './click-thresholds.ts';
import { stepTarget } from './step-target.ts';

type PointerDown = Extract<PlacedEvent, { type: 'pointerDown' }>;
type Click = Extract<Action, { readonly type: 'click' }>;
type PointerUp = Extract<InputEvent, { type: 'pointerUp' }>;

/** A button that is down: its target was looked up then, before the app could react. */
export interface Press {
  readonly down: PointerDown;
}

/** Adds the click, drag or window act of a press and its release. Returns a notice if it is none. */
export function mergePress(queue: DraftQueue, { down }: Press, up: PointerUp, habits: ClickThresholds): string {
  if (up.windowChange !== undefined) {
    if (up.windowChange) mergeWindow(queue, down, up.windowChange, habits);
    return '';
  }
  queue.cellWalk.pressed(down);
  if (down.scrolledTo) scrollTo(queue, down);
  if (Math.hypot(up.x - down.x, up.y - down.y) > habits.dragPixels) {
    queue.close(down.at);
    return addDrag(queue, down, up);
  }
  const previous = queue.last;
  const more = previous && continuedBy(previous, down, habits);
  if (more) {
    previous.step = { ...previous.step, action: more };
    previous.grewAt = down.at;
    // A third press may follow, and a field may still be filled.
    const isWhole = more.count === mostPresses;
    previous.due = previous.role === 'focusing' ? Infinity : isWhole ? down.at : down.at + habits.doubleClickMs;
    return '';
  }
  const isElsewhere = down.button === 'left' && down.target && endInsertion(queue, down.target.element.id, down.at);
  if (!isElsewhere && isInOpenText(queue, down)) return '';
  const heldMs = Math.round(up.at - down.at);
  if (heldMs >= habits.longPressMs) addLongPress(queue, down, Math.min(heldMs, maxHoldMs));
  else addClick(queue, down, habits);
  return '';
}

/** Only drags that a tool can repeat: without modifiers, within one window or from an element to one in another window. */
function addDrag(queue: DraftQueue, down: PointerDown, up: PointerUp): string {
  const { window, button, modifiers } = down;
  if (modifiers.length > 0) return `A drag with ${modifiers.join('+')} was not recorded: it cannot be done again.`;
  const other = up.window && up.window.id !== window.id ? up.window : null;
  const ends = dragEnds(down, up);
  if (other && (!ends.onto || !ends.target))
    return 'A drag to another window was not recorded: its start or end is unknown.';
  if (!other && !contains(window.bounds, up))
    return 'A drag out of its window was not recorded: it cannot be done again.';
  const [at, to] = [within(window.bounds, down), within(window.bounds, up)];
  const via = up.via && { via: up.via.map((point) => within(window.bounds, point)) };
  const { target, around, aroundEnd } = ends;
  const draft = queue.add('drag', { type: 'drag', button, at, ...via, to }, { ...down, target });
  const onto = draft.element !== null && ends.onto && ends.onto.element.id !== draft.element ? ends.onto : null;
  const ending = other && { ontoWindow: { match: matchOf(other), bounds: other.bounds } };
  const looks = { ...(around && { around }), ...(aroundEnd && { aroundEnd }) };
  const { unseen, ...begun } = draft.step;
  draft.step = {
    ...begun,
    // The look along the way identifies the target.
    ...(unseen && !around && { unseen }),
    windowBounds: window.bounds,
    ...(onto && { onto: stepTarget(onto) }),
    ...ending,
    ...looks,
  };
  draft.due = down.at;
  return '';
}

interface DragEnds extends Pick<Step, 'around' | 'aroundEnd'> {
  readonly target: RecordedTarget | null;
  readonly onto: RecordedTarget | null | undefined;
}

/**
 * What a drag moves and where it ends: at each end an element or a picture; what is known by a picture may also be moved by a
 * distance, to a place that looks as before. If an end inside a view is known by neither, both are positions in the view, and
 * the look along the path confirms them. So it is for a drag that began on plain ground, which selects, or draws over, what is
 * between its ends.
 */
function dragEnds(down: PointerDown, up: PointerUp): DragEnds {
  const [target, onto] = [dragged(down.target), up.target];
  const areKnown = isByPicture(target) && isByPicture(onto ?? null) && !isOne(target, onto);
  if (!up.along || (areKnown && !up.isFromGround))
    return {
      target,
      onto,
      ...(down.around && { around: down.around }),
      ...(up.around && { aroundEnd: up.around }),
    };
  const isThing = isByPicture(target) && !up.isFromGround && !isByPicture(onto ?? null);
  if (isThing && up.around) return { target, onto: null, aroundEnd: up.around };
  return { target: dragged(down.view ?? notByPicture(target)), onto: up.view ?? notByPicture(onto), around: up.along };
}

function isOne(a: RecordedTarget | null | undefined, b: RecordedTarget | null | undefined): boolean {
  return a?.element.id === b?.element.id;
}

function notByPicture(target: RecordedTarget | null | undefined): RecordedTarget | null {
  return target && !isByPicture(target) ? target : null;
}

/** The dragged object; a window as a whole has only positions. */
function dragged(target: RecordedTarget | null): RecordedTarget | null {
  return target?.element.controlType === 'Window' ? null : target;
}

/** Its app does not report it. */
function isByPicture(target: Pick<RecordedTarget, 'selectors'> | null): boolean {
  return target?.selectors[0]?.kind === 'picture';
}

/** A third press turns a double click into a triple click; the next one is a new click. */
const mostPresses = 3;

/** The double or triple click that a press continues; null for none. */
function continuedBy(
  draft: Draft,
  down: PointerDown,
  { doubleClickMs, doubleClickPixels }: ClickThresholds,
): Click | null {
  const { action } = draft.step;
  if (
    action.type !== 'click' ||
    action.count === mostPresses ||
    action.holdMs !== undefined ||
    action.button !== 'left' ||
    down.button !== 'left'
  )
    return null;
  if (draft.closedAt !== null || draft.window !== down.window.id) return null;
  const next = nextClick(draft, action, down);
  if (!next) return null;
  const moved = Math.hypot(next.at.x - action.at.x, next.at.y - action.at.y);
  return down.at - draft.grewAt <= doubleClickMs && moved <= doubleClickPixels ? next : null;
}

/** On the same element; the element and its look may be unknown so soon after the first press. */
function nextClick(draft: Draft, first: Click, down: PointerDown): Click | null {
  const { element } = draft;
  const { target } = draft.step;
  if (isByPicture(target) && target?.bounds)
    return { ...first, count: oneMore(first.count), at: within(target.bounds, down) };
  const isSame = element === (down.target?.element.id ?? null) || isMadeAnew(target, down.target);
  if (isSame) return clickAction(down, oneMore(first.count));
  const origin = target ? target.bounds : down.window.bounds;
  const isUnknown = !down.target || down.target.unsure === true;
  const isOpened = target !== null && opening.has(target.controlType);
  return (isUnknown || isOpened || isEditorIn(target, down.target)) && origin
    ? { ...first, count: oneMore(first.count), at: within(origin, down) }
    : null;
}

/** A double click on these opens something, which may be there before the second press is looked up. */
const opening: ReadonlySet<ControlType> = new Set<ControlType>(['DataItem', 'ListItem', 'TreeItem']);

function oneMore(count: ClickCount): ClickCount {
  return count === 1 ? 2 : mostPresses;
}

/** The editor that a double click opens in a cell starts at it, and may be there before the second press is looked up. */
function isEditorIn(first: Draft['step']['target'], second: RecordedTarget | null): boolean {
  const bounds = second?.element.bounds;
  if (!first?.bounds || !bounds || !hasState(second.element, 'editable')) return false;
  return first.controlType !== second.element.controlType && contains(first.bounds, bounds);
}

/** Some apps replace the element at the first press with one that looks the same, as Qt's trees do for rows. */
function isMadeAnew(first: Draft['step']['target'], second: RecordedTarget | null): boolean {
  if (!first?.bounds || !second?.element.bounds) return false;
  const { controlType, name, bounds } = second.element;
  return controlType === first.controlType && name === first.name && sameRect(bounds, first.bounds);
}

/** Places the caret in the field that is being filled: its final value includes the result. */
function isInOpenText(queue: DraftQueue, down: PointerDown): boolean {
  if (down.button !== 'left' || !down.target) return false;
  return queue.lastOf(down.target.element.id, 'text')?.closedAt === null;
}

function addClick(queue: DraftQueue, down: PointerDown, { doubleClickMs }: ClickThresholds): void {
  const field = down.target && hasState(down.target.element, 'editable') ? down.target.element.id : null;
  const isPlain = field !== null && down.modifiers.length === 0;
  const focusing = isPlain && down.button === 'left';
  const pasting = isPlain && down.button === 'middle';
  if (pasting && (queue.lastOf(field, 'text')?.valueAt ?? -Infinity) >= down.at) return;
  queue.close(down.at, focusing || pasting ? field : null);
  // If it enters text, that is the step: the middle button pastes something else at replay.
  const draft = queue.add(focusing ? 'focusing' : pasting ? 'edit' : 'click', clickAction(down, 1), down);
  draft.awaitsValue = pasting;
  if (!focusing && !pasting) draft.due = down.button === 'left' ? down.at + doubleClickMs : down.at;
}

/** Not part of a double click. */
function addLongPress(queue: DraftQueue, down: PointerDown, holdMs: number): void {
  queue.close(down.at);
  queue.add('click', { ...clickAction(down, 1), holdMs }, down).due = down.at;
}

function clickAction(down: PointerDown, count: ClickCount): Click {
  return {
    type: 'click',
    button: down.button,
    count,
    modifiers: [...down.modifiers],
    at: within(down.target?.element.bounds ?? down.window.bounds, down),
  };
}

function within(origin: Point, { x, y }: Point): Point {
  return { x: Math.round(x - origin.x), y: Math.round(y - origin.y) };
}
