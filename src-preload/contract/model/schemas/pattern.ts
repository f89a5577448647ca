import { z } from 'zod';
import { dockPositions } from '../elements/element-facts.ts';

/**
 * What can be done to an element without touching mouse or keyboard, or read of it beyond a row of the tree. The words
 * are UI Automation's; `select` is its SelectionItem, `expand` its ExpandCollapse, `scrollItem` its ScrollItem.
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternsoverview
 */
export const pattern = z.enum([
  ...(['invoke', 'toggle', 'value', 'rangeValue', 'text', 'selection', 'select', 'expand'] as const),
  ...(['scroll', 'scrollItem', 'grid', 'table', 'multipleView', 'dock', 'window', 'transform'] as const),
]);
export type Pattern = z.output<typeof pattern>;

/** How far to scroll along one axis, in percent of the whole way: `to` a place, 0 being the start, or `by` a part of it. */
const scrollAxis = z.union([
  z.object({ to: z.number().min(0).max(100) }),
  z.object({ by: z.number().min(-100).max(100) }),
]);
export type ScrollAxis = Readonly<z.output<typeof scrollAxis>>;

const offset = z.number().int().nonnegative();

/** One thing done to an element through one of its patterns. `grid` and `table` are only read. */
export const patternCall = z.discriminatedUnion('pattern', [
  z.object({ pattern: z.literal('invoke') }),
  z.object({ pattern: z.literal('toggle') }),
  z.object({ pattern: z.literal('value'), value: z.string() }),
  z.object({ pattern: z.literal('rangeValue'), value: z.number() }),
  /** Selects from `start` up to, not including, `end`, counted in code points; an empty range places the caret. */
  z.object({ pattern: z.literal('text'), select: z.object({ start: offset, end: offset }) }),
  /** What a container has selected: all of its items, or none. */
  z.object({ pattern: z.literal('selection'), select: z.enum(['all', 'none']) }),
  /** Alone unless `how` reports otherwise: `add` and `remove` leave what else is selected as it is. */
  z.object({ pattern: z.literal('select'), how: z.enum(['only', 'add', 'remove']).optional() }),
  z.object({ pattern: z.literal('expand'), expanded: z.boolean() }),
  z.object({ pattern: z.literal('scroll'), horizontal: scrollAxis.optional(), vertical: scrollAxis.optional() }),
  z.object({ pattern: z.literal('scrollItem') }),
  /** Shows the content in another way, by the name that the element's facts give. */
  z.object({ pattern: z.literal('multipleView'), view: z.string() }),
  z.object({ pattern: z.literal('dock'), position: z.enum(dockPositions) }),
  z.object({ pattern: z.literal('window'), action: z.enum(['close', 'minimize', 'maximize', 'restore']) }),
  /** Physical screen pixels, with the frame; what is left out stays. Windows neither turn nor zoom. */
  z.object({
    pattern: z.literal('transform'),
    x: z.number().int().optional(),
    y: z.number().int().optional(),
    width: z.number().int().positive().optional(),
    height: z.number().int().positive().optional(),
    /** Clockwise, from how the app shows it untouched. */
    degrees: z.number().optional(),
    /** In percent. */
    zoom: z.number().positive().optional(),
  }),
]);
export type PatternCall = Readonly<z.output<typeof patternCall>>;
