import type { DraftQueue } from './draft-queue.ts';
import { setAction, type PlacedEvent } from './draft.ts';

type WheelEvent = Extract<PlacedEvent, { type: 'wheel' }>;

/** A pause this long ends a scroll. */
const scrollPauseMs = 1_000;

/** Notches in one direction over one element are one step. */
export function mergeWheel(queue: DraftQueue, event: WheelEvent): void {
  const last = queue.last;
  const action = last?.step.action;
  const continues =
    last?.closedAt === null &&
    action?.type === 'scroll' &&
    last.window === event.window.id &&
    last.element === (event.target?.element.id ?? null) &&
    Math.sign(action.notches) === Math.sign(event.notches);
  if (continues) {
    setAction(last, { type: 'scroll', notches: action.notches + event.notches });
    last.grewAt = event.at;
    last.due = event.at + scrollPauseMs;
    return;
  }
  queue.close(event.at);
  queue.add('scroll', { type: 'scroll', notches: event.notches }, event).due = event.at + scrollPauseMs;
}
