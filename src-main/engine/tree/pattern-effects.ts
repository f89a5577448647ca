import type { ElementState } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import { boundsOf, type PatternCall, type ScrollAxis } from '#contract/model/elements/pattern';
import type { RawDetails } from '../backend.ts';
import { isSeen } from './seen.ts';

type CallOf<P extends PatternCall['pattern']> = Extract<PatternCall, { pattern: P }>;

/**
 * Whether the element shows the requested result. Results that no platform reports, such as the effect of a press, count as
 * shown; so does text that must not be read.
 */
export function shows(before: RawDetails, after: RawDetails, wanted: PatternCall): boolean {
  const has = (state: ElementState) => after.states.includes(state);
  switch (wanted.pattern) {
    case 'toggle':
      return has('checked') !== before.states.includes('checked') || has('mixed') !== before.states.includes('mixed');
    case 'value':
      return has('password') || (after.value !== null && sameText(after.value, wanted.value));
    case 'rangeValue':
      return tookNumber(before.range, after.range, wanted.value);
    case 'text':
      return selectsText(after.text, wanted.select);
    case 'selection':
      return selectedAsAsked(after, wanted);
    case 'select':
      return (has('selected') || has('checked')) !== (wanted.how === 'remove');
    case 'expand':
      return has('expanded') === wanted.expanded;
    case 'scroll':
      return scrolledAsAsked(before.scroll, after.scroll, wanted);
    case 'scrollItem':
      return isSeen(after) && after.bounds !== null;
    case 'multipleView':
      return after.views?.current === wanted.view;
    case 'dock':
      return after.dock === wanted.position;
    case 'transform':
      return isPlacedAsAsked(after.bounds, boundsOf(wanted)) && isZoomedAsAsked(after, wanted.zoom);
    case 'invoke':
    case 'window':
      return true;
  }
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}

type Range = RawDetails['range'];

/** Close enough, and not already before the call: some spin buttons accept a value and do not change. */
function tookNumber(before: Range, after: Range, wanted: number): boolean {
  if (after === null) return false;
  const near = (range: Range, by: number) => range !== null && Math.abs(range.current - wanted) <= by;
  const moved = after.current !== before?.current;
  return near(after, moved ? snap(after) : (after.step ?? 0) / 2 + Number.EPSILON);
}

/** Sliders snap to their steps; if they do not report them, a hundredth of the range is the expected precision. */
function snap(range: NonNullable<Range>): number {
  return range.step ?? Math.abs((range.maximum ?? 0) - (range.minimum ?? 0)) / 100;
}

function selectsText(text: RawDetails['text'], wanted: { readonly start: number; readonly end: number }): boolean {
  if (text === null) return false;
  const [only, ...others] = text.selections;
  if (wanted.start === wanted.end) return only === undefined && text.caret === wanted.start;
  return others.length === 0 && only?.start === wanted.start && only.end === wanted.end;
}

/** A table's items are its rows. */
function selectedAsAsked(after: RawDetails, wanted: CallOf<'selection'>): boolean {
  const count = after.selection?.count ?? 0;
  return wanted.select === 'none' ? count === 0 : count > 0 && count >= (after.table?.rows ?? after.childCount);
}

/** In percent: lists know their length only roughly before they have drawn all rows. */
const scrollTolerance = 2;

function scrolledAsAsked(
  before: RawDetails['scroll'],
  after: RawDetails['scroll'],
  { horizontal, vertical }: CallOf<'scroll'>,
): boolean {
  const arrived = (axis: ScrollAxis | undefined, was: number | null, is: number | null) => {
    if (axis === undefined) return true;
    return is !== null && Math.abs(is - scrollGoal(axis, was ?? 0)) <= scrollTolerance;
  };
  return (
    arrived(horizontal, before?.horizontal ?? null, after?.horizontal ?? null) &&
    arrived(vertical, before?.vertical ?? null, after?.vertical ?? null)
  );
}

/** Apps round scaled values, in pixels and in percent. Rotation cannot be checked: UI Automation defines no unit of angles. */
const placeTolerance = 1;
const zoomTolerance = 1;

function isPlacedAsAsked(is: Rect | null, wanted: Partial<Rect>): boolean {
  const sides = Object.entries(wanted) as readonly [keyof Rect, number][];
  return sides.every(([side, value]) => is !== null && Math.abs(is[side] - value) <= placeTolerance);
}

/** Without a reported zoom level, the call is trusted. */
function isZoomedAsAsked({ properties }: RawDetails, wanted: number | undefined): boolean {
  const level = properties['Transform2ZoomLevel'];
  return wanted === undefined || level === undefined || Math.abs(Number(level) - wanted) <= zoomTolerance;
}

/** The position of an axis that a call asks for, in percent, given the current one. */
export function scrollGoal(axis: ScrollAxis, now: number): number {
  return 'to' in axis ? axis.to : Math.min(100, Math.max(0, now + axis.by));
}
