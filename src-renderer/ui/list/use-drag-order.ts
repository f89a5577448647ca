import { useState, type DragEvent } from 'react';

/** Where a dragged row would land. */
interface Drop<Id extends string> {
  readonly id: Id;
  readonly after: boolean;
}

/**
 * Reordering by drag and drop. `onMove` gets the row and the index it has afterwards.
 * The same can be done by keys, or this would be no way for everyone.
 */
export function useDragOrder<Id extends string>(
  ids: readonly Id[],
  onMove: ((id: Id, to: number) => void) | undefined,
) {
  const [dragged, setDragged] = useState<Id | null>(null);
  const [drop, setDrop] = useState<Drop<Id> | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  const handlersOf = (id: Id) =>
    onMove && {
      draggable: true,
      'data-drop': drop?.id === id ? (drop.after ? 'after' : 'before') : undefined,
      onDragStart: () => setDragged(id),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setDrop({ id, after: isLowerHalf(event) });
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null && drop !== null) onMove(dragged, targetIndex(ids, dragged, drop));
        end();
      },
    };
  return handlersOf;
}

function isLowerHalf(event: DragEvent): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
}

/** The index the dragged row has once it was taken out and put in again. */
export function targetIndex<Id extends string>(ids: readonly Id[], dragged: Id, drop: Drop<Id>): number {
  const rest = ids.filter((id) => id !== dragged);
  if (drop.id === dragged) return ids.indexOf(dragged);
  return rest.indexOf(drop.id) + (drop.after ? 1 : 0);
}
