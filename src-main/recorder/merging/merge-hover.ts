import type { DraftQueue } from './draft-queue.ts';
import type { PlacedEvent } from './draft.ts';

/** The pointer rested there, and what is pressed next came to show: that proves the step. */
export function mergeHover(queue: DraftQueue, event: Extract<PlacedEvent, { type: 'hover' }>): void {
  const { x, y } = event.target.element.bounds ?? event.window.bounds;
  queue.close(event.at);
  const draft = queue.add('hover', { type: 'hover', at: { x: event.x - x, y: event.y - y } }, event);
  draft.step = { ...draft.step, expected: [{ type: 'shows', element: event.shows }] };
  draft.due = event.at;
}
