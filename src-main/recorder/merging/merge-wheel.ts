import type { Action } from '#contract/model/recordings/action';
import type { DraftQueue } from './draft-queue.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';
import { stepTarget } from './step-target.ts';

type WheelEvent = Extract<PlacedEvent, { type: 'wheel' }>;
type PointerDown = Extract<PlacedEvent, { type: 'pointerDown' }>;

type Scroll = Draft & { step: { readonly action: Extract<Action, { type: 'scroll' }> } };

/** Notches in one direction over one element are one step. */
export function mergeWheel(queue: DraftQueue, event: WheelEvent): void {
  const last = openScrolls(queue, event).at(-1);
  const action = last?.step.action;
  if (last && action && Math.sign(action.notches) === Math.sign(event.notches)) {
    setAction(last, { ...action, notches: action.notches + event.notches });
    last.grewAt = event.at;
    return;
  }
  // A turn back may be part of the same search: the next press decides.
  if (!last) queue.close(event.at);
  const { x, y } = event.target?.element.bounds ?? event.window.bounds;
  const at = { x: Math.round(event.x - x), y: Math.round(event.y - y) };
  queue.add('scroll', { type: 'scroll', notches: event.notches, at }, event);
}

/** The wheel turns before a press on an element that they brought into view: one step, which scrolls until it is visible. */
export function scrollTo(queue: DraftQueue, { window, target }: PointerDown): void {
  if (!target) return;
  const [first, ...others] = openScrolls(queue, { window });
  if (!first) return;
  queue.remove((draft) => others.some((other) => other === draft));
  const { action } = first.step;
  const sum = others.reduce((notches, { step }) => notches + step.action.notches, action.notches);
  const { picture: _, ...until } = stepTarget(target);
  first.step = { ...first.step, action: { ...action, notches: sum || action.notches }, until };
}

/** The wheel turns in one place without later input; in order. */
function openScrolls(
  queue: DraftQueue,
  { window, target }: Pick<WheelEvent, 'window'> & Partial<WheelEvent>,
): Scroll[] {
  const scrolls: Scroll[] = [];
  for (let draft = queue.last; draft && isScroll(draft); draft = queue.before(draft)) {
    const isThere = target === undefined || draft.element === (target?.element.id ?? null);
    if (draft.closedAt !== null || draft.window !== window.id || !isThere) break;
    scrolls.unshift(draft);
  }
  return scrolls;
}

function isScroll(draft: Draft): draft is Scroll {
  return draft.step.action.type === 'scroll';
}
