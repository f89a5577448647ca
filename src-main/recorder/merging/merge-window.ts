import type { WindowChange } from '#contract/model/recordings/action';
import type { DraftQueue } from './draft-queue.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';
import type { ClickThresholds } from './click-thresholds.ts';

type PointerDown = Extract<PlacedEvent, { type: 'pointerDown' }>;

/** Adds what a press did to its window as a whole. Of the places that a window is put in one after the other the last counts. */
export function mergeWindow(queue: DraftQueue, down: PointerDown, deed: WindowChange, habits: ClickThresholds): void {
  const first = firstOfTwo(queue.last, down, habits);
  if (first) queue.remove((draft) => draft === first);
  const { last } = queue;
  const action = last?.step.action;
  if (deed.type === 'placeWindow' && action?.type === 'placeWindow' && goesOn(last, down)) {
    setAction(last, { ...action, ...deed });
    last.grewAt = down.at;
    return;
  }
  queue.close(down.at);
  const draft = queue.add('window', deed, { ...down, target: null });
  if (deed.type === 'window') draft.due = down.at;
}

/** The first press of a double click, on a bar that an app draws itself, means nothing alone. */
function firstOfTwo(last: Draft | undefined, down: PointerDown, { doubleClickMs }: ClickThresholds): Draft | null {
  const isPress = last?.step.action.type === 'click' && goesOn(last, down);
  return isPress && down.at - last.startedAt <= doubleClickMs ? last : null;
}

function goesOn(last: Draft | undefined, { window }: PointerDown): last is Draft {
  return last !== undefined && last.closedAt === null && last.window === window.id;
}
