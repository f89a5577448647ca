import { z } from 'zod';
import { dockPositions } from '../elements/element-facts.ts';

/**
 * Operations on an element without mouse or keyboard, and readings beyond a tree row. The names
 * are UI Automation's; `select` is its SelectionItem, `expand` its ExpandCollapse, `scrollItem` its ScrollItem.
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternsoverview
 */
export const pattern = z.enum([
  ...(['invoke', 'toggle', 'value', 'rangeValue', 'text', 'selection', 'select', 'expand'] as const),
  ...(['scroll', 'scrollItem', 'grid', 'table', 'multipleView', 'dock', 'window', 'transform'] as const),
]);
export type Pattern = z.output<typeof pattern>;

/** Scrolls along one axis, in percent of the full range: `to` a position, 0 being the start, or `by` a distance. */
const scrollAxis = z.union([
  z.object({ to: z.number().min(0).max(100) }),
  z.object({ by: z.number().min(-100).max(100) }),
]);
export type ScrollAxis = Readonly<z.output<typeof scrollAxis>>;

const offset = z.number().int().nonnegative();

/** One operation of an element's patterns. `grid` and `table` are read-only. */
export const patternCall = z.discriminatedUnion('pattern', [
  z.object({ pattern: z.literal('invoke') }),
  z.object({ pattern: z.literal('toggle') }),
  z.object({ pattern: z.literal('value'), value: z.string() }),
  z.object({ pattern: z.literal('rangeValue'), value: z.number() }),
  /** Selects from `start` up to, not including, `end`, counted in code points; an empty range places the caret. */
  z.object({ pattern: z.literal('text'), select: z.object({ start: offset, end: offset }) }),
  /** Changes a container's selection: all of its items, or none. */
  z.object({ pattern: z.literal('selection'), select: z.enum(['all', 'none']) }),
  /** Replaces the selection unless `how` is `add` or `remove`, which keep the other items. */
  z.object({ pattern: z.literal('select'), how: z.enum(['only', 'add', 'remove']).optional() }),
  z.object({ pattern: z.literal('expand'), expanded: z.boolean() }),
  z.object({ pattern: z.literal('scroll'), horizontal: scrollAxis.optional(), vertical: scrollAxis.optional() }),
  z.object({ pattern: z.literal('scrollItem') }),
  /** Switches the view, by its name in the element's facts. */
  z.object({ pattern: z.literal('multipleView'), view: z.string() }),
  z.object({ pattern: z.literal('dock'), position: z.enum(dockPositions) }),
  z.object({ pattern: z.literal('window'), action: z.enum(['close', 'minimize', 'maximize', 'restore']) }),
  /** Physical screen pixels, with the frame; omitted fields stay. Windows cannot be rotated or zoomed. */
  z.object({
    pattern: z.literal('transform'),
    x: z.number().int().optional(),
    y: z.number().int().optional(),
    width: z.number().int().positive().optional(),
    height: z.number().int().positive().optional(),
    /** Clockwise, from the original orientation. */
    degrees: z.number().optional(),
    /** In percent. */
    zoom: z.number().positive().optional(),
  }),
]);
export type PatternCall = Readonly<z.output<typeof patternCall>>;
