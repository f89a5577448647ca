import type { Action } from '#contract/model/action';
import { sameStay, type DraftQueue } from './draft-queue.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';

type FieldValue = Extract<PlacedEvent, { type: 'fieldValue' }>;

/** Makes one step of everything done to a field during one stay in it: “set the field to this value”. */
export function mergeValue(queue: DraftQueue, event: FieldValue): void {
  const action = valueAction(queue, event);
  const { element } = event.target;
  const draft = awaiting(queue, event) ?? (queue.isKnownValue(element.id, action) ? null : addText(queue, event));
  if (draft === null) return;
  setAction(draft, action);
  draft.role = 'text';
  draft.awaitsValue = false;
  if (draft.closedAt !== null) draft.due = Math.min(draft.due, event.at);
  // The value carries those keys, and filling the field focuses it.
  queue.remove((d) => d !== draft && (d.role === 'edit' || d.role === 'focusing') && sameStay(d, draft));
  queue.rememberValue(element.id, action);
}

/**
 * The typing this value is the result of: what goes on now, else what ended a moment ago, because a value may arrive
 * after the key or click that ended it. Keys without a character (paste, delete) are replaced by it.
 */
function awaiting(queue: DraftQueue, { target }: FieldValue): Draft | undefined {
  const ofField = (d: Draft) => d.element === target.element.id && (d.role === 'text' || d.role === 'edit');
  return (
    queue.find((d) => ofField(d) && d.closedAt === null && d.role === 'text') ??
    queue.find((d) => ofField(d) && d.closedAt === null) ??
    queue.find((d) => ofField(d) && d.awaitsValue && d.role === 'text') ??
    queue.find((d) => ofField(d) && d.awaitsValue)
  );
}

function addText(queue: DraftQueue, event: FieldValue): Draft {
  queue.close(event.at, event.target.element.id);
  return queue.add('text', valueAction(queue, event), event);
}

function valueAction(queue: DraftQueue, { target: { element }, value }: FieldValue): Action {
  return value === null
    ? { type: 'setText', text: '', secret: queue.secretOf(element.id, element.name) }
    : { type: 'setText', text: value };
}
