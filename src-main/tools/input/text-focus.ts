import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { describeElement, hasState, type ElementHit, type ElementNode } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { isCell } from '#contract/model/elements/element-facts';
import type { ToolContext } from '../define-tool.ts';
import { alike } from '../target/candidates/alike.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import { isTerminal, isText } from './text-place.ts';

/** How long a field may take to have the focus after a click, in milliseconds. */
const followMs = 1_000;
const lookEveryMs = 50;

/**
 * Waits until keys go into the field, so that select-all and Delete reach its text and nothing else.
 * @param at where it was clicked; null where it was not
 * @returns the field as it is then; null where it was only seen
 * @throws AppError `not_verified`, `not_delivered`, where something else has the focus
 */
export async function ensureTextFocus(
  context: ToolContext,
  window: WindowInfo,
  field: ElementNode,
  at: Point | null,
): Promise<ElementNode | null> {
  const end = Date.now() + followMs;
  for (;;) {
    const now = isSeen(field) ? null : await context.engine.details({ element: field.id }, { signal: context.signal });
    if (now && hasState(now, 'focused')) return now;
    const hit = await context.engine.focused({ window: window.id }, { signal: context.signal });
    if (await isFocused(context, field, hit, at)) return now;
    if (Date.now() >= end) throw focusElsewhere(field, hit);
    await sleep(lookEveryMs, context.signal);
  }
}

function focusElsewhere(field: ElementNode, hit: ElementHit | null): AppError {
  const where = hit ? `${describeElement(hit.element)} has it` : 'no element has it';
  return new AppError('not_verified', `${describeElement(field)} did not take the keyboard focus: ${where}.`, {
    hint: 'Look at the window: the field may open only after a click, a double click or F2.',
    delivery: 'not_delivered',
  });
}

async function isFocused(
  context: ToolContext,
  field: ElementNode,
  hit: ElementHit | null,
  at: Point | null,
): Promise<boolean> {
  if (hit && alike(hit.element, field)) return true;
  if (isSeen(field)) return false;
  if (hit?.ancestors.some((each) => alike(each, field))) return !isCell(hit.element) && !isTerminal(hit.element);
  const { engine, signal } = context;
  // An app that names nothing as focused is believed where the click landed.
  if (!hit) return at !== null && (await isAt(context, field, at));
  // The focus of a combo box or a field for numbers is that of the text in it.
  if (!isText(hit.element)) return false;
  const around = await engine.ancestors({ element: field.id }, { signal });
  return around.some((each) => alike(each, hit.element));
}

async function isAt({ engine, signal }: ToolContext, field: ElementNode, at: Point): Promise<boolean> {
  const hit = await engine.elementAt(at, { signal });
  return hit !== null && [hit.element, ...hit.ancestors].some((each) => alike(each, field));
}
