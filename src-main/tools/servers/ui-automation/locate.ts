import { word } from '#contract/foreign-text';
import type { ControlType, ElementId } from '#contract/model/elements/element';
import { describeElementQuery, type ElementQuery } from '#contract/model/elements/element-query';
import type { LookContext } from '../../define-tool.ts';
import { knownElement } from '../../target/known-element.ts';
import {
  waitForElement,
  waitForElements,
  whichElements,
  type FoundElement,
  type Matches,
  type Where,
} from '../../target/which-element.ts';
import { toControlType } from './fields.ts';
import { windowFor, type WindowHints } from './window-of.ts';

/** What an action has searched, reported with its result or failure. */
export interface Scan {
  windowTitle: string;
  elements: number;
}

/** How the arguments of an action identify the element; see `fields.ts`. */
export interface Target {
  readonly element?: string | undefined;
  readonly name?: string | undefined;
  readonly control_type?: string | undefined;
  readonly automation_id?: string | undefined;
  readonly selector?: string | undefined;
  readonly parent?: string | undefined;
  readonly window?: WindowHints['window'];
  readonly max_depth?: number | undefined;
}

export interface WaitLimit {
  /** Milliseconds of `Date.now()`; 0 for a single look. */
  readonly until: number;
  /** Preferred types: if one of a set matches, others do not count; the first set wins. */
  readonly prefer?: readonly ReadonlySet<ControlType>[];
}

/** The arguments as a query. Only for arguments that their schema has parsed. */
export function queryOf(target: Target): ElementQuery {
  const {
    element: called,
    name,
    selector,
    parent,
    control_type: type,
    automation_id: automationId,
    max_depth: depth,
  } = target;
  return {
    called,
    name,
    selector,
    parent,
    automationId,
    depth,
    controlType: type === undefined ? type : toControlType(type),
  };
}

/** All matches, in one look at the intended window. */
export function look(context: LookContext, target: Target, scan: Scan, limit?: number): Promise<Matches> {
  return whichElements(context, queryOf(target), where(context, target, scan), limit);
}

/** See {@link look}; repeats until something matches, and returns nothing when time is up. */
export function waitForMatches(
  context: LookContext,
  target: Target,
  scan: Scan,
  waitLimit: { readonly until: number; readonly limit?: number },
): Promise<Matches> {
  return waitForElements(context, queryOf(target), where(context, target, scan), waitLimit);
}

/** The intended element; waits for it. @throws AppError as `waitForElement` and {@link windowFor} */
export function locate(
  context: LookContext,
  target: Target,
  scan: Scan,
  { until, prefer }: WaitLimit,
): Promise<FoundElement> {
  return waitForElement(context, queryOf(target), { ...where(context, target, scan), prefer }, until);
}

/** The container to search, or everything: the id to start at, in its argument. */
export async function idOfPart(context: LookContext, part: string | undefined): Promise<ElementId | undefined> {
  return part === undefined ? undefined : (await knownElement(context, part)).element.id;
}

/** How a permission question names the element. */
export function describeTarget(target: Target): string {
  const { element } = target;
  return element === undefined
    ? `the element with ${describeElementQuery(queryOf(target))}`
    : `the element ${word(element)}`;
}

function where(context: LookContext, target: Target, scan: Scan): Where {
  return {
    window: () => windowFor(context, target),
    looked({ title }, scanned) {
      scan.windowTitle = title;
      scan.elements += scanned;
    },
  };
}
