import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  describeElement,
  hasState,
  isSameName,
  parseElementId,
  type ControlType,
  type ElementDetails,
  type ElementId,
  type ElementNode,
} from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import { pointIn } from '#contract/model/elements/element-query';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext, ToolContext } from '../define-tool.ts';
import type { ToolSession } from '../session/tool-session.ts';
import { isSeen } from './in-picture/seen-controls.ts';
import { whichWindow } from './windows/target-window.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

export interface KnownElement {
  readonly window: WindowInfo;
  /** Without details if only the caller saw it. */
  readonly element: ElementNode | ElementDetails;
  /** The point that named it. */
  readonly point?: Point;
  /** When it was read, if that was before this call; by the clock of `Date.now()`. */
  readonly at?: number;
}

/** Maximum age of what the caller saw, in milliseconds: as long as the reads of one call are shared. */
const freshMs = 100;

/** What an element's name in a call means: a known element, or one at a point. */
export type Called =
  | { readonly by: 'ref' | 'id'; readonly id: ElementId }
  | { readonly by: 'label'; readonly id: ElementId; readonly listed: ElementNode }
  | { readonly by: 'point'; readonly at: Point };

/**
 * The element that these words name; null if they name none. A valid form of a ref is one only if that ref was given out,
 * whatever labels there are.
 */
export function calledBy({ refs, controls }: ToolSession, words: string): Called | null {
  const id = refs.idOf(words);
  if (id !== undefined) return { by: 'ref', id };
  const listed = controls.get(words);
  if (listed) return { by: 'label', id: listed.id, listed };
  // Most words are a ref or a label, and a failing schema costs more than the call.
  const whole = words.startsWith('window:') ? elementId.safeParse(words).data : undefined;
  if (whole !== undefined) return { by: 'id', id: whole };
  const at = pointIn(words);
  return at && { by: 'point', at };
}

/**
 * The named element in its current state.
 * @throws AppError `element_stale`, also for one that its app still answers for; `element_not_found` if nothing is at a point;
 * `elevated_target`, `invalid_parameter`
 */
export async function knownElement(context: Looking, words: string): Promise<KnownElement> {
  const called = expectCalled(context, words);
  if (called.by === 'point') return elementAt(context, called.at);
  const window = await windowOfElement(context, called.id);
  if (called.by === 'label' && isSeen(called.listed)) return { window, element: called.listed };
  const element = await context.engine.details({ element: called.id }, { signal: context.signal });
  if (hasState(element, 'defunct'))
    throw new AppError('element_stale', `${describeElement(element)} of ${quoted(window.title)} is gone.`);
  await refuseReused(
    context,
    element,
    called.by === 'label' ? called.listed.name : context.session.refs.nameOf(called.id),
  );
  return { window, element };
}

/** Rows, which toolkits reuse for others when a list scrolls: GTK 4, and pages with long lists. */
const rows: ReadonlySet<ControlType> = new Set<ControlType>(['ListItem', 'TreeItem', 'DataItem']);
/** An element deeper inside a row is checked only by its own name. */
const mostInside = 4;

/**
 * Refuses an element in a row whose name differs from the one that the client last saw: it now represents another row. An
 * element that changes its own name elsewhere, as “Play” and “Pause” do, is the same.
 * @param seen that name; empty for none
 * @throws AppError `element_stale`
 */
async function refuseReused({ engine, signal }: Looking, element: ElementDetails, seen = ''): Promise<void> {
  if (seen === '' || isSameName(seen, element.name)) return;
  const around = (await engine.ancestors({ element: element.id }, { signal })).slice(-mostInside);
  if (![...around, element].some(({ controlType }) => rows.has(controlType))) return;
  const { controlType, name } = element;
  throw new AppError(
    'element_stale',
    `${describeElement({ controlType, name: seen })} is called ${quoted(name)} now: its list uses the row for another.`,
    { hint: 'Look again, and use the ref or name that it has now.', delivery: 'not_delivered' },
  );
}

/** See {@link knownElement}, as the caller in this process saw it, if that was just now. */
export function seenElement(context: Looking, words: string): Promise<KnownElement> {
  const { sighted } = context.session;
  const isFresh = sighted?.element.id === words && Date.now() - sighted.at < freshMs;
  return isFresh ? Promise.resolve(sighted) : knownElement(context, words);
}

/** See {@link knownElement}, with details. @throws AppError `pattern_not_supported` for an element that only the caller saw */
export async function knownDetails(
  context: Looking,
  words: string,
): Promise<KnownElement & { readonly element: ElementDetails }> {
  const { window, element } = await knownElement(context, words);
  if ('patterns' in element) return { window, element };
  throw new AppError(
    'pattern_not_supported',
    `${describeElement(element)} was seen in a picture only: it can be clicked.`,
    {
      delivery: 'not_delivered',
    },
  );
}

/** The window of the named element. @throws AppError as {@link knownElement} */
export async function windowOfKnown(context: Looking, words: string): Promise<WindowInfo> {
  const called = expectCalled(context, words);
  if (called.by === 'point') return (await elementAt(context, called.at)).window;
  return windowOfElement(context, called.id);
}

function expectCalled({ session }: Looking, words: string): Called {
  const called = calledBy(session, words);
  if (called) return called;
  throw new AppError('invalid_parameter', `${quoted(words)} is neither an element id nor a ref of this session.`, {
    hint: 'Find the element again and use the ref or element id of that result.',
    delivery: 'not_delivered',
  });
}

/** @throws AppError `element_stale` if its window is closed, since the client saw it once */
async function windowOfElement(context: Looking, id: ElementId): Promise<WindowInfo> {
  const { window } = parseElementId(id);
  try {
    return await whichWindow(context, { handle: window });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'window_not_found') throw error;
    throw new AppError('element_stale', `The element is gone with its window ${window}.`);
  }
}

async function elementAt(context: Looking, at: Point): Promise<KnownElement> {
  const hit = await context.engine.elementAt({ x: at.x, y: at.y }, { signal: context.signal });
  if (!hit) {
    throw new AppError('element_not_found', `There is no element at ${at.x}, ${at.y}.`, {
      hint: 'Coordinates are physical screen pixels from the primary monitor’s top left.',
      delivery: 'not_delivered',
    });
  }
  return { window: await whichWindow(context, { handle: hit.window.id }), element: hit.element, point: at };
}
